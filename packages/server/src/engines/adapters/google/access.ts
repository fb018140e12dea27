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

/** The name of a model; it becomes part of an address. */
export const ModelName = (example: string) =>
  Type.String({ pattern: '^[\\w.-]+$', title: `a model such as ${example}` });

/** A picture as Google's client takes it. */
export function googleImage(picture: GatheredPicture) {
  return { imageBytes: base64Of(picture), mimeType: mimeTypeOf(picture.bytes) };
}

/** Access to Google, or why there is none. */
export type GoogleAccess =
  | { readonly kind: 'access'; readonly ask: AskGoogle }
  | Extract<EngineOutcome, { kind: 'unavailable' }>;

/** Makes one call through Google's official client, which is loaded at the first call. */
export type AskGoogle = (send: (client: GoogleGenAI) => Promise<unknown>, limits: WireLimits) => Promise<WireAnswer>;

/** Access to the Gemini API with an API key. */
export function geminiAccess({ baseUrl, key }: Pick<AdapterSetup<unknown>, 'baseUrl' | 'key'>): GoogleAccess {
  const apiKey = key('api_key');
  if (apiKey === null) return noCredentials('its key has no value');
  const options = { vertexai: false, apiKey, apiVersion: GEMINI_VERSION };
  return { kind: 'access', ask: askerOf(options, baseUrl ?? GEMINI_URL) };
}

/** Access refused for lack of credentials. */
export function noCredentials(message: string): GoogleAccess {
  return { kind: 'unavailable', message };
}

/**
 * Makes calls through one shared client. Each call has its own fetch, which sends a single request. A client per call
 * would warn on the console each time if the environment has keys of both Google services.
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
