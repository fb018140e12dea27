import { createPrivateKey } from 'node:crypto';
import type { GoogleGenAIOptions } from '@google/genai';
import Type, { type Static } from 'typebox';
import type { AdapterSetup } from '../../catalogue.ts';
import { oneOf } from '../../schemas.ts';
import { answerReader } from '../../wire.ts';
import { askerOf, type GoogleAccess, noCredentials } from './access.ts';

/** The scope of the calls of Vertex. */
const VERTEX_SCOPE = 'https://www.googleapis.com/auth/cloud-platform';

/** Where Vertex runs the work unless told otherwise. */
const LOCATION = 'us-central1';

/** Options of every engine on Vertex. */
export const VERTEX_OPTIONS = {
  project: Type.Optional(Type.String({ pattern: '^[\\w.:-]+$', title: 'the ID of a Google Cloud project' })),
  location: Type.Optional(Type.String({ pattern: '^[a-z0-9-]+$', title: 'a region such as us-central1, or global' })),
  credentials: Type.Optional(oneOf('service_account', 'access_token', 'api_key')),
};

const VertexOptions = Type.Object(VERTEX_OPTIONS);

/**
 * The access to Vertex, by the kind of the operator's credentials. Throws an Error if the options contradict each
 * other.
 */
export function vertexAccess({
  baseUrl,
  options,
  key,
}: Pick<AdapterSetup<Static<typeof VertexOptions>>, 'baseUrl' | 'options' | 'key'>): () => Promise<GoogleAccess> {
  const { project, location = LOCATION, credentials = 'service_account' } = options;
  if (project === undefined && credentials !== 'api_key')
    throw new Error(
      '/options/project is missing: only credentials of the kind api_key are bound to a project by themselves',
    );
  const regionUrl =
    location === 'global' ? 'https://aiplatform.googleapis.com' : `https://${location}-aiplatform.googleapis.com`;
  const place = project === undefined ? {} : { project, location };
  const access = async (): Promise<GoogleAccess> => {
    const secret = key('credentials');
    if (secret === null) return noCredentials('its credentials have no value');
    const means = await meansOf(credentials, secret);
    if (typeof means === 'string') return noCredentials(means);
    const own = { vertexai: true, apiVersion: 'v1', ...place, ...means };
    return { kind: 'access', ask: askerOf(own, baseUrl ?? regionUrl) };
  };
  let known: Promise<GoogleAccess> | null = null;
  return () => {
    known ??= access();
    return known;
  };
}

const readServiceAccount = answerReader(
  Type.Object({
    client_email: Type.String(),
    private_key: Type.String(),
    private_key_id: Type.Optional(Type.String()),
  }),
);

/** The client's credentials, or a text with the reason why there are none. */
async function meansOf(
  kind: 'service_account' | 'access_token' | 'api_key',
  secret: string,
): Promise<Pick<GoogleGenAIOptions, 'apiKey' | 'googleAuthOptions'> | string> {
  if (kind === 'api_key') return { apiKey: secret };
  const { JWT, OAuth2Client } = await import('google-auth-library');
  if (kind === 'access_token') {
    const authClient = new OAuth2Client();
    authClient.setCredentials({ access_token: secret });
    return { googleAuthOptions: { authClient } };
  }
  const account = readServiceAccount(Buffer.from(secret));
  if (!account) return 'its credentials are not the JSON key of a service account';
  if (!isPrivateKey(account.private_key)) return 'the private key of its service account cannot be read';
  const authClient = new JWT({
    email: account.client_email,
    key: account.private_key,
    scopes: [VERTEX_SCOPE],
    ...(account.private_key_id === undefined ? {} : { keyId: account.private_key_id }),
  });
  // Signed here, the token needs no call for one: such a call could fail, and nothing would tell it from the call for
  // work.
  authClient.useJWTAccessWithScope = true;
  return { googleAuthOptions: { authClient } };
}

function isPrivateKey(pem: string): boolean {
  try {
    return createPrivateKey(pem).type === 'private';
  } catch {
    return false;
  }
}
