import type { Workspace as WorkspaceView } from '@atelier/contract';
import type { Queryable } from '../database/connection.ts';
import type { Row } from '../database/tables.ts';
import { Fault } from '../fault.ts';
import { newId } from '../ids.ts';
import { enterMovement } from './ledger.ts';
import { toCredits } from './units.ts';

/** Columns of a {@link Workspace}. */
export const WORKSPACE_COLUMNS = ['id', 'name', 'plan', 'sandbox', 'model_access', 'balance', 'created_at'] as const;

/**
 * Who pays for and owns everything; each key belongs to one. The balance is in internal units, as read; only the
 * ledger's own statements decide by it.
 */
export type Workspace = Pick<Row<'workspaces'>, (typeof WORKSPACE_COLUMNS)[number]>;

/** The workspace as the admin interface shows it. */
export function workspaceView(workspace: Workspace): WorkspaceView {
  const { balance, model_access, created_at, ...rest } = workspace;
  const view = { model_access: [...model_access], balance: toCredits(balance), created_at: created_at.toISOString() };
  return { ...rest, ...view };
}

/** The input of a new workspace. */
export interface NewWorkspace extends Pick<Workspace, 'name' | 'plan' | 'sandbox' | 'model_access'> {
  /** Internal units granted at once, 0 or more. */
  readonly grant: number;
}

/** Makes a workspace, with its first grant where there is one. Runs in the caller's transaction. */
export async function createWorkspace(
  db: Queryable,
  { grant, ...wanted }: NewWorkspace,
  now: Date,
): Promise<Workspace> {
  const row = { id: newId(), ...wanted, created_at: now };
  await db.insertInto('workspaces').values(row).execute();
  if (grant > 0)
    await enterMovement(db, row.id, { kind: 'grant', amount: grant, job_id: null, reason: 'opening balance' }, now);
  return { ...row, balance: grant };
}

/** One workspace, or null. Index: workspaces_pkey. */
export async function findWorkspace(db: Queryable, id: string): Promise<Workspace | null> {
  const found = db.selectFrom('workspaces').select(WORKSPACE_COLUMNS).where('id', '=', id);
  return (await found.executeTakeFirst()) ?? null;
}

/** All workspaces, newest first: an operator has hundreds, not millions. */
export async function listWorkspaces(db: Queryable): Promise<readonly Workspace[]> {
  const all = db.selectFrom('workspaces').select(WORKSPACE_COLUMNS);
  return all.orderBy('created_at', 'desc').orderBy('id', 'desc').execute();
}

/** Changes the given fields; null when there is no such workspace. Index: workspaces_pkey. */
export async function changeWorkspace(
  db: Queryable,
  id: string,
  { name, plan, model_access }: Partial<Pick<Workspace, 'name' | 'plan' | 'model_access'>>,
): Promise<Workspace | null> {
  // A change of nothing is one too: it finds the workspace.
  const change = db.updateTable('workspaces').set(({ ref }) => ({
    name: name ?? ref('name'),
    plan: plan ?? ref('plan'),
    model_access: model_access ?? ref('model_access'),
  }));
  return (await change.where('id', '=', id).returning(WORKSPACE_COLUMNS).executeTakeFirst()) ?? null;
}

/**
 * Deletes a workspace with everything that is its own: keys, credits, jobs, assets. Its media are deleted before, as
 * their bytes must be removed too. Runs in the caller's transaction. Index: workspaces_pkey; each table finds its part
 * by its own.
 */
export async function deleteWorkspace(db: Queryable, id: string): Promise<void> {
  await db.deleteFrom('workspaces').where('id', '=', id).execute();
}

/** The answer to a request whose workspace was deleted after its key was read. */
export function deletedWorkspace(cause?: unknown): Fault {
  return new Fault('unauthorized', 'The workspace of this key was deleted. Use a key of another workspace.', { cause });
}

/**
 * Locks a workspace against everything that would write for it, until the transaction ends. Throws `missing` without
 * one. Index: workspaces_pkey.
 */
export async function lockWorkspace(db: Queryable, id: string, missing: () => Fault = deletedWorkspace): Promise<void> {
  const one = db.selectFrom('workspaces').select('id').where('id', '=', id).forUpdate();
  await one.executeTakeFirstOrThrow(() => missing());
}
