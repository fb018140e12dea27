import { createReadStream } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { onMedium } from './store/medium.ts';

/** A file for one piece of work. Its holder removes it, at the latest where it goes out of scope. */
export class TemporaryFile {
  readonly path: string;
  readonly sizeBytes: number;

  constructor(path: string, sizeBytes: number) {
    this.path = path;
    this.sizeBytes = sizeBytes;
  }

  /** Its bytes, read from disk. */
  stream(): Readable {
    return createReadStream(this.path);
  }

  /** All its bytes in memory. */
  bytes(): Promise<Buffer> {
    return readFile(this.path);
  }

  /** Removes it; a second call does nothing. */
  async remove(): Promise<void> {
    await onMedium(() => rm(this.path, { force: true }));
  }

  /** A file that cannot be removed is left to the sweep. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.remove().catch(() => undefined);
  }
}
