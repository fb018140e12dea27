import { AsyncLocalStorage } from 'node:async_hooks';
import { createPrivateKey } from 'node:crypto';
import type { GoogleGenAI, GoogleGenAIOptions } from '@google/genai';
import Type, { type Static } from 'typebox';
import type { AdapterSetup } from '../../catalogue.ts';
import { base64Of, mimeTypeOf } from '../../inputs.ts';
import { unavailable } from '../../outcomes.ts';
import type { EngineOutcome, GatheredPicture } from '../../port.ts';
import { oneOf } from '../../schemas.ts';
import { answerReader, callThrough, type WireAnswer, type WireLimits } from '../../wire.ts';

/** Public address of the Gemini API (ai.google.dev/api). */
export const GEMINI_URL = 'https://generativelanguage.googleapis.com';

/** Version of the Gemini API that has the image models and Interactions. */
export const GEMINI_VERSION = 'v1beta';

/** The name of a model; it becomes part of an address. */
export const ModelName = (example: string) =>
  Type.String({ pattern: '^[\\w.-]+$', title: `a model such as ${example}` });

/** A picture as Google's client takes it. */
export function googleImage(picture: GatheredPicture) {
  return { imageBytes: base64Of(picture), mimeType: mimeTypeOf(picture.bytes) };
}

/** The answer to a call of Google, or why there is no access. */
export type GoogleAnswer = WireAnswer | Extract<EngineOutcome, { kind: 'unavailable' }>;

/** Makes one call through Google's official client, which is loaded at the first call. */
type AskGoogle = (send: (client: GoogleGenAI) => Promise<unknown>, limits: WireLimits) => Promise<GoogleAnswer>;

/**
 * Makes calls through one shared client. `optionsOf` gives its options, or a text with the reason why there is no
 * access. Each call has its own fetch, which sends a single request. A client per call would warn on the console each
 * time if the environment has keys of both Google services.
 */
function askerOf(baseUrl: string, optionsOf: () => Promise<GoogleGenAIOptions | string>): AskGoogle {
  const outgoing = new AsyncLocalStorage<typeof globalThis.fetch>();
  const fetch: typeof globalThis.fetch = (input, init) => {
    const call = outgoing.getStore();
    if (!call) throw new Error('the client of Google made a call on its own');
    return call(input, init);
  };
  const make = async () => {
    const options = await optionsOf();
    if (typeof options === 'string') return options;
    const { GoogleGenAI } = await import('@google/genai');
    return new GoogleGenAI({ ...options, httpOptions: { baseUrl, fetch } });
  };
  let made: ReturnType<typeof make> | null = null;
  return async (send, limits) => {
    made ??= make();
    const client = await made;
    if (typeof client === 'string') return unavailable(client);
    return callThrough((call) => outgoing.run(call, () => send(client)), limits);
  };
}

/** Access to the Gemini API with an API key. */
export function geminiAccess({ baseUrl, key }: Pick<AdapterSetup<unknown>, 'baseUrl' | 'key'>): AskGoogle {
  const apiKey = key('api_key');
  const options = apiKey === null ? 'its key has no value' : { vertexai: false, apiKey, apiVersion: GEMINI_VERSION };
  return askerOf(baseUrl ?? GEMINI_URL, async () => options);
}

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

/** Access to Vertex by the operator's credentials. Throws an Error if the options contradict each other. */
export function vertexAccess({ baseUrl, options, key }: AdapterSetup<Static<typeof VertexOptions>>): AskGoogle {
  const { project, location = LOCATION, credentials = 'service_account' } = options;
  if (project === undefined && credentials !== 'api_key')
    throw new Error(
      '/options/project is missing: only credentials of the kind api_key are bound to a project by themselves',
    );
  const regionUrl =
    location === 'global' ? 'https://aiplatform.googleapis.com' : `https://${location}-aiplatform.googleapis.com`;
  const place = project === undefined ? {} : { project, location };
  return askerOf(baseUrl ?? regionUrl, async () => {
    const secret = key('credentials');
    const means = secret === null ? 'its credentials have no value' : await meansOf(credentials, secret);
    return typeof means === 'string' ? means : { vertexai: true, apiVersion: 'v1', ...place, ...means };
  });
}

const readServiceAccount = answerReader({
  client_email: Type.String(),
  private_key: Type.String(),
  private_key_id: Type.Optional(Type.String()),
});

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
