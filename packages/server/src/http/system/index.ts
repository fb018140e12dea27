import { ENDPOINTS, type Health } from '@atelier/contract';
import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { applyEvent } from '../../engines/remote-runs.ts';
import { Fault } from '../../fault.ts';
import { findMediaByToken } from '../../media/rows.ts';
import type { HttpRoom } from '../room.ts';
import { type AddRoute, routesOf } from '../route.ts';
import { goneAddress, sendMedia, sendThumbnail } from '../send-media.ts';
import { addOpenApi, addReference } from './reference.ts';
import { addStudio } from './studio.ts';

const HEALTHY: Health = { status: 'ok', reasons: [] };

/** The routes without a key: health, metrics, documents, media and the studio. */
export async function addSystemRoutes(app: FastifyInstance, room: HttpRoom): Promise<void> {
  const route = routesOf(app, room);
  route(ENDPOINTS.getHealth, async () => HEALTHY);

  route(ENDPOINTS.getReadiness, async ({ reply }) => {
    const reasons = await room.notReady();
    if (reasons.length === 0) return HEALTHY;
    const answer: Health = { status: 'unavailable', reasons: [...reasons] };
    return reply.code(503).header('retry-after', '2').send(answer);
  });

  route(ENDPOINTS.getMetrics, async ({ reply }) =>
    reply.header('content-type', room.metrics.contentType).send(await room.metrics.text()),
  );

  addMedia(route, room);
  addStudio(app, room);
  await addEngineMessages(app, room);

  addOpenApi(route, room);
  addReference(app, room);
}

/** Immutable files by unguessable addresses; nothing here runs as a script. */
function addMedia(route: AddRoute, room: HttpRoom): void {
  const find = async (token: string, request: FastifyRequest, reply: FastifyReply) => {
    const query = new URL(request.url, 'http://localhost').searchParams;
    if (!room.addresses.isValid(token, query, room.clock.now())) throw goneAddress();
    const media = await findMediaByToken(room.db, token);
    if (!media) throw goneAddress();
    const cacheControl = `public, max-age=${room.addresses.cacheSeconds(query, room.clock.now())}, immutable`;
    return { media, sending: { request, reply, fileName: media.file_name, cacheControl } };
  };

  route(ENDPOINTS.getThumbnail, async ({ params, request, reply }) => {
    const { media, sending } = await find(params.token, request, reply);
    return sendThumbnail(room, media, sending);
  });

  route(ENDPOINTS.getMedia, async ({ params, request, reply }) => {
    const { media, sending } = await find(params.token, request, reply);
    return sendMedia(room, media, sending);
  });
}

/**
 * `POST /engine-webhooks/{engine}`: a signed message of an engine that its work has ended. The worker that follows the
 * work polls it at once.
 */
async function addEngineMessages(app: FastifyInstance, room: HttpRoom): Promise<void> {
  const messageRoutes: FastifyPluginAsync = async (scope) => {
    // Signatures cover the bytes as received.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, async (_request: unknown, bytes: Buffer) => bytes);
    routesOf(scope, room)(
      ENDPOINTS.receiveEngineMessage,
      async ({ params, request }) => {
        const found = room.engines.hosted(params.engine)?.engine;
        if (found?.kind !== 'hosted' || !found.readEvent)
          throw new Fault(
            'not_found',
            `No engine ${JSON.stringify(params.engine)} of this service sends messages. Use the address that the service gave the engine.`,
          );
        const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
        const headers = Object.fromEntries(
          Object.entries(request.headers).map(([name, value]) => [name, value?.toString()]),
        );
        const event = await found.readEvent({ headers, body });
        if (!event)
          throw new Fault(
            'unauthorized',
            'The message is not signed by the engine, or is too old. Compare the secret, and the clocks of both machines.',
          );
        const applied = await applyEvent(room.db, params.engine, event, room.clock.now());
        request.log.debug(
          { engine: params.engine, remote: event.remoteId, applied },
          'an engine reported that work has ended',
        );
      },
      { bodyBytes: true },
    );
  };
  await app.register(messageRoutes);
}
