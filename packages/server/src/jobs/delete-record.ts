import { sql } from 'kysely';
import type { Database } from '../database/connection.ts';
import { Fault } from '../fault.ts';
import { deleteMedia } from '../media/removal.ts';
import { findMedia } from '../media/rows.ts';
import { cancelJob } from './cancel.ts';

/**
 * Deletes the record under a media or job ID and the media with it, and returns the keys of the bytes to remove; null when
 * there is no such record. What was made from the media stays. A job that has not ended is canceled first, with its charge
 * given back; v1 goes on to show the job, without a result, as the account of what was charged. Indexes: media_pkey,
 * jobs_pkey, jobs_by_media. Throws `forbidden` for a picture of the shared library.
 */
export async function deleteRecord(db: Database, workspaceId: string, id: string, now: Date): Promise<string[] | null> {
  const { rows: unfinished } = await sql<{ id: string }>`
    select id from jobs where id = ${id} and workspace_id = ${workspaceId} and finished_at is null`.execute(db);
  for (const job of unfinished) await cancelJob(db, job.id, now);

  return db.transaction().execute(async (transaction) => {
    const { rows: jobs } = await sql<{ media_id: string | null }>`
      update jobs set record_deleted_at = ${now}
      where (id = ${id} or media_id = ${id}) and workspace_id = ${workspaceId} and record_deleted_at is null
      returning media_id`.execute(transaction);
    const media = (await findMedia(transaction, workspaceId, [id])).get(id);
    if (media?.workspace_id === null) throw new Fault('forbidden', 'Pictures of the shared library are read-only.');
    const mediaIds = [...(media ? [media.id] : []), ...jobs.flatMap(({ media_id }) => media_id ?? [])];
    const storageKeys = await deleteMedia(transaction, mediaIds, now);
    // Another deletion of the same record may have come first.
    return jobs.length === 0 && storageKeys.length === 0 ? null : storageKeys;
  });
}
