import { secretBytes } from './webhook-secret.ts';

/** A message to sign. */
export interface UnsignedMessage {
  readonly id: string;
  /** The body as it is sent. */
  readonly body: string;
  /** When it is sent; now unless told otherwise. */
  readonly sentAt?: Date;
}

/**
 * The headers of a message by the Standard Webhooks convention, as the service sends them: for tests of receivers.
 * Throws WebhookError for a secret that is not `whsec_` and base64.
 */
export async function signWebhook(
  secret: string,
  { id, body, sentAt = new Date() }: UnsignedMessage,
): Promise<Readonly<Record<'webhook-id' | 'webhook-timestamp' | 'webhook-signature', string>>> {
  const timestamp = String(Math.floor(sentAt.getTime() / 1000));
  const key = await crypto.subtle.importKey('raw', secretBytes(secret), { name: 'HMAC', hash: 'SHA-256' }, false, [
    'sign',
  ]);
  const signed = await crypto.subtle.sign('HMAC', key, new TextEncoder().encode(`${id}.${timestamp}.${body}`));
  const signature = btoa(String.fromCharCode(...new Uint8Array(signed)));
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${signature}` };
}
