import { type ImageRecord, type ImageStatus, isVideo } from '@atelier/contract';
import type { Queryable } from '../database/connection.ts';
import { type AddressOf, findMedia, type MediaRow } from '../media/rows.ts';
import { findJob, findJobByMedia, type JobWithMedia } from './rows.ts';

/** The record under a media or job ID, or null. It carries the ID it was asked with. */
export async function findRecord(
  db: Queryable,
  workspaceId: string,
  id: string,
  addressOf: AddressOf,
): Promise<ImageRecord | null> {
  const media = (await findMedia(db, workspaceId, [id])).get(id);
  if (media?.origin === 'upload') return uploadRecord(media, addressOf);
  const job = media ? await findJobByMedia(db, workspaceId, id) : await findJob(db, workspaceId, id);
  return job && jobRecord(job, id, addressOf);
}

/** An upload: complete from the start, and free. */
export function uploadRecord(media: MediaRow, addressOf: AddressOf): ImageRecord {
  return {
    id: media.id,
    status: 'completed',
    type: media.kind,
    path: addressOf({ token: media.token, fileName: media.file_name }),
    width_px: media.width,
    height_px: media.height,
    is_generated: false,
    is_asset_reference: false,
    operation: null,
    task: null,
    created_timestamp: media.created_at.toISOString(),
    finish_timestamp: media.created_at.toISOString(),
    credits_used: 0,
    assets: [],
    versions: [],
  };
}

/** A job as the unversioned interface shows it, under the ID it was asked with. Credits are internal units. */
function jobRecord(job: JobWithMedia, id: string, addressOf: AddressOf): ImageRecord {
  const path =
    job.media_token && job.media_file_name ? addressOf({ token: job.media_token, fileName: job.media_file_name }) : null;
  const video = isVideo(job.operation);
  return {
    id,
    status: recordStatus(job),
    type: video ? 'video' : 'image',
    path,
    ...(video ? { video_path: path } : {}),
    width_px: job.media_width,
    height_px: job.media_height,
    is_generated: true,
    is_asset_reference: false,
    operation: job.operation,
    task: job.engine ? `${job.operation}.${job.engine}` : job.operation,
    created_timestamp: job.created_at.toISOString(),
    finish_timestamp: job.finished_at?.toISOString() ?? null,
    ...(job.failure_code && job.failure_message ? { failure_code: job.failure_code, fail_reason: job.failure_message } : {}),
    credits_used: job.charged,
    assets: [],
    versions: [],
  };
}

/** `nsfw_filtered` is this interface's name for a job whose output was filtered. */
function recordStatus(job: JobWithMedia): ImageStatus {
  return job.status === 'policy_blocked' && job.output_filtered ? 'nsfw_filtered' : job.status;
}
