import { StoreUnavailableError } from './port.ts';
import { hasCode } from './temporary-files.ts';

/**
 * What the operating system says of a medium that is full, read-only, broken, closed to us or away, or of a process out
 * of file handles: it is not the fault of what was asked, and may pass.
 */
const TROUBLES = [
  ...['ENOSPC', 'EDQUOT', 'EROFS', 'EIO', 'EACCES', 'EPERM', 'EMFILE', 'ENFILE'],
  ...['ESTALE', 'ENODEV', 'ENXIO', 'ENOTCONN', 'EHOSTDOWN', 'ETIMEDOUT'],
];

/** The same in the words of the image library, and of errors that came out of a thread and lost their code. */
const TROUBLES_IN_WORDS =
  /\b(ENOSPC|EDQUOT|EROFS|EIO):|system error: (No space left|Disk quota|Read-only file system|Input\/output error|Permission denied|Too many open files)/;

/** True for an error that says our own disk is full, broken or away, wherever it was thrown. */
export function isMediumTrouble(error: unknown): boolean {
  return (
    TROUBLES.some((code) => hasCode(error, code)) || (error instanceof Error && TROUBLES_IN_WORDS.test(error.message))
  );
}

/**
 * Does work on our own disk; what goes wrong with the medium itself is thrown as StoreUnavailableError, every other
 * error as it is.
 */
export async function onMedium<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw isMediumTrouble(error) ? new StoreUnavailableError({ cause: error }) : error;
  }
}
