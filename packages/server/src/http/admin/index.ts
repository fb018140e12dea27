import type { FastifyInstance } from 'fastify';
import type { AdminRoom } from '../room.ts';
import { addEngineRoutes } from './engines.ts';
import { addKeyRoutes } from './keys.ts';
import { addWorkspaceRoutes } from './workspaces.ts';

/** The admin interface; all of it needs the admin key. */
export function addAdminRoutes(app: FastifyInstance, room: AdminRoom): void {
  addWorkspaceRoutes(app, room);
  addKeyRoutes(app, room);
  addEngineRoutes(app, room);
}
