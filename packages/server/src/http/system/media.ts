import { Readable } from 'node:stream';
import { ENDPOINTS, THUMBNAIL_SIDE_PIXELS_MAX } from '@atelier/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Fault } from '../../fault.ts';
import { contentDisposition, thumbnailName } from '../../media/file-name.ts';
import { findMediaByToken, type MediaRow } from '../../media/rows.ts';
import type { ByteRange, MediaStore } from '../../media/store/port.ts';
import type { SystemRoom } from '../room.ts';
import { route } from '../route.ts';
import { knowsTag } from '../send-static.ts';

/** The answer to an address without a file. */
const goneAddress = () =>
  new Fault(
    'not_found',
    'No file is at this address, or it has expired. Read the record or the job again, and use its url.',
  );

/** Immutable files by unguessable addresses; nothing here runs as a script. */
export function addMedia(app: FastifyInstance, room: SystemRoom): void {
  const find = async (token: string, request: FastifyRequest) => {
    const query = new URL(request.url, 'http://localhost').searchParams;
    if (!room.addresses.isValid(token, query, room.clock.now())) throw goneAddress();
    const media = await findMediaByToken(room.db, token);
    if (!media) throw goneAddress();
    return { media, cacheSeconds: room.addresses.cacheSeconds(query, room.clock.now()) };
  };

  route(app, room, ENDPOINTS.getThumbnail, async ({ params, request, reply }) => {
    const { media, cacheSeconds } = await find(params.token, request);
    if (media.kind !== 'image') throw goneAddress();
    const etag = `"${media.sha256.toString('base64url')}-${THUMBNAIL_SIDE_PIXELS_MAX}"`;
    const facts = { mime_type: 'image/webp', file_name: thumbnailName(media.file_name) };
    if (knowsTag(request, etag)) {
      describe(reply, facts, etag, cacheSeconds);
      return reply.code(304).send();
    }
    const bytes = await room.readThumbnail(media);
    if (!bytes) throw goneAddress();
    describe(reply, facts, etag, cacheSeconds);
    return reply.send(bytes);
  });

  route(app, room, ENDPOINTS.getMedia, async ({ params, request, reply }) => {
    const { media, cacheSeconds } = await find(params.token, request);
    const etag = `"${media.sha256.toString('base64url')}"`;
    if (knowsTag(request, etag)) {
      describe(reply, media, etag, cacheSeconds);
      return reply.code(304).send();
    }
    const range = wantedRange(request, etag, media.size_bytes);
    if (range === 'unsatisfiable') return reply.code(416).header('content-range', `bytes */${media.size_bytes}`).send();
    const body = await bodyFor(request, room.store, media.storage_key, range);
    if (!body) {
      if (!(await findMediaByToken(room.db, params.token))) throw goneAddress();
      throw new Error(`the bytes of the media ${media.id} are missing from the store`);
    }
    // Only now: an error must not be kept by caches as if it were the picture.
    describe(reply, media, etag, cacheSeconds);
    reply.header('accept-ranges', 'bytes');
    if (range) reply.code(206).header('content-range', `bytes ${range.first}-${range.last}/${media.size_bytes}`);
    reply.header('content-length', String(range ? range.last - range.first + 1 : media.size_bytes));
    return reply.send(body);
  });
}

function describe(
  reply: FastifyReply,
  media: Pick<MediaRow, 'mime_type' | 'file_name'>,
  etag: string,
  cacheSeconds: number,
): void {
  reply
    .header('content-type', media.mime_type)
    .header('cache-control', `public, max-age=${cacheSeconds}, immutable`)
    .header('etag', etag)
    .header('content-disposition', contentDisposition(media.file_name))
    .header('content-security-policy', "default-src 'none'; sandbox")
    .header('cross-origin-resource-policy', 'cross-origin');
}

/**
 * The one range of a file that a client asks for (RFC 9110 §14.2), or null for the whole file. The answer is the whole
 * file for HEAD, for several ranges and for nonsense. It is so too where `If-Range` (§13.1.5) names another file than
 * the one with this tag. `size` in bytes.
 */
export function wantedRange(
  { method, headers }: Pick<FastifyRequest, 'method' | 'headers'>,
  etag: string,
  size: number,
): ByteRange | 'unsatisfiable' | null {
  const condition = headers['if-range'];
  if (method !== 'GET' || (condition !== undefined && condition !== etag)) return null;
  const [, first, last] = /^bytes=(\d*)-(\d*)$/i.exec(headers.range ?? '') ?? [];
  if (first === undefined || last === undefined || (first === '' && last === '')) return null;
  const start = first === '' ? Math.max(0, size - Number(last)) : Number(first);
  const end = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1);
  return start > end || start >= size ? 'unsatisfiable' : { first: start, last: end };
}

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
