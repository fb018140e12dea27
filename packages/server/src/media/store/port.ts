import type { Readable } from 'node:stream';

/**
 * Stores the bytes of pictures and videos. A key is written once and never changes. Bytes are stored first under a new
 * key, the row that names the key second, so a crash leaves at most an unnamed blob. `test/support/media-store.ts`
 * specifies every driver.
 */
export interface MediaStore {
  /**
   * Stores a blob under a new key. Once the promise resolves, the blob survives a power cut; if it rejects, nothing of
   * it can be read.
   *
   * - `StoreUnavailableError`: the medium is full or unreachable.
   * - Error: the key is taken, or the body does not have the stated size. Both are bugs.
   * - Any error of the body is rethrown.
   */
  put(key: string, body: BlobBody, facts: BlobFacts): Promise<void>;
  /**
   * Opens a blob, or a range of it, for reading. Null if there is none. The caller reads the body to its end or
   * destroys it. Throws a RangeError for a range that lies outside the blob.
   */
  open(key: string, range?: ByteRange): Promise<OpenBlob | null>;
  /** A whole blob in memory, for pictures: uploads and engines keep them small. Null if there is none. */
  read(key: string): Promise<Uint8Array | null>;
  /** Size and age. Null if there is no blob. */
  stat(key: string): Promise<BlobStat | null>;
  /** Removes a blob. A missing blob is no error, so a sweep can run twice. */
  delete(key: string): Promise<void>;
  /** Blobs stored before a moment, unordered, optionally of one area: for sweeps of unnamed blobs. */
  listOlderThan(moment: Date, area?: string): AsyncIterable<BlobListing>;
}

/** The bytes of a blob: in memory, or streamed. */
export type BlobBody = Uint8Array | AsyncIterable<Uint8Array>;

/** Known of a blob before its bytes are read. */
export interface BlobFacts {
  readonly sizeBytes: number;
  /** For drivers that serve files themselves (a presigned address). Reads do not return it: the row has it. */
  readonly contentType: string;
}

/** A range of a blob: offsets of its first and last byte, as in HTTP. The end may lie beyond the blob. */
export interface ByteRange {
  readonly first: number;
  readonly last: number;
}

/** A blob being read. */
export interface OpenBlob {
  readonly body: Readable;
  /** Of the whole blob, even if a range was requested. */
  readonly sizeBytes: number;
}

/** A blob's facts without its bytes. */
export interface BlobStat {
  readonly sizeBytes: number;
  readonly storedAt: Date;
}

/** A blob found by listing. */
export interface BlobListing extends BlobStat {
  readonly key: string;
}

/** Keys: area, slash, name. Lower case, because some file systems ignore case; long enough to be unique. */
export const KEY = /^[a-z]{1,32}\/[a-z0-9][a-z0-9-]{6,62}[a-z0-9]$/;

/**
 * Throws a RangeError unless the text is a valid key, such as `uploads/0199d0a0-0000-7000-8000-000000000000`. Every
 * driver calls it before a key becomes a path or an address.
 */
export function checkBlobKey(key: string): void {
  if (!KEY.test(key)) throw new RangeError(`${JSON.stringify(key)} is not a blob key: it must match ${KEY.source}`);
}

/** The error for a taken key. Blobs never change, so this is a bug. */
export function keyTaken(key: string): Error {
  return new Error(`the blob ${key} is stored already`);
}

/**
 * A body that throws unless it has the stated size: otherwise a server would wait for the rest of a broken body. Each
 * chunk waits for the next, so the last byte is sent only once the size is known to be right.
 */
export async function* metered(
  key: string,
  body: BlobBody,
  sizeBytes: number,
  onFault: (fault: unknown) => void = () => {},
): AsyncGenerator<Uint8Array> {
  let givenBytes = 0;
  let held: Uint8Array | null = null;
  const wrongSize = () => new Error(`the blob ${key} was said to have ${sizeBytes} bytes; ${givenBytes} or more came`);
  try {
    for await (const chunk of body instanceof Uint8Array ? [body] : body) {
      givenBytes += chunk.byteLength;
      if (givenBytes > sizeBytes) throw wrongSize();
      if (held) yield held;
      held = chunk;
    }
    if (givenBytes < sizeBytes) throw wrongSize();
    if (held) yield held;
  } catch (error) {
    onFault(error);
    throw error;
  }
}

/** The error for a range that begins at or after the end of the blob, or ends before it begins. */
export function outOfRange(key: string, { first, last }: ByteRange, sizeBytes: number): RangeError {
  return new RangeError(`bytes ${first} to ${last} are not within the ${sizeBytes} bytes of the blob ${key}`);
}

/** The medium is full, unreachable or overloaded; trying again may help. */
export class StoreUnavailableError extends Error {
  override readonly name = 'StoreUnavailableError';

  constructor(options: { readonly cause: unknown }) {
    super('the media store cannot be used right now', options);
  }
}
