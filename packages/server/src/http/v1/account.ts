import {
  type Account,
  DEFAULT_MODELS,
  ENDPOINTS,
  MODEL_NAMES,
  MODELS,
  type Model,
  type ModelName,
  OPERATIONS,
  type OperationEngine,
} from '@atelier/contract';
import { findKey, type KeyWithUse } from '../../accounts/keys.ts';
import { BY_SEQUENCE, listEntries } from '../../accounts/ledger.ts';
import { mayUse, type Plan } from '../../accounts/plans.ts';
import { toCredits } from '../../accounts/units.ts';
import { deletedWorkspace, findWorkspace, type Workspace } from '../../accounts/workspaces.ts';
import type { PageRange } from '../../database/page.ts';
import { servedBy } from '../../engines/served-by.ts';
import { listEngineStates } from '../../engines/states.ts';
import { readStorageUse, type StorageUse } from '../../media/storage-use.ts';
import { readPage } from '../cursor.ts';
import { keyViewV1 } from '../key-rights.ts';
import type { HttpRoom } from '../room.ts';
import type { AddRoute } from '../route.ts';

/** Limits and state of a workspace: `/v1/account`, `/v1/models`, `/v1/credits/entries`. */
export function addAccountRoutes(route: AddRoute, room: HttpRoom): void {
  route(ENDPOINTS.getAccount, async ({ workspace }) => {
    const latest = await findWorkspace(room.db, workspace.id);
    if (!latest) throw deletedWorkspace();
    const now = room.clock.now();
    const key = await findKey(room.db, latest.id, workspace.key.id, now, deletedWorkspace);
    return accountView(latest, room.plans[latest.plan], await readStorageUse(room.db, latest.id, now), key);
  });

  route(ENDPOINTS.listModels, async ({ workspace }) => {
    const isOut = await enginesOut(room);
    const enginesOf = (name: ModelName) =>
      MODELS[name].operations.map((operation) => servedBy(room.engines, name, operation, workspace.sandbox, isOut));
    return {
      models: MODEL_NAMES.map((name) => modelView(name, workspace, room.plans[workspace.plan], enginesOf(name))),
    };
  });

  route(ENDPOINTS.listLedgerEntries, async ({ workspace, query }) => {
    const read = (page: PageRange) => listEntries(room.db, workspace.id, page);
    const { items, page_info } = await readPage('ledger entries', null, query, read, BY_SEQUENCE);
    return { entries: items.map(({ sequence: _sequence, ...entry }) => entry), page_info };
  });
}

function accountView(workspace: Workspace, plan: Plan, use: StorageUse, key: KeyWithUse): Account {
  const { num_images, unfinished_jobs, resolutions, requests_per_minute, storage_bytes, upload_bytes_per_day } = plan;
  return {
    workspace_id: workspace.id,
    name: workspace.name,
    plan: workspace.plan,
    sandbox: workspace.sandbox,
    balance: toCredits(workspace.balance),
    limits: {
      ...{ num_images, unfinished_jobs, requests_per_minute, storage_bytes, upload_bytes_per_day },
      resolutions: [...resolutions],
    },
    storage: { held_bytes: use.held_bytes, uploaded_bytes_today: use.uploaded_bytes },
    model_access: [...workspace.model_access],
    key: keyViewV1(key),
  };
}

/** Engines that are unavailable at present, because a key is missing or they failed several times in a row. */
async function enginesOut({ db, engines, clock }: HttpRoom): Promise<(engine: string) => boolean> {
  const states = engines.entries.length === 0 ? [] : await listEngineStates(db);
  const out = new Set([
    ...engines.entries.flatMap(({ name, missingKeys }) => (missingKeys.length > 0 ? [name] : [])),
    ...states.flatMap(({ engine, open_until: openUntil }) => (openUntil && openUntil > clock.now() ? [engine] : [])),
  ]);
  return (engine) => out.has(engine);
}

function modelView(name: ModelName, workspace: Workspace, plan: Plan, engines: OperationEngine[]): Model {
  const rule = MODELS[name];
  return {
    name,
    operations: [...rule.operations],
    default_for: OPERATIONS.filter((operation) => DEFAULT_MODELS[operation] === name),
    engines,
    garments_max: rule.garmentsMax,
    speeds: [...rule.speeds],
    aspect_ratios: [...rule.aspectRatios],
    resolutions: [...plan.resolutions],
    prices: { standard: toCredits(rule.price.standard), high: toCredits(rule.price.high) },
    gated: rule.gated,
    available: mayUse(name, plan, workspace.model_access),
  };
}
