import { ENDPOINTS } from '@atelier/contract';
import type { FastifyInstance } from 'fastify';
import { createKey, listKeys, revokeKey } from '../../accounts/keys.ts';
import { findWorkspace } from '../../accounts/workspaces.ts';
import { MissingFault } from '../../fault.ts';
import type { AdminRoom } from '../room.ts';
import { route } from '../route.ts';

/** Keys of workspaces, under `/admin`. */
export function addKeyRoutes(app: FastifyInstance, room: AdminRoom): void {
  route(app, room, ENDPOINTS.createKey, async ({ params, body }) => {
    const workspace = await findWorkspace(room.db, params.id);
    if (!workspace) throw new MissingFault('workspace', params.id);
    const { keyId, key } = await createKey(room.db, workspace, body.name, room.clock.now());
    return { key_id: keyId, api_key: key };
  });

  route(app, room, ENDPOINTS.listKeys, async ({ params }) => {
    if (!(await findWorkspace(room.db, params.id))) throw new MissingFault('workspace', params.id);
    const keys = await listKeys(room.db, params.id);
    return {
      keys: keys.map((key) => ({
        key_id: key.id,
        name: key.name,
        prefix: key.prefix,
        created_at: key.created_at.toISOString(),
        last_used_at: key.last_used_at?.toISOString() ?? null,
        revoked_at: key.revoked_at?.toISOString() ?? null,
      })),
    };
  });

  route(app, room, ENDPOINTS.revokeKey, async ({ params, reply }) => {
    const workspaceId = await revokeKey(room.db, params.key_id, room.clock.now());
    if (workspaceId === null) throw new MissingFault('key', params.key_id);
    room.changes.tellHere(workspaceId);
    return reply.code(204).send();
  });
}
