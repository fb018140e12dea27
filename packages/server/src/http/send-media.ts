import { Readable } from 'node:stream';
import { THUMBNAIL_SIDE_PIXELS_MAX } from '@atelier/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Fault } from '../fault.ts';
import { contentDisposition, thumbnailName } from '../media/file-name.ts';
import { findMediaByToken, type MediaRow } from '../media/rows.ts';
import type { ByteRange, MediaStore } from '../media/store/port.ts';
import type { HttpRoom } from './room.ts';
import { knowsTag } from './send-static.ts';

/** How a file is sent. */
export interface Sending {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  /** The name under which a browser saves the file; a thumbnail gets the extension of its own type. */
  readonly fileName: string;
  /** Value of `Cache-Control`. */
  readonly cacheControl: string;
}

/** The answer to an address without a file. */
export const goneAddress = () =>
  new Fault(
    'not_found',
    'No file is at this address, or it has expired. Load the record, the job or the review again, and use its url.',
  );

/** Sends the thumbnail of an image, or 304. Throws `not_found` for a video, and if the store has lost the image. */
export async function sendThumbnail(room: HttpRoom, media: MediaRow, sending: Sending): Promise<FastifyReply> {
  if (media.kind !== 'image') throw goneAddress();
  const etag = `"${media.sha256.toString('base64url')}-${THUMBNAIL_SIDE_PIXELS_MAX}"`;
  const facts = { ...sending, mimeType: 'image/webp', fileName: thumbnailName(sending.fileName), etag };
  if (knowsTag(sending.request, etag)) return describe(facts).code(304).send();
  const bytes = await room.readThumbnail(media);
  if (!bytes) throw goneAddress();
  return describe(facts).send(bytes);
}

/** Sends a file, the requested range, 304 or 416. Throws `not_found` for a file that was just deleted. */
export async function sendMedia(room: HttpRoom, media: MediaRow, sending: Sending): Promise<FastifyReply> {
  const { request, reply } = sending;
  const etag = `"${media.sha256.toString('base64url')}"`;
  const facts = { ...sending, mimeType: media.mime_type, etag };
  if (knowsTag(request, etag)) return describe(facts).code(304).send();
  const range = wantedRange(request, etag, media.size_bytes);
  if (range === 'unsatisfiable') return reply.code(416).header('content-range', `bytes */${media.size_bytes}`).send();
  const body = await bodyFor(request, room.store, media.storage_key, range);
  if (!body) {
    if (!(await findMediaByToken(room.db, media.token))) throw goneAddress();
    throw new Error(`the bytes of the media ${media.id} are missing from the store`);
  }
  // Set only here, because caches must not keep an error as the picture.
  describe(facts).header('accept-ranges', 'bytes');
  if (range) reply.code(206).header('content-range', `bytes ${range.first}-${range.last}/${media.size_bytes}`);
  reply.header('content-length', String(range ? range.last - range.first + 1 : media.size_bytes));
  return reply.send(body);
}

function describe({
  reply,
  mimeType,
  fileName,
  etag,
  cacheControl,
}: Sending & { readonly mimeType: string; readonly etag: string }): FastifyReply {
  return reply
    .header('content-type', mimeType)
    .header('cache-control', cacheControl)
    .header('etag', etag)
    .header('content-disposition', contentDisposition(fileName))
    .header('content-security-policy', "default-src 'none'; sandbox")
    .header('cross-origin-resource-policy', 'cross-origin');
}

/**
 * The one range of a file that a client asks for (RFC 9110 §14.2), or null for the whole file. The answer is the whole
 * file for HEAD, for several ranges, for invalid ranges, and if `If-Range` (§13.1.5) names another tag than this.
 * `size` in bytes.
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
  // A stream, because for anything else the framework would set the length of the file.
  if (method === 'HEAD') return (await store.stat(key)) && Readable.from([]);
  return (await store.open(key, range ?? undefined))?.body ?? null;
}
