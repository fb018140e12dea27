import { AsyncLocalStorage } from 'node:async_hooks';
import type { GoogleGenAI, GoogleGenAIOptions } from '@google/genai';
import Type from 'typebox';
import type { AdapterSetup } from '../../catalogue.ts';
import { base64Of, mimeTypeOf } from '../../inputs.ts';
import type { EngineOutcome, GatheredPicture } from '../../port.ts';
import { callThrough, type WireAnswer, type WireLimits } from '../../wire.ts';

/** Public address of the Gemini API (ai.google.dev/api). */
export const GEMINI_URL = 'https://generativelanguage.googleapis.com';

/** Version of the Gemini API that has the image models and Interactions. */
export const GEMINI_VERSION = 'v1beta';

/** The name of a model, which goes into an address. */
export const ModelName = (example: string) =>
  Type.String({ pattern: '^[\\w.-]+$', title: `a model such as ${example}` });

/** A picture as Google's client takes it. */
export function googleImage(picture: GatheredPicture) {
  return { imageBytes: base64Of(picture), mimeType: mimeTypeOf(picture.bytes) };
}

/** Leave to ask Google, or why there is none. */
export type GoogleAccess =
  | { readonly kind: 'access'; readonly ask: AskGoogle }
  | Extract<EngineOutcome, { kind: 'unavailable' }>;

/** Makes one call through Google's official client, which is loaded when it is first needed. */
export type AskGoogle = (send: (client: GoogleGenAI) => Promise<unknown>, limits: WireLimits) => Promise<WireAnswer>;

/** Leave to ask the Gemini API, with an API key. */
export function geminiAccess({ baseUrl, key }: Pick<AdapterSetup<unknown>, 'baseUrl' | 'key'>): GoogleAccess {
  const apiKey = key('api_key');
  if (apiKey === null) return noCredentials('its key has no value');
  const options = { vertexai: false, apiKey, apiVersion: GEMINI_VERSION };
  return { kind: 'access', ask: askerOf(options, baseUrl ?? GEMINI_URL) };
}

/** Why nobody can be asked. */
export function noCredentials(message: string): GoogleAccess {
  return { kind: 'unavailable', message };
}

/**
 * Calls by one client, each with a fetch of its own that goes out once. The client takes one fetch for all calls, and
 * making a client for each would write to the console each time where the environment holds keys of both of Google's
 * services.
 */
export function askerOf(options: GoogleGenAIOptions, baseUrl: string): AskGoogle {
  const outgoing = new AsyncLocalStorage<typeof globalThis.fetch>();
  const fetch: typeof globalThis.fetch = (input, init) => {
    const call = outgoing.getStore();
    if (!call) throw new Error('the client of Google made a call that nobody asked for');
    return call(input, init);
  };
  let made: Promise<GoogleGenAI> | null = null;
  const make = async () => {
    const { GoogleGenAI } = await import('@google/genai');
    return new GoogleGenAI({ ...options, httpOptions: { baseUrl, fetch } });
  };
  return async (send, limits) => {
    made ??= make();
    const client = await made;
    return callThrough((call) => outgoing.run(call, () => send(client)), limits);
  };
}
