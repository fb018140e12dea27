/** A message that must not be believed, or a secret that cannot check any. */
export class WebhookError extends Error {
  override readonly name = 'WebhookError';
}

/** The bytes of a secret: `whsec_` and base64, as the service shows it. Throws WebhookError. */
export function secretBytes(secret: string): Uint8Array<ArrayBuffer> {
  const bytes = bytesOf(secret.replace(/^whsec_/, ''));
  if (!bytes || bytes.length === 0) throw new WebhookError('the secret is not `whsec_` and base64');
  return bytes;
}

/** The bytes of a text in base64, or null for another text. */
export function bytesOf(base64: string): Uint8Array<ArrayBuffer> | null {
  try {
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  } catch {
    return null;
  }
}
