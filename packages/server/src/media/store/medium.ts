import { StoreUnavailableError } from './port.ts';
import { hasCode } from './temporary-files.ts';

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
