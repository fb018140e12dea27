import { ENDPOINTS } from '@atelier/contract';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { Fault } from '../../fault.ts';
import { contentDisposition } from '../../media/file-name.ts';
import { findMediaByToken, type MediaRow } from '../../media/rows.ts';
import { knowsTag } from '../entity-tag.ts';
import type { PictureRoom } from '../room.ts';
import { route } from '../route.ts';
import { bodyFor } from './media-body.ts';
import { wantedRange } from './range.ts';

/** `GET /media/{token}/{name}`: immutable files by unguessable addresses; nothing here runs as a script. */
export function addMedia(app: FastifyInstance, room: PictureRoom): void {
  route(app, room, ENDPOINTS.getMedia, async ({ params, request, reply }) => {
    const query = new URL(request.url, 'http://localhost').searchParams;
    if (!room.addresses.isValid(params.token, query, room.clock.now()))
      throw new Fault('not_found', 'This address leads nowhere, or has expired.');
    const media = await findMediaByToken(room.db, params.token);
    if (!media) throw new Fault('not_found', 'This address leads nowhere, or has expired.');

    const etag = `"${media.sha256.toString('base64url')}"`;
    const cacheSeconds = room.addresses.cacheSeconds(query, room.clock.now());
    if (knowsTag(request, etag)) {
      describe(reply, media, etag, cacheSeconds);
      return reply.code(304).send();
    }
    const range = wantedRange(request, etag, media.size_bytes);
    if (range === 'unsatisfiable') return reply.code(416).header('content-range', `bytes */${media.size_bytes}`).send();
    const body = await bodyFor(request, room.store, media.storage_key, range);
    if (!body) {
      if (!(await findMediaByToken(room.db, params.token)))
        throw new Fault('not_found', 'This address leads nowhere, or has expired.');
      throw new Error(`the bytes of the media ${media.id} are missing from the store`);
    }
    // Only now: an error must not be kept by caches as if it were the picture.
    describe(reply, media, etag, cacheSeconds);
    if (range) reply.code(206).header('content-range', `bytes ${range.first}-${range.last}/${media.size_bytes}`);
    reply.header('content-length', String(range ? range.last - range.first + 1 : media.size_bytes));
    return reply.send(body);
  });
}

function describe(reply: FastifyReply, media: MediaRow, etag: string, cacheSeconds: number): void {
  reply
    .header('content-type', media.mime_type)
    .header('cache-control', `public, max-age=${cacheSeconds}, immutable`)
    .header('etag', etag)
    .header('accept-ranges', 'bytes')
    .header('content-disposition', contentDisposition(media.file_name))
    .header('content-security-policy', "default-src 'none'; sandbox")
    .header('cross-origin-resource-policy', 'cross-origin');
}
