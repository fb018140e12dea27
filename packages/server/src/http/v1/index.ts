import type { FastifyInstance } from 'fastify';
import type { HttpRoom } from '../room.ts';
import { addAccountRoutes } from './account.ts';
import { addJobRoutes } from './jobs.ts';
import { addSubmissions } from './submissions.ts';
import { addWebhookRoutes } from './webhooks.ts';

/** Everything under `/v1`; all of it needs a workspace key. */
export function addV1Routes(app: FastifyInstance, room: HttpRoom): void {
  addSubmissions(app, room);
  addJobRoutes(app, room);
  addAccountRoutes(app, room);
  addWebhookRoutes(app, room);
}
