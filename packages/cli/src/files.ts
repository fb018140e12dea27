import { createReadStream } from 'node:fs';
import fs, { constants } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { UsageError } from './command.ts';

/** Throws UsageError, naming the file, unless every one is a file that can be read. */
export async function checkReadable(files: readonly string[]): Promise<void> {
  for (const file of files) {
    const reason = await unreadable(file);
    if (reason) throw new UsageError(`${file} ${reason}`);
  }
}

/**
 * The bytes of a file. Null for more than `bytesMax`, where it stops reading, because a device may be endless. Rejects
 * as the system does.
 */
export function readFileUpTo(file: string, bytesMax: number): Promise<Uint8Array<ArrayBuffer> | null> {
  return readUpTo(createReadStream(file), bytesMax);
}

/** All that a stream brings; null, with the stream ended, for more than `bytesMax` bytes. */
export async function readUpTo(stream: Readable, bytesMax: number): Promise<Uint8Array<ArrayBuffer> | null> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of stream) {
    size += chunk.length;
    if (size > bytesMax) return null;
    chunks.push(chunk);
  }
  return new Uint8Array(Buffer.concat(chunks));
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
