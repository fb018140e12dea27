import type { HttpRoom } from '../room.ts';
import type { AddRoute } from '../route.ts';
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
export function addV1Routes(route: AddRoute, room: HttpRoom): void {
  addSubmissions(route, room);
  addJobRoutes(route, room);
  addAccountRoutes(route, room);
  addProductRoutes(route, room);
  addImageRoutes(route, room);
  addCollectionRoutes(route, room);
  addLookRoutes(route, room);
  addShootRoutes(route, room);
  addExportRoutes(route, room);
  addReviewLinkRoutes(route, room);
  addWebhookRoutes(route, room);
  addKeyRoutes(route, room);
  addUsageRoutes(route, room);
}
