import fs, { constants } from 'node:fs/promises';
import { UsageError } from './command.ts';

/** Throws UsageError, naming the file, unless every one is a file that can be read. */
export async function checkReadable(files: readonly string[]): Promise<void> {
  for (const file of files) {
    const reason = await unreadable(file);
    if (reason) throw new UsageError(`${file} ${reason}`);
  }
}

async function unreadable(file: string): Promise<string | null> {
  try {
    if ((await fs.stat(file)).isDirectory()) return 'is a folder, not a file';
    await fs.access(file, constants.R_OK);
    return null;
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : error;
    return code === 'ENOENT' ? 'does not exist' : `cannot be read (${code})`;
  }
}
