import { createHmac } from 'node:crypto';

/**
 * How long a token holds, and how far it reaches back for clocks that are behind, in seconds (kling.ai/document-api).
 */
const HOLDS_SECONDS = 1800;
const REACHES_BACK_SECONDS = 5;

/** A JSON Web Token for Kling: the access key is its issuer, and the secret key signs it (HS256, RFC 7518 §3.2). */
export function klingToken(accessKey: string, secretKey: string, now: Date): string {
  const seconds = Math.floor(now.getTime() / 1000);
  const header = encoded({ alg: 'HS256', typ: 'JWT' });
  const claims = encoded({ iss: accessKey, exp: seconds + HOLDS_SECONDS, nbf: seconds - REACHES_BACK_SECONDS });
  const signature = createHmac('sha256', secretKey).update(`${header}.${claims}`).digest('base64url');
  return `${header}.${claims}.${signature}`;
}

function encoded(part: Readonly<Record<string, string | number>>): string {
  return Buffer.from(JSON.stringify(part)).toString('base64url');
}
