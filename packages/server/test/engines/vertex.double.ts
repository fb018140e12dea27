import { generateKeyPairSync, verify } from 'node:crypto';
import type { DoubleAnswer, SeenRequest } from './double.ts';
import { googleError } from './google.double.ts';

const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const EMAIL = 'atelier@a-project.iam.gserviceaccount.com';

/** The JSON key of a service account whose signatures the doubles of Vertex know. */
export const SERVICE_ACCOUNT = JSON.stringify({
  type: 'service_account',
  project_id: 'a-project',
  private_key_id: '0123456789abcdef',
  private_key: privateKey.export({ type: 'pkcs8', format: 'pem' }),
  client_email: EMAIL,
});

/**
 * Vertex's answer to a call without permission; null with one: a token that our account has signed, an access token, an
 * API key.
 */
export function vertexLeave({ headers }: SeenRequest): DoubleAnswer | null {
  const token = /^Bearer (.+)$/.exec(headers.authorization ?? '')?.[1] ?? '';
  if (isSignedByUs(token) || token.startsWith('ya29.') || headers['x-goog-api-key'] === 'vertex-key') return null;
  return googleError(401, 'UNAUTHENTICATED', 'Request had invalid authentication credentials.');
}

/** The address of a model of Google's own, and the requested method; null for any other address. */
export function vertexMethod(path: string): { readonly model: string; readonly method: string } | null {
  const [, model, method] =
    /^\/v1\/(?:projects\/[\w-]+\/locations\/[\w-]+\/)?publishers\/google\/models\/([\w.-]+):(\w+)$/.exec(path) ?? [];
  return model && method ? { model, method } : null;
}

/** A JSON web token that is ours, for Google Cloud, for an hour at most (google.aip.dev/auth/4111). */
function isSignedByUs(token: string): boolean {
  const [header = '', claims = '', signature = ''] = token.split('.');
  if (!verify('sha256', Buffer.from(`${header}.${claims}`), publicKey, Buffer.from(signature, 'base64url')))
    return false;
  const { iss, scope, iat, exp } = JSON.parse(Buffer.from(claims, 'base64url').toString());
  const now = Date.now() / 1000;
  return (
    iss === EMAIL &&
    scope === 'https://www.googleapis.com/auth/cloud-platform' &&
    iat <= now + 5 &&
    exp > now &&
    exp - iat <= 3600
  );
}
