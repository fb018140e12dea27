import type { Job, WebhookEvent } from '@atelier/contract';
import { bytesOf, secretBytes, WebhookError } from './webhook-secret.ts';

/** A message of a webhook. */
export interface WebhookMessage {
  /** The same at every try: keep it to tell repeats. */
  readonly id: string;
  readonly type: WebhookEvent | 'webhook.test';
  /** When it happened, RFC 3339. */
  readonly timestamp: string;
  /** The job as `GET /v1/jobs/{id}` shows it; absent in a test message. */
  readonly job: Job | null;
}

/** How a message is checked. */
export interface VerifyOptions {
  /** `whsec_…`, as it was shown when the webhook was made or rotated. */
  readonly secret: string;
  /** Oldest and newest message believed, in seconds from now; five minutes unless told otherwise. */
  readonly toleranceSeconds?: number;
}

const TOLERANCE_SECONDS = 300;

/**
 * Checks a message by the Standard Webhooks convention and reads it. `body` is the body as it came, before any parsing.
 * Uses Web Crypto alone, so it runs in Node, Deno, Bun, browsers and workers. Throws WebhookError.
 */
export async function verifyWebhook(
  headers: Headers | Readonly<Record<string, string | string[] | undefined>>,
  body: string,
  { secret, toleranceSeconds = TOLERANCE_SECONDS }: VerifyOptions,
): Promise<WebhookMessage> {
  const id = headerOf(headers, 'webhook-id');
  const timestamp = headerOf(headers, 'webhook-timestamp');
  const age = Math.abs(Date.now() / 1000 - Number(timestamp));
  // The negated comparison also refuses a timestamp that is not a number.
  if (!(age <= toleranceSeconds))
    throw new WebhookError(`the message is dated ${timestamp}, more than ${toleranceSeconds} seconds from now`);
  const key = await crypto.subtle.importKey('raw', secretBytes(secret), { name: 'HMAC', hash: 'SHA-256' }, false, [
    'verify',
  ]);
  const signed = new TextEncoder().encode(`${id}.${timestamp}.${body}`);
  const signatures = headerOf(headers, 'webhook-signature').split(' ');
  for (const signature of signatures) {
    const given = signature.startsWith('v1,') ? bytesOf(signature.slice(3)) : null;
    if (given && (await crypto.subtle.verify('HMAC', key, given, signed))) return messageOf(id, body);
  }
  throw new WebhookError('no signature of the message fits the secret');
}

function headerOf(headers: Headers | Readonly<Record<string, string | string[] | undefined>>, name: string): string {
  const value = headers instanceof Headers ? headers.get(name) : headers[name];
  if (typeof value !== 'string' || value === '') throw new WebhookError(`the message has no ${name} header`);
  return value;
}

function messageOf(id: string, body: string): WebhookMessage {
  const { type, timestamp, data } = JSON.parse(body);
  return { id, type, timestamp, job: data && 'id' in data ? data : null };
}
