import { existsSync, readFileSync } from 'node:fs';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';

/** The user PostgreSQL runs as. */
export interface PostgresUser {
  readonly uid: number;
  readonly gid: number;
  /** True where it is another user than that of this process, which is root then. */
  readonly isOther: boolean;
  /** False where the system's table of users does not have it. */
  readonly hasName: boolean;
}

/** `nobody` on every Linux distribution that does not say otherwise in its user table. */
const NOBODY = 65_534;

/** Where the system lists its users. */
const USER_TABLE = '/etc/passwd';

/**
 * The capabilities that root needs to run a program as another user. With them it hands the program a folder, looks
 * into the folder, and ends the program (capabilities(7)).
 */
const NEEDED_CAPABILITIES = { CHOWN: 0, DAC_OVERRIDE: 1, KILL: 5, SETGID: 6, SETUID: 7 } as const;

/** The way round for all who cannot start the embedded PostgreSQL. */
const WAY_ROUND = 'run Atelier as an ordinary user, or set DATABASE_URL to a PostgreSQL of your own';

/**
 * The user to run PostgreSQL as: that of this process, and `nobody` when this process is root, which PostgreSQL
 * refuses. Throws an Error that says why and what to do where root may not start a program as `nobody` here.
 */
export function postgresUser(): PostgresUser {
  const uid = process.getuid?.() ?? 0;
  const gid = process.getgid?.() ?? 0;
  if (uid !== 0) return { uid, gid, isOther: false, hasName: hasOwnName() };
  const users = existsSync(USER_TABLE) ? readFileSync(USER_TABLE, 'utf8') : '';
  const [, nobodyUid, nobodyGid] = /^nobody:[^:]*:(\d+):(\d+):/m.exec(users) ?? [];
  const user =
    nobodyUid && nobodyGid
      ? { uid: Number(nobodyUid), gid: Number(nobodyGid), isOther: true, hasName: true }
      : { uid: NOBODY, gid: NOBODY, isOther: true, hasName: false };
  if (process.platform === 'linux') checkRoot(user);
  return user;
}

function hasOwnName(): boolean {
  try {
    return os.userInfo().username !== '';
  } catch {
    // So Node says that the table has no entry.
    return false;
  }
}

/** Throws where this root lacks a capability that is needed, or its namespace lacks the user. */
function checkRoot({ uid, gid }: PostgresUser): void {
  const because = 'PostgreSQL does not run as root, and this root may not start it as another user';
  const [, mask = ''] = /^CapEff:\s*([0-9a-f]+)$/m.exec(readFileSync('/proc/self/status', 'utf8')) ?? [];
  const missing = Object.entries(NEEDED_CAPABILITIES)
    .filter(([, bit]) => ((BigInt(`0x${mask}`) >> BigInt(bit)) & 1n) === 0n)
    .map(([name]) => `CAP_${name}`);
  if (missing.length > 0)
    throw new Error(
      `${because}: it lacks ${missing.join(', ')}. Give these capabilities back (docker run --cap-add), ${WAY_ROUND}.`,
    );
  if (!hasMapped('uid_map', uid) || !hasMapped('gid_map', gid))
    throw new Error(
      `${because}: its user namespace has no user ${uid}. Map more users into it (/etc/subuid), ${WAY_ROUND}.`,
    );
}

/** True when an ID exists in the user namespace of this process (user_namespaces(7)). */
function hasMapped(map: 'uid_map' | 'gid_map', id: number): boolean {
  const lines = readFileSync(`/proc/self/${map}`, 'utf8').trim().split('\n');
  return lines.some((line) => {
    const [first = 0, , count = 0] = line.trim().split(/\s+/).map(Number);
    return id >= first && id < first + count;
  });
}

/** True when the user can enter a folder and all folders above it, by their real paths. */
export async function canReach(folder: string, { uid, gid, isOther }: PostgresUser): Promise<boolean> {
  if (!isOther) return true;
  for (let each = await fs.realpath(folder); ; each = path.dirname(each)) {
    const { mode, uid: owner, gid: group } = await fs.stat(each);
    const bit = owner === uid ? 0o100 : group === gid ? 0o010 : 0o001;
    if ((mode & bit) === 0) return false;
    if (each === path.dirname(each)) return true;
  }
}
