import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';

/** A user PostgreSQL may run as: it refuses to run as root. */
export interface UnprivilegedUser {
  readonly uid: number;
  readonly gid: number;
}

/** `nobody` on every Linux distribution that does not say otherwise in its user table. */
const NOBODY: UnprivilegedUser = { uid: 65_534, gid: 65_534 };

/** Debian, Ubuntu, Fedora and Alpine have it: it drops to a user and keeps single capabilities (util-linux). */
const SETPRIV = '/usr/bin/setpriv';

/** The user to run PostgreSQL as: `nobody` when this process is root, null (ourselves) when it is not. */
export function unprivilegedUser(): UnprivilegedUser | null {
  if (process.getuid?.() !== 0) return null;
  const users = existsSync('/etc/passwd') ? readFileSync('/etc/passwd', 'utf8') : '';
  const [, uid, gid] = /^nobody:[^:]*:(\d+):(\d+):/m.exec(users) ?? [];
  return uid && gid ? { uid: Number(uid), gid: Number(gid) } : NOBODY;
}

/**
 * Starts a program as that user. Where a folder above `touched` (the program and its data) is closed to it, such as
 * `/root`, the program is started with the one capability that lets it pass (CAP_DAC_READ_SEARCH).
 * Throws when that is needed and not to be had, naming the folder.
 */
export function spawnAs(
  user: UnprivilegedUser | null,
  program: string,
  parameters: readonly string[],
  touched: readonly string[],
  options: SpawnOptions,
): ChildProcess {
  if (!user) return spawn(program, parameters, options);
  const closed = [program, ...touched].map((file) => closedAncestor(file, user)).find((folder) => folder !== null);
  if (closed === undefined) return spawn(program, parameters, { ...options, ...user });
  if (!existsSync(SETPRIV)) {
    throw new Error(
      `PostgreSQL does not run as root, and the user it would run as cannot enter ${closed}. Run Atelier as an ordinary user, or keep it and its data outside that folder.`,
    );
  }
  const drop = [
    `--reuid=${user.uid}`,
    `--regid=${user.gid}`,
    '--clear-groups',
    '--inh-caps=+dac_read_search',
    '--ambient-caps=+dac_read_search',
  ];
  return spawn(SETPRIV, [...drop, program, ...parameters], options);
}

/** The folder above `file` that the user may not enter, or null. */
function closedAncestor(file: string, user: UnprivilegedUser): string | null {
  for (let folder = path.dirname(file); ; folder = path.dirname(folder)) {
    const { mode, uid, gid } = statSync(folder);
    const bit = uid === user.uid ? 0o100 : gid === user.gid ? 0o010 : 0o001;
    if ((mode & bit) === 0) return folder;
    if (folder === path.dirname(folder)) return null;
  }
}
