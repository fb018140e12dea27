import type { Job, JobRequest, JobResult } from '@atelier/contract';
import { toCredits } from '../accounts/units.ts';
import type { AddressOf } from '../media/rows.ts';
import type { JobRow, JobWithMedia, ResultFields } from './rows.ts';

/** A job as v1 shows it. */
export function jobView(job: JobWithMedia, addressOf: AddressOf): Job {
  return { ...unfinishedJobView(job), result: resultView(job, addressOf) };
}

/** The same for a job that can have no result yet: the snapshot a creation answers with. */
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

/** The request as it was sent. The database orders the fields of a JSON object by their lengths. */
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
