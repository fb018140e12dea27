import type { FastifyInstance } from 'fastify';
import type { HttpRooms } from '../room.ts';
import { addAccountRoutes } from './account.ts';
import { addCollectionRoutes } from './collections.ts';
import { addExportRoutes } from './exports.ts';
import { addImageRoutes } from './images.ts';
import { addJobRoutes } from './jobs.ts';
import { addKeyRoutes } from './keys.ts';
import { addLookRoutes } from './looks.ts';
import { addProductRoutes } from './products.ts';
import { addReviewLinkRoutes } from './review-links.ts';
import { addShootRoutes } from './shoots.ts';
import { addSubmissions } from './submissions.ts';
import { addUsageRoutes } from './usage.ts';
import { addWebhookRoutes } from './webhooks.ts';

/** Everything under `/v1`; all of it needs a workspace key. */
export function addV1Routes(app: FastifyInstance, rooms: HttpRooms): void {
  addSubmissions(app, rooms.work);
  addJobRoutes(app, rooms.jobs);
  addAccountRoutes(app, rooms.work);
  addProductRoutes(app, rooms.products);
  addImageRoutes(app, rooms.pictures);
  addCollectionRoutes(app, rooms.pictures);
  addLookRoutes(app, rooms.work);
  addShootRoutes(app, rooms.shoots);
  addExportRoutes(app, rooms.jobs);
  addReviewLinkRoutes(app, rooms.pictures);
  addWebhookRoutes(app, rooms.webhooks);
  addKeyRoutes(app, rooms.keys);
  addUsageRoutes(app, rooms.keys);
}
