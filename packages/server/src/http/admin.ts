import { ENDPOINTS } from '@atelier/contract';
import { ALL_RIGHTS, createKey, listKeys, revokeKey } from '../accounts/keys.ts';
import { enterMovement } from '../accounts/ledger.ts';
import { toUnits } from '../accounts/units.ts';
import {
  changeWorkspace,
  createWorkspace,
  deleteWorkspace,
  findWorkspace,
  listWorkspaces,
  lockWorkspace,
  workspaceView,
} from '../accounts/workspaces.ts';
import { announceChange } from '../database/changes.ts';
import type { CatalogueEntry } from '../engines/catalogue.ts';
import { type EngineState, listEngineStates } from '../engines/states.ts';
import { MissingFault } from '../fault.ts';
import { deleteMediaOf, removeBytesNow } from '../media/removal.ts';
import { keyView, rightsOf } from './key-rights.ts';
import { type HttpRoom, withLog } from './room.ts';
import type { AddRoute } from './route.ts';

/** The admin interface; all of it needs the admin key. */
export function addAdminRoutes(route: AddRoute, room: HttpRoom): void {
  addWorkspaceRoutes(route, room);
  addKeyRoutes(route, room);
  addEngineRoutes(route, room);
}

/** Name of the key that comes with a new workspace. */
const FIRST_KEY_NAME = 'first key';

/** Workspaces and their credits, under `/admin/workspaces`. */
function addWorkspaceRoutes(route: AddRoute, room: HttpRoom): void {
  route(ENDPOINTS.createWorkspace, async ({ body }) => {
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
      const { key } = await createKey(transaction, workspace, { name: FIRST_KEY_NAME, ...ALL_RIGHTS }, now);
      return { workspace: workspaceView(workspace), api_key: key };
    });
  });

  route(ENDPOINTS.listWorkspaces, async () => ({ workspaces: (await listWorkspaces(room.db)).map(workspaceView) }));

  route(ENDPOINTS.changeWorkspace, async ({ params, body }) => {
    const workspace = await room.db.transaction().execute(async (transaction) => {
      await announceChange(transaction, params.id);
      return changeWorkspace(transaction, params.id, body);
    });
    if (!workspace) throw new MissingFault('workspace', params.id);
    room.changes.tellHere(params.id);
    return workspaceView(workspace);
  });

  route(ENDPOINTS.deleteWorkspace, async ({ params, request }) => {
    const storageKeys = await room.db.transaction().execute(async (transaction) => {
      await lockWorkspace(transaction, params.id, () => new MissingFault('workspace', params.id));
      const keys = await deleteMediaOf(transaction, params.id, room.clock.now());
      await deleteWorkspace(transaction, params.id);
      await announceChange(transaction, params.id);
      return keys;
    });
    room.changes.tellHere(params.id);
    await removeBytesNow(withLog(room, request), storageKeys);
  });

  route(ENDPOINTS.grantCredits, async ({ params, body }) => {
    const amount = toUnits(body.amount, '/amount');
    return room.db.transaction().execute(async (transaction) => {
      await lockWorkspace(transaction, params.id, () => new MissingFault('workspace', params.id));
      const kind = amount < 0 ? 'adjustment' : 'grant';
      const movement = { kind, amount, job_id: null, reason: body.reason } as const;
      return enterMovement(transaction, params.id, movement, room.clock.now());
    });
  });
}

/** Keys of workspaces, under `/admin`. */
function addKeyRoutes(route: AddRoute, room: HttpRoom): void {
  route(ENDPOINTS.createKey, async ({ params, body }) => {
    const workspace = await findWorkspace(room.db, params.id);
    if (!workspace) throw new MissingFault('workspace', params.id);
    const now = room.clock.now();
    const wanted = { name: body.name, ...ALL_RIGHTS, ...rightsOf(body, now) };
    const { keyId, key } = await createKey(room.db, workspace, wanted, now);
    return { key_id: keyId, api_key: key };
  });

  route(ENDPOINTS.listKeys, async ({ params }) => {
    if (!(await findWorkspace(room.db, params.id))) throw new MissingFault('workspace', params.id);
    const keys = await listKeys(room.db, params.id);
    return { keys: keys.map((key) => ({ key_id: key.id, ...keyView(key) })) };
  });

  route(ENDPOINTS.revokeKey, async ({ params }) => {
    const workspaceId = await revokeKey(room.db, params.key_id, room.clock.now());
    if (workspaceId === null) throw new MissingFault('key', params.key_id);
    room.changes.tellHere(workspaceId);
  });
}

/** Hosted engines and their states, under `/admin/engines`. */
function addEngineRoutes(route: AddRoute, room: HttpRoom): void {
  route(ENDPOINTS.listEngines, async () => {
    const states = new Map((await listEngineStates(room.db)).map((state) => [state.engine, state]));
    return { engines: room.engines.entries.map((entry) => engineView(entry, states.get(entry.name))) };
  });
}

function engineView(
  { name, adapter, models, missingKeys, limits, price }: CatalogueEntry,
  state: EngineState | undefined,
) {
  const time = (date: Date | null | undefined) => date?.toISOString() ?? null;
  return {
    name,
    adapter,
    models: [...models],
    missing_keys: [...missingKeys],
    price,
    concurrency: limits.concurrency,
    requests_per_minute: limits.requestsPerMinute,
    circuit: state?.open_until ? ('open' as const) : ('closed' as const),
    open_until: time(state?.open_until),
    failures: state?.failures ?? 0,
    last_error: state?.last_error ?? null,
    last_failed_at: time(state?.last_failed_at),
    last_served_at: time(state?.last_served_at),
  };
}
