import { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import type { ByteRange, MediaStore } from '../../media/store/port.ts';

/**
 * The body of an answer for a blob: its bytes or a range of them. For HEAD it is an empty stream, and the blob is not
 * opened, because a bucket would send it whole. Null when the store has no such blob. Rejects as the store does.
 */
export async function bodyFor(
  { method }: Pick<FastifyRequest, 'method'>,
  store: Pick<MediaStore, 'open' | 'stat'>,
  key: string,
  range: ByteRange | null,
): Promise<Readable | null> {
  // A stream even so: of anything else the framework states the length as that of the file.
  if (method === 'HEAD') return (await store.stat(key)) && Readable.from([]);
  return (await store.open(key, range ?? undefined))?.body ?? null;
}
