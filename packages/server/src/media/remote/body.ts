import { pipeline, Readable, type Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { tooLarge } from '../rejection.ts';

/** How a body may be packed although it was asked for unpacked, by its name in `Content-Encoding` (RFC 9110 §8.4.1). */
const UNPACKERS: Readonly<Record<string, () => Transform>> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
};

/** The names in `UNPACKERS`, for messages. */
export const KNOWN_ENCODINGS = Object.keys(UNPACKERS);

/**
 * The bytes of a body, unpacked. Both the bytes that come and those they unpack to are counted while they are read; the
 * first over the limit ends it with a MediaRejection, so a packed bomb is never unpacked. Null for an encoding not
 * known here.
 */
export function unpackedBody(
  body: AsyncIterable<Uint8Array>,
  encoding: string | undefined,
  bytesMax: number,
): AsyncIterable<Uint8Array> | null {
  const name = (encoding ?? '').trim().toLowerCase();
  const counted = limited(body, bytesMax);
  if (name === '' || name === 'identity') return counted;
  const unpacker = UNPACKERS[name]?.();
  if (!unpacker) return null;
  // The error of either side comes out of the iteration of the last.
  return limited(
    pipeline(Readable.from(counted), unpacker, () => {}),
    bytesMax,
  );
}

async function* limited(body: AsyncIterable<Uint8Array>, bytesMax: number): AsyncGenerator<Uint8Array> {
  let sizeBytes = 0;
  for await (const chunk of body) {
    sizeBytes += chunk.byteLength;
    if (sizeBytes > bytesMax) throw tooLarge(bytesMax);
    yield chunk;
  }
}
