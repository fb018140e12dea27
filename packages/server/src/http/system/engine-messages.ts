import { ENDPOINTS } from '@atelier/contract';
import type { FastifyInstance } from 'fastify';
import { applyEvent } from '../../engines/remote-runs.ts';
import { Fault } from '../../fault.ts';
import type { SystemRoom } from '../room.ts';
import { route } from '../route.ts';

/**
 * `POST /engine-webhooks/{engine}`: a signed message of an engine that its work has ended. The worker that follows the
 * work polls it at once.
 */
export async function addEngineMessages(app: FastifyInstance, room: SystemRoom): Promise<void> {
  await app.register((scope, _options, done) => {
    // Signatures cover the bytes as received.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, async (_request: unknown, bytes: Buffer) => bytes);
    route(
      scope,
      room,
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
        request.log.debug({ engine: params.engine, remote: event.remoteId, applied }, 'an engine sent word');
      },
      { bodyBytes: true },
    );
    done();
  });
}
