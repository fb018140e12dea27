import { dateTime, oneOf, open, type Static } from '../schema.ts';
import { COMPLETED_EXAMPLE, Job } from './job.ts';
import { WEBHOOK_EVENTS, type WebhookEvent } from './webhook.ts';

/** The end of a job, with the body of the webhook message that tells it. */
export const JobEvent = open(
  { type: oneOf(WEBHOOK_EVENTS), timestamp: dateTime('When the job ended.'), data: Job },
  { $id: 'JobEvent' },
);
export type JobEvent = Static<typeof JobEvent>;

/** Why the jobs of examples ended without a result. */
const FAILURES = {
  'job.failed': { code: 'generation_failed', message: 'The engine could not finish the job.' },
  'job.policy_blocked': { code: 'policy_blocked', message: 'The content rules do not allow this prompt.' },
} as const;

/** An event of a job that does not exist, for tests of receivers: a job of `id` that ended at a moment. */
export function exampleEvent(type: WebhookEvent, id: string, moment: Date): JobEvent {
  const timestamp = moment.toISOString();
  const job: Job = { ...COMPLETED_EXAMPLE, id, created_at: new Date(moment.getTime() - 9_000).toISOString() };
  if (type === 'job.completed') return { type, timestamp, data: job };
  const status = type === 'job.failed' ? 'failed' : 'policy_blocked';
  return {
    type,
    timestamp,
    data: { ...job, status, result: null, error: FAILURES[type], credits_used: 0, progress: 0 },
  };
}
