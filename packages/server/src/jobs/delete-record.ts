import { sql } from 'kysely';
import { anyOf } from '../database/columns.ts';
import { type Database, type Queryable, throughDeadlocks } from '../database/connection.ts';
import { Fault } from '../fault.ts';
import { deleteMedia } from '../media/removal.ts';
import { findMedia } from '../media/rows.ts';
import type { JobRow } from './rows.ts';
import type { EndingRoom } from './transitions.ts';
import { cancelJob } from './transitions.ts';

/**
 * The order of a job without personal content: words, pictures, addresses. Workers never read it, because the job has
 * ended.
 */
const FORGOTTEN = sql`(input - 'asked') || '{"prompt": "", "options": {}, "pictures": []}'`;

/**
 * Deletes the record under a media or job ID and the media with it, and returns the keys of the bytes to remove. Null
 * when there is no such record. Pictures made from the media stay. An unfinished job is canceled first, and its charge
 * refunded. v1 still shows the job, without a result, to account for the charge. Indexes: media_pkey, jobs_pkey,
 * jobs_by_media. Throws `forbidden` for a picture of the shared library.
 */
export async function deleteRecord(
  room: EndingRoom,
  workspaceId: string,
  id: string,
  now: Date,
): Promise<string[] | null> {
  const { db } = room;
  const named = db.selectFrom('jobs').select('id').where('id', '=', id).where('workspace_id', '=', workspaceId);
  const unfinished = await named.where('finished_at', 'is', null).execute();
  for (const job of unfinished) await cancelJob(room, job.id, now);

  return throughDeadlocks(() =>
    db.transaction().execute(async (transaction) => {
      const { rows: jobs } = await sql<Pick<JobRow, 'media_id'>>`
      update jobs set record_deleted_at = ${now}, input = ${FORGOTTEN}
      where (id = ${id} or media_id = ${id}) and workspace_id = ${workspaceId} and record_deleted_at is null
      returning media_id`.execute(transaction);
      const media = (await findMedia(transaction, workspaceId, [id])).get(id);
      if (media?.workspace_id === null) throw new Fault('forbidden', 'Images of the shared library are read-only.');
      const mediaIds = [...(media ? [media.id] : []), ...jobs.flatMap(({ media_id }) => media_id ?? [])];
      const storageKeys = await deleteMedia(transaction, mediaIds, now);
      // Another deletion of the same record may have come first.
      return jobs.length === 0 && storageKeys.length === 0 ? null : storageKeys;
    }),
  );
}

/**
 * Deletes images of a workspace and the records of the jobs that made them, in one transaction. Returns the keys of the
 * bytes to remove. Missing ones are passed over. Indexes: media_pkey, jobs_by_media.
 */
export async function deleteImages(
  db: Database,
  workspaceId: string,
  mediaIds: readonly string[],
  now: Date,
): Promise<string[]> {
  return throughDeadlocks(() =>
    db.transaction().execute(async (transaction) => {
      const named = transaction.selectFrom('media').select('id').where('id', '=', anyOf(mediaIds));
      const rows = await named.where('workspace_id', '=', workspaceId).execute();
      const own = rows.map(({ id }) => id);
      await sql`
        update jobs set record_deleted_at = ${now}, input = ${FORGOTTEN}
        where media_id = ${anyOf(own)} and record_deleted_at is null`.execute(transaction);
      return deleteMedia(transaction, own, now);
    }),
  );
}

/** Which records are past their time. */
export interface Expiry {
  readonly kind: 'upload' | 'result';
  /** Records that were complete before this moment. */
  readonly before: Date;
  /** Most that are deleted at once. */
  readonly limit: number;
}

/**
 * Deletes records past their time like `deleteRecord`, oldest first: how many, and the keys of the bytes to remove.
 * Images that somebody chose are kept until they are no longer chosen. Safe to run twice. Indexes: media_by_age,
 * jobs_by_end.
 */
export async function deleteExpiredRecords(
  db: Database,
  { kind, before, limit }: Expiry,
  now: Date,
): Promise<{ records: number; storageKeys: string[] }> {
  return throughDeadlocks(() =>
    db.transaction().execute(async (transaction) => {
      const { rows } =
        kind === 'upload'
          ? await expiredUploads(transaction, before, limit)
          : await expireJobs(transaction, before, limit, now);
      const mediaIds = rows.flatMap(({ media_id }) => media_id ?? []);
      return { records: rows.length, storageKeys: await deleteMedia(transaction, mediaIds, now) };
    }),
  );
}

/**
 * An image that was chosen: it is approved, or in an asset or a collection. Indexes: asset_images_by_media,
 * collection_images_by_media.
 */
const CHOSEN = sql`(
  m.review is not distinct from 'approved'
  or exists (select from asset_images i where i.media_id = m.id)
  or exists (select from collection_images c where c.media_id = m.id)
)`;

function expiredUploads(db: Queryable, before: Date, limit: number) {
  return sql<Pick<JobRow, 'media_id'>>`
    select m.id as media_id from media m
    where m.origin = 'upload' and m.created_at < ${before} and m.workspace_id is not null and not ${CHOSEN}
    order by m.created_at limit ${limit}`.execute(db);
}

function expireJobs(db: Queryable, before: Date, limit: number, now: Date) {
  return sql<Pick<JobRow, 'media_id'>>`
    update jobs set record_deleted_at = ${now}, input = ${FORGOTTEN}
    where record_deleted_at is null and id in (
      select j.id from jobs j left join media m on m.id = j.media_id
      where j.finished_at < ${before} and j.record_deleted_at is null and not ${CHOSEN}
      order by j.finished_at limit ${limit}
    )
    returning media_id`.execute(db);
}
