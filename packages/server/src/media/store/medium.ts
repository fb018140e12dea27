import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { StoreUnavailableError } from './port.ts';

/**
 * Errors of a disk that is full, read-only, broken, forbidden or gone, or of a process without free file handles. The
 * request is not at fault, and the state may pass.
 */
const TROUBLES = [
  ...['ENOSPC', 'EDQUOT', 'EROFS', 'EIO', 'EACCES', 'EPERM', 'EMFILE', 'ENFILE'],
  ...['ESTALE', 'ENODEV', 'ENXIO', 'ENOTCONN', 'EHOSTDOWN', 'ETIMEDOUT'],
];

/** The same in the image library's words, and in errors that lost their code between threads. */
const TROUBLES_IN_WORDS =
  /\b(ENOSPC|EDQUOT|EROFS|EIO):|system error: (No space left|Disk quota|Read-only file system|Input\/output error|Permission denied|Too many open files)/;

/** True for an error that says the service's disk is full, broken or gone. */
export function isMediumTrouble(error: unknown): boolean {
  return (
    TROUBLES.some((code) => hasCode(error, code)) || (error instanceof Error && TROUBLES_IN_WORDS.test(error.message))
  );
}

/**
 * Runs work on the service's disk. Throws StoreUnavailableError for an error of the disk, and every other error as it
 * is.
 */
export async function onMedium<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw isMediumTrouble(error) ? new StoreUnavailableError({ cause: error }) : error;
  }
}

/**
 * How long a temporary file may lie untouched before it counts as left behind by a process that died. Far longer than
 * any upload: another live process may share the folder, and every write renews the file's time.
 */
export const ABANDONED_AFTER_MS = 60 * 60 * 1000;

/**
 * Removes the files of a folder, if it is there, that nobody has written to for `ABANDONED_AFTER_MS`. Returns how many
 * went.
 */
export async function sweepAbandonedFiles(folder: string, now: Date): Promise<number> {
  let removed = 0;
  for (const name of (await readdir(folder).catch(ignoreMissing)) ?? []) {
    const path = join(folder, name);
    const found = await stat(path).catch(ignoreMissing);
    if (!found?.isFile() || now.getTime() - found.mtimeMs < ABANDONED_AFTER_MS) continue;
    await rm(path, { force: true });
    removed += 1;
  }
  return removed;
}

/** For `.catch`: a file that is not there is null, any other error is thrown again. */
export function ignoreMissing(error: unknown): null {
  if (hasCode(error, 'ENOENT')) return null;
  throw error;
}

/** True for an error of the operating system with that code. */
export function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
