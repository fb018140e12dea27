import type { GoogleGenAI, GoogleGenAIOptions } from '@google/genai';
import Type from 'typebox';
import type { AdapterSetup } from '../catalogue.ts';
import type { EngineOutcome } from '../port.ts';
import { callThrough, type WireAnswer, type WireLimits } from '../wire.ts';

/** Public address of the Gemini API (ai.google.dev/api). */
export const GEMINI_URL = 'https://generativelanguage.googleapis.com';

/** Version of the Gemini API that has the image models and Interactions. */
export const GEMINI_VERSION = 'v1beta';

/** The name of a model, which goes into an address. */
export const ModelName = (example: string) => Type.String({ pattern: '^[\\w.-]+$', title: `a model such as ${example}` });

/** Who asks Google, and where. */
interface GoogleAccess {
  readonly kind: 'access';
  readonly options: GoogleGenAIOptions;
  readonly baseUrl: string;
}

/** Leave to ask Google, or why there is none. */
export type GoogleAccessOutcome = GoogleAccess | Extract<EngineOutcome, { kind: 'unavailable' }>;

/** Leave to ask the Gemini API, with an API key. */
export function geminiAccess({ baseUrl, key }: Pick<AdapterSetup<unknown>, 'baseUrl' | 'key'>): GoogleAccessOutcome {
  const apiKey = key('api_key');
  if (apiKey === null) return noCredentials('its key has no value');
  return {
    kind: 'access',
    options: { vertexai: false, apiKey, apiVersion: GEMINI_VERSION },
    baseUrl: baseUrl ?? GEMINI_URL,
  };
}

/** Why nobody can be asked. */
export function noCredentials(message: string): GoogleAccessOutcome {
  return { kind: 'unavailable', message };
}

/**
 * Makes one call through Google's official client, which is loaded when it is first needed. It is a client of this call alone:
 * the fetch it is given goes out once.
 */
export async function askGoogle(
  { options, baseUrl }: GoogleAccess,
  send: (client: GoogleGenAI) => Promise<unknown>,
  limits: WireLimits,
): Promise<WireAnswer> {
  const { GoogleGenAI } = await import('@google/genai');
  return callThrough((fetch) => send(new GoogleGenAI({ ...options, httpOptions: { baseUrl, fetch } })), limits);
}
