import type { Job, JobRequest, JobResult } from '@atelier/contract';
import { toCredits } from '../accounts/units.ts';
import type { AddressOf } from '../media/rows.ts';
import type { JobRow, JobWithMedia, ResultFields } from './rows.ts';

/** A job as v1 shows it. */
export function jobView(job: JobWithMedia, addressOf: AddressOf): Job {
  return { ...unfinishedJobView(job), result: resultView(job, addressOf) };
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
export function resultView(job: ResultFields, addressOf: AddressOf): JobResult | null {
  if (!job.media_id || !job.media_token || !job.media_file_name || !job.media_kind) return null;
  return {
    id: job.media_id,
    image_id: job.media_id,
    url: addressOf({ token: job.media_token, fileName: job.media_file_name }),
    width: job.media_width,
    height: job.media_height,
    type: job.media_kind,
  };
}
