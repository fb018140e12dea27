import { type RawBuilder, sql } from 'kysely';
import type { Logger } from 'pino';
import type { Clock } from '../clock.ts';
import { anyOf } from '../database/columns.ts';
import type { Database, Queryable } from '../database/connection.ts';
import type { Row } from '../database/tables.ts';
import type { MediaStore } from './store/port.ts';

/** How long storing a file and writing its row may take; far beyond the longest upload. */
const STORING_MS = 3_600_000;

/** Removals carried out in one sweep. */
const SWEEP_SIZE = 1_000;

/** Removals at once. */
const CONCURRENCY = 16;

/** The services that removing bytes needs. */
export interface RemovalRoom {
  readonly db: Database;
  readonly store: MediaStore;
  readonly log: Pick<Logger, 'warn'>;
}

/**
 * Announces bytes about to be stored under a fresh key, before they are. If this process dies before it writes their
 * row, the sweep removes them. Writing the row takes the announcement away.
 */
export async function announceBytes(db: Queryable, storageKey: string, now: Date): Promise<void> {
  const removal = { storage_key: storageKey, due_at: new Date(now.getTime() + STORING_MS) };
  await db.insertInto('media_removals').values(removal).execute();
}

/**
 * Deletes media and schedules the removal of their bytes, in the caller's transaction. Rows, links and versions go when
 * it commits, the bytes after it, by `removeBytesNow` or the sweep. The used storage of the workspaces falls by their
 * bytes. Returns the keys of the bytes. Indexes: media_pkey, storage_use_pkey.
 */
export function deleteMedia(db: Queryable, mediaIds: readonly string[], now: Date): Promise<string[]> {
  return deleteWhere(db, sql`id = any(${[...mediaIds]}::uuid[])`, now);
}

/** The same for all media of a workspace. Index: media_by_workspace. */
export function deleteMediaOf(db: Queryable, workspaceId: string, now: Date): Promise<string[]> {
  return deleteWhere(db, sql`workspace_id = ${workspaceId}`, now);
}

async function deleteWhere(db: Queryable, condition: RawBuilder<unknown>, now: Date): Promise<string[]> {
  const { rows } = await sql<Pick<Row<'media_removals'>, 'storage_key'>>`
    with gone as (delete from media where ${condition} returning storage_key, thumbnail_key, workspace_id, size_bytes),
    freed as (
      update storage_use u set held_bytes = u.held_bytes - g.bytes
      from (select workspace_id, sum(size_bytes)::bigint as bytes from gone group by 1) g where u.workspace_id = g.workspace_id
    )
    insert into media_removals (storage_key, due_at)
    select k.key, ${now}::timestamptz from gone, unnest(array[storage_key, thumbnail_key]) as k (key) where k.key is not null
    returning storage_key`.execute(db);
  return rows.map((row) => row.storage_key);
}

/**
 * Removes bytes that are announced and that no row names, at once; a store or database that is away is left to the
 * sweep. The announcements are asked first: a commit whose answer was lost may have written the row after all.
 */
export async function removeBytesNow(room: RemovalRoom, storageKeys: readonly string[]): Promise<void> {
  if (storageKeys.length === 0) return;
  try {
    const announced = room.db.selectFrom('media_removals').where('storage_key', '=', anyOf(storageKeys));
    await removeBytes(room, await announced.select('storage_key').execute());
  } catch (error) {
    room.log.warn({ err: error }, 'bytes of deleted media are still in the store; the sweep removes them');
  }
}

/** Removes bytes that are due. Safe to run twice, and beside other processes. Index: media_removals_by_time. */
export async function sweepRemovals(room: Omit<RemovalRoom, 'log'>, clock: Clock): Promise<void> {
  const due = room.db.selectFrom('media_removals').select('storage_key').where('due_at', '<=', clock.now());
  await removeBytes(room, await due.orderBy('due_at').limit(SWEEP_SIZE).execute());
}

async function removeBytes(
  { db, store }: Omit<RemovalRoom, 'log'>,
  removals: readonly Pick<Row<'media_removals'>, 'storage_key'>[],
): Promise<void> {
  for (let from = 0; from < removals.length; from += CONCURRENCY) {
    const keys = removals.slice(from, from + CONCURRENCY).map((row) => row.storage_key);
    await Promise.all(keys.map((key) => store.delete(key)));
    await db.deleteFrom('media_removals').where('storage_key', '=', anyOf(keys)).execute();
  }
}
