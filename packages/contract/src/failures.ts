import type { FailureCode } from './errors.ts';
import type { Job } from './resources/job.ts';

/** A title in a few words for people, by the code of a job's failure. */
const TITLES: Readonly<Record<Exclude<FailureCode, 'input_rejected'>, string>> = {
  provider_unavailable: 'The engine was not available',
  queue_timeout: 'No engine started the job in time',
  policy_blocked: 'The content rules do not allow this',
  generation_failed: 'The engine could not finish the job',
  canceled: 'Canceled',
};

/**
 * The failed part of a job: a picture, the words, the engine or the queue. The embedded engine rejects only pictures,
 * because its words are checked before a job exists. A hosted engine does not say which it means.
 */
export function titleOfFailure({ task, error }: Pick<Job, 'task' | 'error'>): string {
  const { code = '', message = '' } = error ?? {};
  if (code !== 'input_rejected')
    return Object.entries(TITLES).find(([known]) => known === code)?.[1] ?? 'The job failed';
  const isPicture = task?.endsWith('.embedded') || /^\/[a-z_/]*(?:image|mask|url|id|asset)/.test(message);
  return isPicture ? 'An image could not be used' : 'The engine did not accept the images or the prompt';
}
