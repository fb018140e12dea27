import { TEST_EVENT, WEBHOOK_EVENTS, type WebhookEvent } from '@atelier/contract';

/** The name of each event on the page. */
export const EVENT_WORDS: Readonly<Record<WebhookEvent, string>> = {
  'job.completed': 'Completed jobs',
  'job.failed': 'Failed jobs',
  'job.policy_blocked': 'Jobs blocked by the content rules',
};

/** The event of a delivery in words; an event of a newer service stays unchanged. */
export function eventWords(event: string): string {
  if (event === TEST_EVENT) return 'Test';
  const known = WEBHOOK_EVENTS.find((one) => one === event);
  return known ? EVENT_WORDS[known] : event;
}
