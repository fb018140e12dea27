import { type RawBuilder, sql } from 'kysely';
import { anyOf } from '../database/columns.ts';
import { type Database, inTransaction, type Queryable } from '../database/connection.ts';
import { Fault, MissingFault } from '../fault.ts';
import { idsOf } from '../ids.ts';
import { deleteMedia } from '../media/removal.ts';
import { findMedia } from '../media/rows.ts';
import type { JobRow } from './rows.ts';
import { cancelJob, type EndingRoom } from './transitions.ts';

/**
 * The order that replaces the one of a deleted job: without words, pictures and addresses. Workers never read it,
 * because the job has ended.
 */
const FORGOTTEN = sql`(input - 'asked') || '{"prompt": "", "options": {}, "pictures": []}'`;

/**
 * Removes personal content from jobs and from the recorded answers that show them. The answers stay, because without
 * them a repeated request would make the work again. An answer was recorded at the moment when its jobs were made.
 * Returns the media of the jobs. Index: idempotency_receipts_by_age.
 */
async function forgetJobs(
  transaction: Queryable,
  which: RawBuilder<unknown>,
  now: Date,
): Promise<Pick<JobRow, 'media_id'>[]> {
  const { rows } = await sql<Pick<JobRow, 'media_id'>>`
    with forgotten as (
      update jobs set record_deleted_at = ${now}, input = ${FORGOTTEN}
      where record_deleted_at is null and ${which}
      returning id, workspace_id, created_at, media_id
    ),
    answers as (
      update idempotency_receipts r set response = jsonb_set(r.response::jsonb, '{jobs}', (
        select jsonb_agg(case when f.id is null then each else each || '{"request": null}' end order by place)
        from jsonb_array_elements(r.response::jsonb -> 'jobs') with ordinality as t (each, place)
          left join forgotten f on f.id::text = each ->> 'id'
      ))::text
      where exists (
        select from forgotten f
        where f.workspace_id = r.workspace_id and f.created_at = r.created_at and strpos(r.response, f.id::text) > 0
      )
    )
    select media_id from forgotten`.execute(transaction);
  return rows;
}

/**
 * Deletes the record under a media or job ID and the media with it, and returns the keys of the bytes to remove.
 * Pictures made from the media stay. An unfinished job is canceled first, and its charge refunded. v1 still shows the
 * job, without a result, to account for the charge. Indexes: media_pkey, jobs_pkey, jobs_by_media. Throws `not_found`
 * without such a record, and `forbidden` for a picture of the shared library.
 */
export async function deleteRecord(room: EndingRoom, workspaceId: string, id: string, now: Date): Promise<string[]> {
  const { db } = room;
  const named = db.selectFrom('jobs').select('id').where('id', '=', id).where('workspace_id', '=', workspaceId);
  const unfinished = await named.where('finished_at', 'is', null).execute();
  for (const job of unfinished) await cancelJob(room, job.id, now);

  return inTransaction(db, async (transaction) => {
    const own = sql`(id = ${id} or media_id = ${id}) and workspace_id = ${workspaceId}`;
    const jobs = await forgetJobs(transaction, own, now);
    const media = (await findMedia(transaction, workspaceId, [id])).get(id);
    if (media?.workspace_id === null) throw new Fault('forbidden', 'Images of the shared library are read-only.');
    const mediaIds = [...(media ? [media.id] : []), ...jobs.flatMap(({ media_id }) => media_id ?? [])];
    const storageKeys = await deleteMedia(transaction, mediaIds, now);
    // Another deletion of the same record may have come first.
    if (jobs.length === 0 && storageKeys.length === 0) throw new MissingFault('image', id);
    return storageKeys;
  });
}

/**
 * Deletes images of a workspace and the records of the jobs that made them, in one transaction. Returns the keys of the
 * bytes to remove. Missing ones are ignored. Indexes: media_pkey, jobs_by_media.
 */
export async function deleteImages(
  db: Database,
  workspaceId: string,
  mediaIds: readonly string[],
  now: Date,
): Promise<string[]> {
  return inTransaction(db, async (transaction) => {
    const named = transaction.selectFrom('media').select('id').where('id', '=', anyOf(mediaIds));
    const rows = await named.where('workspace_id', '=', workspaceId).execute();
    const own = idsOf(rows);
    await forgetJobs(transaction, sql`media_id = ${anyOf(own)}`, now);
    return deleteMedia(transaction, own, now);
  });
}

/** Which records to delete because of their age. */
export interface Expiry {
  readonly kind: 'upload' | 'result';
  /** Records that were completed before this moment. */
  readonly before: Date;
  /** Most records that one call deletes. */
  readonly limit: number;
}

/**
 * Deletes old records like `deleteRecord`, the oldest first. Returns their number, and the keys of the bytes to remove.
 * Keeps images that are approved, in a collection or in an asset. Safe to run twice. Indexes: media_by_age,
 * jobs_by_end.
 */
export async function deleteExpiredRecords(
  db: Database,
  { kind, before, limit }: Expiry,
  now: Date,
): Promise<{ records: number; storageKeys: string[] }> {
  return inTransaction(db, async (transaction) => {
    const rows =
      kind === 'upload'
        ? await unchosenUploads(transaction, before, limit)
        : await forgetJobs(transaction, await unchosenJobs(transaction, before, limit), now);
    const mediaIds = rows.flatMap(({ media_id }) => media_id ?? []);
    return { records: rows.length, storageKeys: await deleteMedia(transaction, mediaIds, now) };
  });
}

/**
 * True for an image that is approved, or in an asset or a collection. Indexes: asset_images_by_media,
 * collection_images_by_media.
 */
const CHOSEN = sql`(
  m.review is not distinct from 'approved'
  or exists (select from asset_images i where i.media_id = m.id)
  or exists (select from collection_images c where c.media_id = m.id)
)`;

async function unchosenUploads(db: Queryable, before: Date, limit: number): Promise<Pick<JobRow, 'media_id'>[]> {
  const { rows } = await sql<{ id: string }>`
    select m.id from media m
    where m.origin = 'upload' and m.created_at < ${before} and m.workspace_id is not null and not ${CHOSEN}
    order by m.created_at limit ${limit} for update`.execute(db);
  const ids = idsOf(rows);
  // Checked again after the lock: somebody may have approved or collected an image before it.
  const unchosen = sql<Pick<JobRow, 'media_id'>>`
    select m.id as media_id from media m where m.id = ${anyOf(ids)} and not ${CHOSEN}`;
  return (await unchosen.execute(db)).rows;
}

/** The condition of `forgetJobs` for jobs that are locked with their images. */
async function unchosenJobs(db: Queryable, before: Date, limit: number): Promise<RawBuilder<unknown>> {
  const { rows } = await sql<Pick<JobRow, 'id' | 'media_id'>>`
    select j.id, j.media_id from jobs j left join media m on m.id = j.media_id
    where j.finished_at < ${before} and j.record_deleted_at is null and not ${CHOSEN}
    order by j.finished_at limit ${limit} for update of j`.execute(db);
  const mediaIds = rows.flatMap(({ media_id }) => media_id ?? []);
  await sql`select from media where id = ${anyOf(mediaIds)} for update`.execute(db);
  return sql`id = ${anyOf(idsOf(rows))}
    and not exists (select from media m where m.id = jobs.media_id and ${CHOSEN})`;
}
