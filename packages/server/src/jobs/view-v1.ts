import type { Job, JobRequest, JobResult } from '@atelier/contract';
import { toCredits } from '../accounts/units.ts';
import type { AddressOf, MediaFile } from '../media/rows.ts';
import type { JobRow, JobWithMedia } from './rows.ts';

/** A job as v1 shows it. */
export function jobView(job: JobWithMedia, addressOf: AddressOf): Job {
  return { ...unfinishedJobView(job), result: resultView(job.media, addressOf) };
}

/** A new job, which has no result yet, in the answer to the request that made it. */
export function unfinishedJobView(job: JobRow): Job {
  return {
    id: job.id,
    status: job.status,
    task: job.engine ? `${job.operation}.${job.engine}` : job.operation,
    created_at: job.created_at.toISOString(),
    result: null,
    error: job.failure_code && job.failure_message ? { code: job.failure_code, message: job.failure_message } : null,
    credits_used: toCredits(job.charged),
    progress: job.progress,
    warnings: [...job.warnings],
    request: requestView(job.input.asked),
  };
}

/** The request as the client sent it, with its fields in the usual order: the database sorts them by length. */
function requestView(asked: JobRequest | undefined): JobRequest | null {
  if (!asked) return null;
  const { operation, image_id: imageId, input } = asked;
  return { operation, ...(imageId === undefined ? {} : { image_id: imageId }), input };
}

/** The result of a job; null where it has none, or it was deleted. */
export function resultView(media: MediaFile | null, addressOf: AddressOf): JobResult | null {
  if (!media) return null;
  const { id, kind: type, width, height } = media;
  return { id, image_id: id, url: addressOf(media), width, height, type };
}
