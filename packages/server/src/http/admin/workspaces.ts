import { ENDPOINTS } from '@atelier/contract';
import type { FastifyInstance } from 'fastify';
import { createKey } from '../../accounts/keys.ts';
import { enterMovement } from '../../accounts/ledger.ts';
import { toUnits } from '../../accounts/units.ts';
import {
  changeWorkspace,
  createWorkspace,
  deleteWorkspace,
  listWorkspaces,
  lockWorkspace,
  workspaceView,
} from '../../accounts/workspaces.ts';
import { announceChange } from '../../database/changes.ts';
import { MissingFault } from '../../fault.ts';
import { deleteMediaOf, removeBytesNow } from '../../media/removal.ts';
import { type AdminRoom, withLog } from '../room.ts';
import { route } from '../route.ts';

/** Name of the key that comes with a new workspace. */
const FIRST_KEY_NAME = 'first key';

/** Workspaces and their credits, under `/admin/workspaces`. */
export function addWorkspaceRoutes(app: FastifyInstance, room: AdminRoom): void {
  route(app, room, ENDPOINTS.createWorkspace, async ({ body }) => {
    const grant = toUnits(body.credits ?? 0, '/credits');
    return room.db.transaction().execute(async (transaction) => {
      const now = room.clock.now();
      const wanted = {
        name: body.name,
        plan: body.plan ?? 'pro',
        sandbox: body.sandbox ?? false,
        model_access: body.model_access ?? [],
        grant,
      };
      const workspace = await createWorkspace(transaction, wanted, now);
      const { key } = await createKey(transaction, workspace, FIRST_KEY_NAME, now);
      return { workspace: workspaceView(workspace), api_key: key };
    });
  });

  route(app, room, ENDPOINTS.listWorkspaces, async () => {
    return { workspaces: (await listWorkspaces(room.db)).map(workspaceView) };
  });

  route(app, room, ENDPOINTS.changeWorkspace, async ({ params, body }) => {
    const workspace = await room.db.transaction().execute(async (transaction) => {
      await announceChange(transaction, params.id);
      return changeWorkspace(transaction, params.id, body);
    });
    if (!workspace) throw new MissingFault('workspace', params.id);
    room.changes.tellHere(params.id);
    return workspaceView(workspace);
  });

  route(app, room, ENDPOINTS.deleteWorkspace, async ({ params, request, reply }) => {
    const storageKeys = await room.db.transaction().execute(async (transaction) => {
      if (!(await lockWorkspace(transaction, params.id))) throw new MissingFault('workspace', params.id);
      const keys = await deleteMediaOf(transaction, params.id, room.clock.now());
      await deleteWorkspace(transaction, params.id);
      await announceChange(transaction, params.id);
      return keys;
    });
    room.changes.tellHere(params.id);
    await removeBytesNow(withLog(room, request), storageKeys);
    return reply.code(204).send();
  });

  route(app, room, ENDPOINTS.grantCredits, async ({ params, body }) => {
    const amount = toUnits(body.amount, '/amount');
    return room.db.transaction().execute(async (transaction) => {
      if (!(await lockWorkspace(transaction, params.id))) throw new MissingFault('workspace', params.id);
      const kind = amount < 0 ? 'adjustment' : 'grant';
      const movement = { kind, amount, jobId: null, reason: body.reason } as const;
      return enterMovement(transaction, params.id, movement, room.clock.now());
    });
  });
}
