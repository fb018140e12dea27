import { sql } from 'kysely';
import { announceChange } from '../database/changes.ts';
import type { Database, Queryable } from '../database/connection.ts';
import { KEY_COLUMNS, type KeyRow } from './keys.ts';

/** A key with what it has spent this month, in internal units. */
export type KeyWithUse = KeyRow & { readonly spent: number };

/** Keys with what they have spent in the month of a moment. Index: key_months_pkey. */
function keysWithUse(db: Queryable, now: Date) {
  return db
    .selectFrom('api_keys')
    .leftJoin('key_months', (months) =>
      months
        .onRef('key_months.api_key_id', '=', 'api_keys.id')
        .on('key_months.month', '=', sql<string>`month_of(${now}::timestamptz)`),
    )
    .select(KEY_COLUMNS.map((column) => `api_keys.${column}` as const))
    .select(({ fn, lit }) => fn.coalesce('key_months.spent', lit(0)).as('spent'));
}

/** One key of a workspace, also a revoked one, or null. Index: api_keys_pkey. */
export async function findKey(db: Queryable, workspaceId: string, id: string, now: Date): Promise<KeyWithUse | null> {
  const key = keysWithUse(db, now).where('api_keys.id', '=', id).where('workspace_id', '=', workspaceId);
  return (await key.executeTakeFirst()) ?? null;
}

/** All keys of a workspace, newest first. Index: api_keys_by_workspace. */
export async function listKeys(db: Queryable, workspaceId: string): Promise<readonly KeyRow[]> {
  const keys = db.selectFrom('api_keys').select(KEY_COLUMNS).where('workspace_id', '=', workspaceId);
  return keys.orderBy('created_at', 'desc').execute();
}

/**
 * Ends a key and returns the ID of its workspace; null when there is none of that ID. A key revoked before stays as it
 * was. Index: api_keys_pkey.
 */
export async function revokeKey(db: Database, keyId: string, now: Date): Promise<string | null> {
  return db.transaction().execute(async (transaction) => {
    const key = await transaction
      .updateTable('api_keys')
      .set(({ fn, val }) => ({ revoked_at: fn.coalesce('revoked_at', val(now)) }))
      .where('id', '=', keyId)
      .returning('workspace_id')
      .executeTakeFirst();
    if (!key) return null;
    await announceChange(transaction, key.workspace_id);
    return key.workspace_id;
  });
}

/** Keys of a workspace older than `beforeId`, newest first, `limit` at most. Index: api_keys_by_workspace. */
export async function listKeysWithUse(
  db: Queryable,
  workspaceId: string,
  { limit, beforeId }: { limit: number; beforeId: string | null },
  now: Date,
): Promise<readonly KeyWithUse[]> {
  return keysWithUse(db, now)
    .where('workspace_id', '=', workspaceId)
    .$if(beforeId !== null, (older) => older.where('api_keys.id', '<', beforeId))
    .orderBy('api_keys.id', 'desc')
    .limit(limit)
    .execute();
}

/** Changes the given fields of a key, in the caller's transaction. Index: api_keys_pkey. */
export async function updateKey(db: Queryable, id: string, change: Partial<KeyRow>): Promise<void> {
  await db.updateTable('api_keys').set(change).where('id', '=', id).execute();
}

/**
 * True when a workspace has a living key with the scope `manage` beside this one. It stays so while the row of the
 * workspace is locked. Index: api_keys_by_workspace.
 */
export async function hasOtherManager(db: Queryable, workspaceId: string, keyId: string, now: Date): Promise<boolean> {
  const { rows } = await sql`
    select 1 from api_keys
    where workspace_id = ${workspaceId} and id <> ${keyId} and revoked_at is null
      and (expires_at is null or expires_at > ${now}) and 'manage' = any (scopes)
    limit 1`.execute(db);
  return rows.length > 0;
}
