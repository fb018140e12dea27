import { createHmac, randomBytes } from 'node:crypto';

/** Bytes of a secret: as many as SHA-256 gives. */
const SECRET_BYTES = 32;

/** A fresh secret. */
export function newSecret(): Buffer {
  return randomBytes(SECRET_BYTES);
}

/** A secret as its owner keeps it: `whsec_` and base64 (Standard Webhooks). */
export function secretText(secret: Buffer): string {
  return `whsec_${secret.toString('base64')}`;
}

/**
 * The `webhook-signature` of a message by the Standard Webhooks convention 1.0: `v1,` and the HMAC-SHA256 of
 * `id.timestamp.body` in base64, one for each secret, separated by spaces. `timestamp` is in seconds since 1970.
 */
export function signatureOf(secrets: readonly Buffer[], id: string, timestamp: number, body: string): string {
  return secrets
    .map((secret) => `v1,${createHmac('sha256', secret).update(`${id}.${timestamp}.${body}`).digest('base64')}`)
    .join(' ');
}
