import type { ImageStatus } from '@atelier/contract';
import { anyOf } from '../database/columns.ts';
import type { Queryable } from '../database/connection.ts';
import { findMedia, type MediaRow } from '../media/rows.ts';
import { statusOf } from './rows.ts';

/** The picture behind an ID of the unversioned interface. */
export interface NamedImage {
  /** Null for a job that has made nothing. */
  readonly media: MediaRow | null;
  /** Of the job, as its record shows it; `completed` for an upload. */
  readonly status: ImageStatus;
}

/**
 * Images of a workspace by media or job ID: a job ID stays the name of the image the job made. Those missing, deleted
 * or somebody else's are left out. Indexes: media_pkey, jobs_pkey.
 */
export async function findNamedImages(
  db: Queryable,
  workspaceId: string,
  ids: readonly string[],
): Promise<Map<string, NamedImage>> {
  const media = await findMedia(db, workspaceId, ids);
  const others = ids.filter((id) => !media.has(id));
  const jobs = others.length === 0 ? [] : await findJobs(db, workspaceId, others);
  const made = await findMedia(
    db,
    workspaceId,
    jobs.flatMap(({ media_id }) => media_id ?? []),
  );
  return new Map<string, NamedImage>([
    ...[...media].map(([id, row]) => [id, { media: row, status: 'completed' }] as const),
    ...jobs.map((job) => [job.id, { media: made.get(job.media_id ?? '') ?? null, status: statusOf(job) }] as const),
  ]);
}

/** Jobs whose record was not deleted, in part. Index: jobs_pkey. */
function findJobs(db: Queryable, workspaceId: string, ids: readonly string[]) {
  return db
    .selectFrom('jobs')
    .select(['id', 'media_id', 'status', 'output_filtered'])
    .where('id', '=', anyOf(ids))
    .where('workspace_id', '=', workspaceId)
    .where('record_deleted_at', 'is', null)
    .execute();
}
