import { type ChildProcess, spawn } from 'node:child_process';
import fs from 'node:fs/promises';
import path from 'node:path';
import type { PostgresUser } from './user.ts';

/**
 * All that programs of PostgreSQL learn of the environment: no locale, time zone, library or `PG*` variable of the
 * caller reaches them.
 */
const ENVIRONMENT = { PATH: '/usr/local/bin:/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' };

/**
 * How a program names the folder it was started in. Linux leads there without a look at the folders above, which its
 * user may not be able to enter.
 */
export const STARTED_IN = process.platform === 'linux' ? '/proc/self/cwd' : '.';

/**
 * Starts a program as the user in a folder that the user need not be able to reach. Its errors are piped; a Ctrl-C on
 * the terminal does not reach it.
 */
export function spawnIn(
  folder: string,
  program: string,
  parameters: readonly string[],
  user: PostgresUser,
): ChildProcess {
  return spawn(program, parameters, {
    cwd: folder,
    env: ENVIRONMENT,
    stdio: ['ignore', 'ignore', 'pipe'],
    detached: true,
    ...(user.isOther ? { uid: user.uid, gid: user.gid } : {}),
  });
}

/**
 * The error output of a program so far, bounded, in one line. Left out are hints about tools that would create the
 * database again.
 */
export function errorsOf(child: ChildProcess): () => string {
  let text = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    text = (text + chunk.toString()).slice(-4000);
  });
  return () =>
    text
      .replaceAll(/^(?:.*\s)?HINT: .*\n?/gm, '')
      .trim()
      .replaceAll(/\s*\n\s*/g, '; ');
}

/** The programs of PostgreSQL, by their paths. */
export interface PostgresPrograms {
  readonly initdb: string;
  readonly postgres: string;
}

/** Programs in a folder that holds `bin`, `lib` and `share`. */
export function programsIn(folder: string): PostgresPrograms {
  return { initdb: path.join(folder, 'bin', 'initdb'), postgres: path.join(folder, 'bin', 'postgres') };
}

/** A symbolic link: its place, relative to the folder of `bin`, and its target. */
export interface ProgramLink {
  readonly file: string;
  readonly target: string;
}

/** Makes the links below a folder; those that are there stay. */
export async function restoreLinks(folder: string, links: readonly ProgramLink[]): Promise<void> {
  for (const { file, target } of links) {
    await fs.symlink(target, path.join(folder, file)).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
  }
}
