import type { ModelName, PlanName, Workspace as WorkspaceView } from '@atelier/contract';
import { sql } from 'kysely';
import { columnsOf } from '../database/columns.ts';
import type { Queryable } from '../database/connection.ts';
import { Fault } from '../fault.ts';
import { newId } from '../ids.ts';
import { enterMovement } from './ledger.ts';
import { toCredits } from './units.ts';

/** Who pays for and owns everything; each key belongs to one. */
export interface Workspace {
  readonly id: string;
  readonly name: string;
  readonly plan: PlanName;
  readonly sandbox: boolean;
  /** Gated models it may use. */
  readonly modelAccess: readonly ModelName[];
  /** Internal units, as read; only the ledger's own statements decide by it. */
  readonly balance: number;
  readonly createdAt: Date;
}

/** A row of `workspaces`. */
export interface WorkspaceRow {
  readonly id: string;
  readonly name: string;
  readonly plan: PlanName;
  readonly sandbox: boolean;
  readonly model_access: ModelName[];
  readonly balance: number;
  readonly created_at: Date;
}

/** Columns of {@link WorkspaceRow}. */
export const WORKSPACE_COLUMNS = columnsOf<WorkspaceRow>({
  id: true,
  name: true,
  plan: true,
  sandbox: true,
  model_access: true,
  balance: true,
  created_at: true,
});

/** The row as the rest of the service knows it. */
export function workspaceOf(row: WorkspaceRow): Workspace {
  return {
    id: row.id,
    name: row.name,
    plan: row.plan,
    sandbox: row.sandbox,
    modelAccess: row.model_access,
    balance: row.balance,
    createdAt: row.created_at,
  };
}

/** The workspace as the admin interface shows it. */
export function workspaceView(workspace: Workspace): WorkspaceView {
  return {
    id: workspace.id,
    name: workspace.name,
    plan: workspace.plan,
    sandbox: workspace.sandbox,
    model_access: [...workspace.modelAccess],
    balance: toCredits(workspace.balance),
    created_at: workspace.createdAt.toISOString(),
  };
}

/** What a new workspace is made of. */
export interface NewWorkspace {
  readonly name: string;
  readonly plan: PlanName;
  readonly sandbox: boolean;
  readonly modelAccess: readonly ModelName[];
  /** Internal units granted at once, 0 or more. */
  readonly grant: number;
}

/** Makes a workspace, with its first grant where there is one. Runs in the caller's transaction. */
export async function createWorkspace(db: Queryable, wanted: NewWorkspace, now: Date): Promise<Workspace> {
  const id = newId();
  await sql`
    insert into workspaces (id, name, plan, sandbox, model_access, created_at)
    values (${id}, ${wanted.name}, ${wanted.plan}, ${wanted.sandbox}, ${[...wanted.modelAccess]}, ${now})`.execute(db);
  if (wanted.grant > 0)
    await enterMovement(db, id, { kind: 'grant', amount: wanted.grant, jobId: null, reason: 'opening balance' }, now);
  return {
    id,
    name: wanted.name,
    plan: wanted.plan,
    sandbox: wanted.sandbox,
    modelAccess: wanted.modelAccess,
    balance: wanted.grant,
    createdAt: now,
  };
}

/** One workspace, or null. Index: workspaces_pkey. */
export async function findWorkspace(db: Queryable, id: string): Promise<Workspace | null> {
  const { rows } = await sql<WorkspaceRow>`select ${WORKSPACE_COLUMNS()} from workspaces where id = ${id}`.execute(db);
  return rows[0] ? workspaceOf(rows[0]) : null;
}

/** All workspaces, newest first: an operator has hundreds, not millions. */
export async function listWorkspaces(db: Queryable): Promise<readonly Workspace[]> {
  const { rows } =
    await sql<WorkspaceRow>`select ${WORKSPACE_COLUMNS()} from workspaces order by created_at desc, id desc`.execute(
      db,
    );
  return rows.map(workspaceOf);
}

/** Changes what is given; null when there is no such workspace. Index: workspaces_pkey. */
export async function changeWorkspace(
  db: Queryable,
  id: string,
  change: { readonly name?: string; readonly plan?: PlanName; readonly model_access?: readonly ModelName[] },
): Promise<Workspace | null> {
  const { rows } = await sql<WorkspaceRow>`
    update workspaces set
      name = coalesce(${change.name ?? null}, name),
      plan = coalesce(${change.plan ?? null}, plan),
      model_access = coalesce(${change.model_access ? [...change.model_access] : null}::text[], model_access)
    where id = ${id} returning ${WORKSPACE_COLUMNS()}`.execute(db);
  return rows[0] ? workspaceOf(rows[0]) : null;
}

/**
 * Deletes a workspace with everything that is its own: keys, credits, jobs, assets. Its media are deleted before, as
 * their bytes must be removed too. Runs in the caller's transaction. Index: workspaces_pkey; each table finds its part
 * by its own.
 */
export async function deleteWorkspace(db: Queryable, id: string): Promise<void> {
  await sql`delete from workspaces where id = ${id}`.execute(db);
}

/** What a request is answered with whose workspace was deleted after its key was read. */
export function deletedWorkspace(cause?: unknown): Fault {
  return new Fault('unauthorized', 'The workspace of this key was deleted.', { cause });
}

/**
 * Locks a workspace against everything that would write for it, until the transaction ends. False when there is none.
 */
export async function lockWorkspace(db: Queryable, id: string): Promise<boolean> {
  const { rows } = await sql`select id from workspaces where id = ${id} for update`.execute(db);
  return rows.length > 0;
}
