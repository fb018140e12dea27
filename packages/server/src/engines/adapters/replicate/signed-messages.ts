import { createHmac, timingSafeEqual } from 'node:crypto';
import type { RawRequest } from '../../port.ts';

/** Farthest a message's time may be from ours, in seconds (standardwebhooks.com). */
const AGE_SECONDS_MAX = 300;

/**
 * The ID of a message that is signed by the Standard Webhooks convention: an HMAC over its ID, its time and its body,
 * under a secret `whsec_…`. Null where the signature does not hold or the time is too far from ours.
 */
export function signedMessageId({ headers, body }: RawRequest, secret: string): string | null {
  const { 'webhook-id': id, 'webhook-timestamp': time, 'webhook-signature': signatures } = headers;
  if (!id || !time || !signatures) return null;
  if (!(Math.abs(Date.now() / 1000 - Number(time)) <= AGE_SECONDS_MAX)) return null;
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const due = createHmac('sha256', key).update(`${id}.${time}.`).update(body).digest();
  const isDue = (signature: string) => {
    const given = Buffer.from(signature.replace(/^v1,/, ''), 'base64');
    return signature.startsWith('v1,') && given.length === due.length && timingSafeEqual(given, due);
  };
  return signatures.split(' ').some(isDue) ? id : null;
}
