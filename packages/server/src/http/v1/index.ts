import type { FastifyInstance } from 'fastify';
import type { HttpRoom } from '../room.ts';
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
export function addV1Routes(app: FastifyInstance, room: HttpRoom): void {
  addSubmissions(app, room);
  addJobRoutes(app, room);
  addAccountRoutes(app, room);
  addProductRoutes(app, room);
  addImageRoutes(app, room);
  addCollectionRoutes(app, room);
  addLookRoutes(app, room);
  addShootRoutes(app, room);
  addExportRoutes(app, room);
  addReviewLinkRoutes(app, room);
  addWebhookRoutes(app, room);
  addKeyRoutes(app, room);
  addUsageRoutes(app, room);
}
