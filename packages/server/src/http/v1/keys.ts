import { ENDPOINTS, type Scope } from '@atelier/contract';
import {
  ALL_RIGHTS,
  type Caller,
  createKey,
  findKey,
  hasOtherManager,
  type KeyRow,
  type KeyWithUse,
  listKeysWithUse,
  updateKey,
} from '../../accounts/keys.ts';
import { lockWorkspace } from '../../accounts/workspaces.ts';
import { announceChange } from '../../database/changes.ts';
import type { Queryable } from '../../database/connection.ts';
import type { PageRange } from '../../database/page.ts';
import { Fault } from '../../fault.ts';
import { readPage } from '../cursor.ts';
import { keyViewV1, rightsOf } from '../key-rights.ts';
import type { HttpRoom } from '../room.ts';
import type { AddRoute } from '../route.ts';

/** A change of a key; throws a Fault where it is refused. */
type Decide = (transaction: Queryable, key: KeyWithUse, now: Date) => Promise<Partial<KeyRow>>;

/** Keys of the caller's workspace, under `/v1/keys`. */
export function addKeyRoutes(route: AddRoute, room: HttpRoom): void {
  const { db, clock } = room;

  route(ENDPOINTS.createWorkspaceKey, async ({ body, workspace }) => {
    const now = clock.now();
    const rights = { ...ALL_RIGHTS, scopes: workspace.key.scopes, ...rightsOf(body, now) };
    refuseForeignScopes(workspace, rights.scopes);
    const { keyId, key } = await createKey(db, workspace, { name: body.name, ...rights }, now);
    return { key: keyViewV1(await findKey(db, workspace.id, keyId, now)), api_key: key };
  });

  route(ENDPOINTS.listWorkspaceKeys, async ({ query, workspace }) => {
    const read = (page: PageRange) => listKeysWithUse(db, workspace.id, page, clock.now());
    const { items, page_info } = await readPage('keys', null, query, read);
    return { keys: items.map(keyViewV1), page_info };
  });

  route(ENDPOINTS.changeWorkspaceKey, async ({ params, body, workspace }) => {
    const key = await changeKey(room, workspace, params.id, async (transaction, before, now) => {
      if (before.revoked_at)
        throw new Fault(
          'invalid_request',
          `The key was revoked at ${before.revoked_at.toISOString()}; allowed: a key that is not revoked. Make another one.`,
        );
      const change = { ...(body.name !== undefined && { name: body.name }), ...rightsOf(body, now) };
      const { scopes = before.scopes } = change;
      refuseForeignScopes(
        workspace,
        scopes.filter((scope) => !before.scopes.includes(scope)),
      );
      const isLast = !scopes.includes('manage') && (await isLastManager(transaction, workspace.id, before, now));
      if (isLast)
        throw new Fault(
          'invalid_request',
          '/scopes must hold manage: this is the last key of the workspace that has it. Give it to another key first.',
        );
      return change;
    });
    return keyViewV1(key);
  });

  route(ENDPOINTS.revokeWorkspaceKey, async ({ params, query, workspace }) => {
    await changeKey(room, workspace, params.id, async (transaction, before, now) => {
      if (before.revoked_at) return {};
      if (!query.leave_none && (await isLastManager(transaction, workspace.id, before, now)))
        throw new Fault(
          'invalid_request',
          'This is the last key of the workspace with the scope manage; without one, only the operator of the service can make keys. Give the scope to another key first, or send ?leave_none=true.',
        );
      return { revoked_at: now };
    });
  });
}

/** Changes a key while no other key of its workspace can change, and returns it. */
async function changeKey({ db, clock, changes }: HttpRoom, caller: Caller, id: string, decide: Decide) {
  const now = clock.now();
  const key = await db.transaction().execute(async (transaction) => {
    await lockWorkspace(transaction, caller.id);
    const before = await findKey(transaction, caller.id, id, now);
    const change = await decide(transaction, before, now);
    if (Object.keys(change).length === 0) return before;
    await updateKey(transaction, id, change);
    await announceChange(transaction, caller.id);
    return { ...before, ...change };
  });
  changes.tellHere(caller.id);
  return key;
}

async function isLastManager(db: Queryable, workspaceId: string, key: KeyRow, now: Date): Promise<boolean> {
  return key.scopes.includes('manage') && !(await hasOtherManager(db, workspaceId, key.id, now));
}

/** Throws `scope_required` for scopes that the caller's key lacks. */
function refuseForeignScopes({ key }: Caller, scopes: readonly Scope[]): void {
  const foreign = scopes.find((scope) => !key.scopes.includes(scope));
  if (foreign !== undefined)
    throw new Fault(
      'scope_required',
      `/scopes names ${foreign}, which the key ${JSON.stringify(key.name)} lacks: it has ${key.scopes.join(', ')}. A key gives only scopes that it has.`,
    );
}
