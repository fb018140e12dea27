import { ENDPOINTS } from '@atelier/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { findMediaByToken } from '../../media/rows.ts';
import type { SystemRoom } from '../room.ts';
import { route } from '../route.ts';
import { goneAddress, sendMedia, sendThumbnail } from '../send-media.ts';

/** Immutable files by unguessable addresses; nothing here runs as a script. */
export function addMedia(app: FastifyInstance, room: SystemRoom): void {
  const find = async (token: string, request: FastifyRequest, reply: FastifyReply) => {
    const query = new URL(request.url, 'http://localhost').searchParams;
    if (!room.addresses.isValid(token, query, room.clock.now())) throw goneAddress();
    const media = await findMediaByToken(room.db, token);
    if (!media) throw goneAddress();
    const cacheControl = `public, max-age=${room.addresses.cacheSeconds(query, room.clock.now())}, immutable`;
    return { media, sending: { request, reply, fileName: media.file_name, cacheControl } };
  };

  route(app, room, ENDPOINTS.getThumbnail, async ({ params, request, reply }) => {
    const { media, sending } = await find(params.token, request, reply);
    return sendThumbnail(room, media, sending);
  });

  route(app, room, ENDPOINTS.getMedia, async ({ params, request, reply }) => {
    const { media, sending } = await find(params.token, request, reply);
    return sendMedia(room, media, sending);
  });
}
