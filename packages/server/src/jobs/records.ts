import { type ImageRecord, isVideo } from '@atelier/contract';
import { anyOf } from '../database/columns.ts';
import type { Queryable } from '../database/connection.ts';
import type { Row } from '../database/tables.ts';
import { MissingFault } from '../fault.ts';
import { type AddressOf, findMedia, type MediaRow } from '../media/rows.ts';
import { failureOf, type JobRow, type JobWithMedia, jobsWithMedia, statusOf } from './rows.ts';
import { findVersionsOf, versionView } from './versions.ts';

/** An asset an image belongs to. */
type AssetLink = Pick<Row<'asset_images'>, 'media_id' | 'asset_id' | 'for_training'>;

/** The record under a media or job ID. Throws `not_found` without one. */
export async function requireRecord(
  db: Queryable,
  workspaceId: string,
  id: string,
  addressOf: AddressOf,
): Promise<ImageRecord> {
  const record = (await findRecords(db, workspaceId, [id], addressOf)).get(id);
  if (!record) throw new MissingFault('image', id);
  return record;
}

/**
 * Records of a workspace by media or job ID, without those that are missing, deleted or of another workspace. Each has
 * the ID that the caller asked with, its versions and its assets.
 */
export async function findRecords(
  db: Queryable,
  workspaceId: string,
  ids: readonly string[],
  addressOf: AddressOf,
): Promise<Map<string, ImageRecord>> {
  const media = await findMedia(db, workspaceId, ids);
  const jobs = await findJobsByName(db, workspaceId, ids);
  const jobOf = (id: string) => jobs.find((job) => job.id === id || job.media_id === id);
  const mediaIds = [...media.keys(), ...jobs.flatMap(({ media_id }) => media_id ?? [])];
  const versions = await findVersionsOf(db, workspaceId, mediaIds);
  const links = await findAssetLinks(db, workspaceId, mediaIds);

  const records = ids.flatMap((id): ImageRecord[] => {
    const [upload, job] = [media.get(id), jobOf(id)];
    const record = job
      ? jobRecord(job, id, addressOf)
      : upload?.origin === 'upload'
        ? uploadRecord(upload, addressOf)
        : null;
    if (!record) return [];
    const mediaId = job ? (job.media_id ?? '') : id;
    const own = links.get(mediaId) ?? [];
    return [
      {
        ...record,
        is_asset_reference: own.some((link) => link.for_training),
        assets: own.map((link) => ({ id: link.asset_id })),
        versions: (versions.get(mediaId) ?? []).map((version) => versionView(version, id, addressOf)),
      },
    ];
  });
  return new Map(records.map((record) => [record.id, record]));
}

/** A record that is in no asset and has no versions. */
const ALONE = { is_asset_reference: false, assets: [], versions: [] };

/** A new upload as a record: completed, without a charge, in no asset yet. */
export function uploadRecord(media: MediaRow, addressOf: AddressOf): ImageRecord {
  return {
    id: media.id,
    status: 'completed',
    type: media.kind,
    path: addressOf(media),
    width_px: media.width,
    height_px: media.height,
    is_generated: false,
    operation: null,
    task: null,
    created_timestamp: media.created_at.toISOString(),
    finish_timestamp: media.created_at.toISOString(),
    credits_used: 0,
    ...ALONE,
  };
}

/** A new job as the record that the client polls. Credits are internal units. */
export function pendingRecord(job: JobRow, addressOf: AddressOf): ImageRecord {
  return jobRecord({ ...job, media: null }, job.id, addressOf);
}

/** A job as the unversioned interface shows it, under the ID it was asked with. Credits are internal units. */
function jobRecord(job: JobWithMedia, id: string, addressOf: AddressOf): ImageRecord {
  const path = job.media && addressOf(job.media);
  const video = isVideo(job.operation);
  return {
    id,
    status: statusOf(job),
    type: video ? 'video' : 'image',
    path,
    ...(video ? { video_path: path } : {}),
    width_px: job.media?.width ?? null,
    height_px: job.media?.height ?? null,
    is_generated: true,
    operation: job.operation,
    task: job.engine ? `${job.operation}.${job.engine}` : job.operation,
    created_timestamp: job.created_at.toISOString(),
    finish_timestamp: job.finished_at?.toISOString() ?? null,
    ...failureOf(job),
    credits_used: job.charged,
    ...ALONE,
  };
}

/**
 * Jobs by their own ID or that of their result, with a record that is not deleted. Indexes: jobs_pkey, jobs_by_media.
 */
async function findJobsByName(db: Queryable, workspaceId: string, ids: readonly string[]): Promise<JobWithMedia[]> {
  return jobsWithMedia(db)
    .where(({ or, eb }) => or([eb('jobs.id', '=', anyOf(ids)), eb('jobs.media_id', '=', anyOf(ids))]))
    .where('jobs.workspace_id', '=', workspaceId)
    .where('jobs.record_deleted_at', 'is', null)
    .execute();
}

/** The assets that each image belongs to, the first linked first. Index: asset_images_by_media. */
async function findAssetLinks(
  db: Queryable,
  workspaceId: string,
  mediaIds: readonly string[],
): Promise<Map<string, AssetLink[]>> {
  if (mediaIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('asset_images')
    .innerJoin('assets', 'assets.id', 'asset_id')
    .select(['media_id', 'asset_id', 'for_training'])
    .where('media_id', '=', anyOf(mediaIds))
    .where(({ or, eb }) => or([eb('workspace_id', '=', workspaceId), eb('workspace_id', 'is', null)]))
    .orderBy('created_at')
    .orderBy('assets.id')
    .execute();
  return Map.groupBy(rows, (link) => link.media_id);
}
