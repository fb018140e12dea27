import type { Readable } from 'node:stream';

/**
 * Where the bytes of pictures and videos lie. A key is written once and never changes: the bytes come first under a
 * fresh key, the row that names the key second, so a crash leaves at most a blob nobody names. The tests of
 * `test/support/media-store.ts` say what every driver does; nothing outside the port knows which driver it has.
 */
export interface MediaStore {
  /**
   * Stores a blob under a fresh key. When the promise resolves it outlives a power cut. When it rejects nothing of it
   * can be read: `BlobExistsError` when the key is taken, `BlobSizeError` when the body is not of the stated size,
   * `StoreUnavailableError` when the medium is full or away, else what the body threw.
   */
  put(key: string, body: BlobBody, facts: BlobFacts): Promise<void>;
  /**
   * Opens a blob, or a part of it, for reading. Null when there is none. The caller reads the body to its end or
   * destroys it.
   */
  open(key: string, range?: ByteRange): Promise<OpenBlob | null>;
  /** A whole blob in memory: for pictures, which intake and engines keep small. Null when there is none. */
  read(key: string): Promise<Uint8Array | null>;
  /** Size and age without the bytes. Null when there is none. */
  stat(key: string): Promise<BlobStat | null>;
  /** Removes a blob. One that is not there is no error, so that a sweep can run twice. */
  delete(key: string): Promise<void>;
  /**
   * Blobs stored before a moment, in no order, those of one area where it is named: for sweeps of what no row names.
   */
  listOlderThan(moment: Date, area?: string): AsyncIterable<BlobListing>;
  /** Resolves when a blob can be written, read and removed now; else rejects with the reason. */
  checkHealth(): Promise<void>;
}

/** The bytes of a blob: all at hand, or as they come. */
export type BlobBody = Uint8Array | AsyncIterable<Uint8Array>;

/** What is known of a blob before its bytes are read. */
export interface BlobFacts {
  readonly sizeBytes: number;
  /** For drivers that serve files themselves (a presigned address). Reads do not return it: the row knows it. */
  readonly contentType: string;
}

/** A part of a blob: offsets of its first and last byte, as in an HTTP range. The end may lie beyond the blob. */
export interface ByteRange {
  readonly first: number;
  readonly last: number;
}

/** A blob being read. */
export interface OpenBlob {
  readonly body: Readable;
  /** Of the whole blob, also when a part was asked for. */
  readonly sizeBytes: number;
}

/** What a blob is without its bytes. */
export interface BlobStat {
  readonly sizeBytes: number;
  readonly storedAt: Date;
}

/** A blob found by listing. */
export interface BlobListing extends BlobStat {
  readonly key: string;
}

/**
 * Area of the blobs that health checks write, read and remove; those of a process that died meanwhile stay, and a sweep
 * takes them.
 */
export const HEALTH_AREA = 'health';

/** Area, a slash, a name: lower case, since some file systems know no other, and a name long enough to be unique. */
const KEY = /^[a-z]{1,32}\/[a-z0-9][a-z0-9-]{6,62}[a-z0-9]$/;

/**
 * Throws a RangeError unless the text can be a key, for example `uploads/0199d0a0-0000-7000-8000-000000000000`. Every
 * driver calls it before a key becomes a path or an address.
 */
export function checkBlobKey(key: string): void {
  if (!KEY.test(key)) throw new RangeError(`${JSON.stringify(key)} is not a blob key: it must match ${KEY.source}`);
}

/** The key is taken. Blobs never change, so this is a fault of the program. */
export class BlobExistsError extends Error {
  override readonly name = 'BlobExistsError';

  constructor(key: string) {
    super(`the blob ${key} is stored already`);
  }
}

/** The body ended before or went on after the stated size. */
export class BlobSizeError extends Error {
  override readonly name = 'BlobSizeError';

  constructor(key: string, statedBytes: number, givenBytes: number) {
    super(`the blob ${key} was said to have ${statedBytes} bytes; ${givenBytes} or more came`);
  }
}

/** The range begins at or after the end of the blob, or is turned round. */
export class BlobRangeError extends Error {
  override readonly name = 'BlobRangeError';

  constructor(key: string, range: ByteRange, sizeBytes: number) {
    super(`bytes ${range.first} to ${range.last} are not within the ${sizeBytes} bytes of the blob ${key}`);
  }
}

/** The medium is full, away or overloaded; trying again may help. */
export class StoreUnavailableError extends Error {
  override readonly name = 'StoreUnavailableError';

  constructor(options: { readonly cause: unknown }) {
    super('the media store cannot be used right now', options);
  }
}
