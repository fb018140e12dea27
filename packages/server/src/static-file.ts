import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

/** Encodings that a file may be sent in, best first. */
export const ENCODINGS = ['br', 'gzip'] as const;
export type Encoding = (typeof ENCODINGS)[number];

/** A brotli quality that shrinks nearly as far as the best and takes a fiftieth of its time. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } };

/** A file that is the same for every caller, in memory. */
export interface StaticFile {
  readonly mediaType: string;
  /** Strong, quoted. */
  readonly etag: string;
  readonly bytes: Buffer;
  readonly encoded: Readonly<Partial<Record<Encoding, Buffer>>>;
}

/** A file of text as it is sent, compressed once. */
export async function compressedFile(bytes: Buffer, mediaType: string): Promise<StaticFile> {
  const [br, gz] = await Promise.all([promisify(brotliCompress)(bytes, BROTLI), promisify(gzip)(bytes)]);
  return { mediaType, etag: etagOf(bytes), bytes, encoded: { br, gzip: gz } };
}

/** The strong, quoted ETag of a file. */
export function etagOf(bytes: Buffer): string {
  return `"${createHash('sha256').update(bytes).digest('base64url')}"`;
}
