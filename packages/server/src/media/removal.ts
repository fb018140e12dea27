import { sql } from 'kysely';
import type { Logger } from 'pino';
import type { Database, Queryable } from '../database/connection.ts';
import type { MediaStore } from './store/port.ts';

/** Removals carried out in one sweep. */
const BATCH_SIZE = 1_000;

/** What removing bytes needs. */
interface RemovalRoom {
  readonly db: Database;
  readonly store: MediaStore;
}

/**
 * Deletes media and asks for their bytes to be removed, in the caller's transaction: rows, links and versions go when it
 * commits, the bytes after it, by `removeBytes` or the sweep. Returns the keys of the bytes. Index: media_pkey.
 */
export async function deleteMedia(db: Queryable, mediaIds: readonly string[], now: Date): Promise<string[]> {
  const { rows } = await sql<{ storage_key: string }>`
    with gone as (delete from media where id = any(${[...mediaIds]}::uuid[]) returning storage_key)
    insert into media_removals (storage_key, requested_at) select storage_key, ${now}::timestamptz from gone
    returning storage_key`.execute(db);
  return rows.map((row) => row.storage_key);
}

/** Removes bytes whose removal has been committed. Throws what the store throws; the sweep then tries again. */
async function removeBytes(room: RemovalRoom, storageKeys: readonly string[]): Promise<void> {
  for (const key of storageKeys) {
    await room.store.delete(key);
    await sql`delete from media_removals where storage_key = ${key}`.execute(room.db);
  }
}

/** The same at once for what a request deleted: it is gone for everyone already, so a store that is away is left to the sweep. */
export async function removeBytesNow(
  room: RemovalRoom,
  storageKeys: readonly string[],
  log: Pick<Logger, 'warn'>,
): Promise<void> {
  await removeBytes(room, storageKeys).catch((error: unknown) =>
    log.warn({ err: error }, 'bytes of deleted media are still in the store; the sweep removes them'),
  );
}

/** Removes bytes whose removal was committed and not carried out. Safe to run twice, and beside other processes. Table scan: it is empty but for these. */
export async function sweepRemovals(room: RemovalRoom): Promise<void> {
  const { rows } = await sql<{ storage_key: string }>`
    select storage_key from media_removals order by requested_at limit ${BATCH_SIZE}`.execute(room.db);
  await removeBytes(
    room,
    rows.map((row) => row.storage_key),
  );
}
