import { ENDPOINTS, type Health } from '@atelier/contract';
import type { FastifyInstance } from 'fastify';
import type { SystemRoom } from '../room.ts';
import { route } from '../route.ts';
import { addEngineMessages } from './engine-messages.ts';
import { addMedia } from './media.ts';
import { addOpenApi } from './open-api.ts';
import { addReference } from './reference.ts';
import { addStudio } from './studio.ts';

const HEALTHY: Health = { status: 'ok', reasons: [] };

/** The routes without a key: health, metrics, documents, media and the studio. */
export async function addSystemRoutes(app: FastifyInstance, room: SystemRoom): Promise<void> {
  route(app, room, ENDPOINTS.getHealth, async () => HEALTHY);

  route(app, room, ENDPOINTS.getReadiness, async ({ reply }) => {
    const reasons = await room.notReady();
    if (reasons.length === 0) return HEALTHY;
    const answer: Health = { status: 'unavailable', reasons: [...reasons] };
    return reply.code(503).header('retry-after', '2').send(answer);
  });

  route(app, room, ENDPOINTS.getMetrics, async ({ reply }) => {
    return reply.header('content-type', room.metrics.contentType).send(await room.metrics.text());
  });

  addMedia(app, room);
  addStudio(app, room);
  await addEngineMessages(app, room);

  addOpenApi(app, room);
  addReference(app, room);
}
