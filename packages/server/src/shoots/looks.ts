import { LOOKS_MAX, type Look, type LookRecipe } from '@atelier/contract';
import { sql } from 'kysely';
import type { Database, Queryable } from '../database/connection.ts';
import { newestFirst, type PageRange } from '../database/page.ts';
import type { Row } from '../database/tables.ts';
import { Fault, MissingFault } from '../fault.ts';
import { newId } from '../ids.ts';

/** Columns of a {@link LookRow}. */
const LOOK_COLUMNS = ['id', 'name', 'recipe', 'created_at', 'updated_at'] as const;

/** A row of `looks`. */
export type LookRow = Pick<Row<'looks'>, (typeof LOOK_COLUMNS)[number]>;

/** A look as its owner sees it. */
export function lookView({ id, name, recipe, created_at, updated_at }: LookRow): Look {
  return { id, name, ...recipe, created_at: created_at.toISOString(), updated_at: updated_at.toISOString() };
}

/**
 * Saves a look. Throws `invalid_request` where the name is taken, or the workspace has as many looks as it may.
 * Indexes: looks_by_workspace, looks_by_name.
 */
export async function insertLook(
  db: Database,
  workspaceId: string,
  { name, recipe }: Pick<LookRow, 'name' | 'recipe'>,
  now: Date,
): Promise<LookRow> {
  return db.transaction().execute(async (transaction) => {
    // The lock on the workspace keeps two looks from both being the last one allowed, and from having one name.
    await sql`select id from workspaces where id = ${workspaceId} for no key update`.execute(transaction);
    const { count } = await transaction
      .selectFrom('looks')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('workspace_id', '=', workspaceId)
      .executeTakeFirstOrThrow();
    if (count >= LOOKS_MAX)
      throw new Fault('invalid_request', `The workspace has ${LOOKS_MAX} looks, the most allowed; delete one first.`);
    await refuseTakenName(transaction, workspaceId, name);
    return transaction
      .insertInto('looks')
      .values({ id: newId(), workspace_id: workspaceId, name, recipe, created_at: now, updated_at: now })
      .returning(LOOK_COLUMNS)
      .executeTakeFirstOrThrow();
  });
}

/** Replaces the name and recipe of a look. Throws `invalid_request` for a taken name, `not_found` without a look. */
export async function changeLook(
  db: Database,
  workspaceId: string,
  { id, name, recipe }: Pick<LookRow, 'id' | 'name' | 'recipe'>,
  now: Date,
): Promise<LookRow> {
  return db.transaction().execute(async (transaction) => {
    await sql`select id from workspaces where id = ${workspaceId} for no key update`.execute(transaction);
    await refuseTakenName(transaction, workspaceId, name, id);
    const one = transaction.updateTable('looks').set({ name, recipe, updated_at: now }).where('id', '=', id);
    const changed = one.where('workspace_id', '=', workspaceId).returning(LOOK_COLUMNS);
    return changed.executeTakeFirstOrThrow(() => new MissingFault('look', id));
  });
}

/** Index: looks_by_name. */
async function refuseTakenName(db: Queryable, workspaceId: string, name: string, ownId?: string): Promise<void> {
  const taken = db.selectFrom('looks').select('id').where('workspace_id', '=', workspaceId).where('name', '=', name);
  const row = await taken.executeTakeFirst();
  if (row && row.id !== ownId)
    throw new Fault('invalid_request', `/name is ${JSON.stringify(name)}, the name of the look ${row.id}.`);
}

/**
 * Looks of a workspace, newest first, older than one where it is given; of a name, or null: all. Indexes:
 * looks_by_workspace, looks_by_name.
 */
export function listLooks(
  db: Queryable,
  workspaceId: string,
  name: string | null,
  page: PageRange,
): Promise<readonly LookRow[]> {
  const all = db.selectFrom('looks').select(LOOK_COLUMNS).where('workspace_id', '=', workspaceId);
  const named = name === null ? all : all.where('name', '=', name);
  return newestFirst(named, 'id', page).execute();
}

/** A look of the workspace. Throws `not_found` without one; `pointer` is the field that named it. Index: looks_pkey. */
export function findLook(db: Queryable, workspaceId: string, id: string, pointer?: string): Promise<LookRow> {
  const found = db.selectFrom('looks').select(LOOK_COLUMNS).where('id', '=', id);
  const own = found.where('workspace_id', '=', workspaceId);
  return own.executeTakeFirstOrThrow(() => new MissingFault('look', id, pointer));
}

/** The recipe of a body, with what it leaves out. */
export function recipeOf({
  operation,
  avatar_ids = [],
  scene_id = null,
  views = null,
  input = {},
}: Pick<LookRecipe, 'operation'> & Partial<LookRecipe>): LookRecipe {
  return { operation, avatar_ids, scene_id, views, input };
}
