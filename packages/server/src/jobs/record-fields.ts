import type { ImageStatus } from '@atelier/contract';
import type { AddressOf } from '../media/rows.ts';
import type { JobWithMedia } from './rows.ts';

/** A job's status in the unversioned interface: `nsfw_filtered` is its name for a job whose output was filtered. */
export function statusOf(job: Pick<JobWithMedia, 'status' | 'output_filtered'>): ImageStatus {
  return job.status === 'policy_blocked' && job.output_filtered ? 'nsfw_filtered' : job.status;
}

/** Address of a job's result, or null. */
export function pathOf(
  job: Pick<JobWithMedia, 'media_token' | 'media_file_name'>,
  addressOf: AddressOf,
): string | null {
  if (!job.media_token || !job.media_file_name) return null;
  return addressOf({ token: job.media_token, fileName: job.media_file_name });
}

/** Why a job made nothing, where it ended so. */
export function failureOf(
  job: Pick<JobWithMedia, 'failure_code' | 'failure_message'>,
): { failure_code: string; fail_reason: string } | Record<string, never> {
  if (!job.failure_code || !job.failure_message) return {};
  return { failure_code: job.failure_code, fail_reason: job.failure_message };
}
