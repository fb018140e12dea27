import { AsyncLocalStorage } from 'node:async_hooks';
import Type, { type Static, type TProperties, type TSchema } from 'typebox';
import { validatorOf } from '../schema-check.ts';
import type { StartOutcome } from './port.ts';

/** Longest wait for an answer, if the call sets none. */
const ANSWER_TIMEOUT_MS = 60_000;
/** Longest wait for the answer to a call for work that gives a receipt, in milliseconds: pictures travel in it. */
export const SUBMIT_TIMEOUT_MS = 120_000;
/** Largest answer that is read: a picture of four megapixels in base64 takes a third of it. */
const ANSWER_BYTES_MAX = 96 * 1024 * 1024;

/** Bounds of a call. */
export interface WireLimits {
  /** From the call to the last byte of the answer. */
  readonly timeoutMs?: number;
  readonly signal?: AbortSignal;
  /** Bytes of the answer beyond which it counts as broken. */
  readonly bytesMax?: number;
}

/** One call of a hosted engine. */
export interface WireCall extends WireLimits {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array<ArrayBuffer> | FormData;
}

/** An answer that came to its end. */
export interface WholeAnswer {
  readonly kind: 'answer';
  readonly status: number;
  readonly headers: Headers;
  readonly bytes: Uint8Array;
}

/** The outcome of a call. */
export type WireAnswer =
  | WholeAnswer
  /** No connection opened: the engine has certainly heard nothing. */
  | { readonly kind: 'unsent'; readonly message: string }
  /** The connection opened, and no whole answer came. */
  | { readonly kind: 'broken'; readonly message: string };

/** A call and its outcome. */
export interface MadeCall {
  readonly url: string;
  readonly answer: WireAnswer;
}

const observers = new AsyncLocalStorage<(call: MadeCall) => void>();

/** Does work, and reports every call of an engine that it makes. */
export function observeCalls<T>(onCall: (call: MadeCall) => void, work: () => Promise<T>): Promise<T> {
  return observers.run(onCall, work);
}

/**
 * Calls a hosted engine once and reads its answer. Throws the reason of `signal` when that is aborted, nothing else.
 */
export function callEngine({ method, url, headers = {}, body, ...limits }: WireCall): Promise<WireAnswer> {
  return callThrough(
    (fetch) => fetch(url, { method, headers: { ...headers }, ...(body === undefined ? {} : { body }) }),
    limits,
  );
}

/** Calls of one engine with JSON in both directions. A path is relative to `base`; `headers` have its key. */
export function jsonApi(base: string, headers: () => Readonly<Record<string, string>>) {
  const call = ({ url, headers: more, ...rest }: WireCall) =>
    callEngine({ ...rest, url: url.startsWith('/') ? base + url : url, headers: { ...headers(), ...more } });
  return {
    base,
    headers,
    call,
    /** Reads something. */
    get: (url: string, limits: WireLimits = {}) => call({ method: 'GET', url, ...limits }),
    /** Asks for work. */
    submit: (url: string, body: unknown, more: Readonly<Record<string, string>> = {}) =>
      call({
        method: 'POST',
        url,
        headers: { 'content-type': 'application/json', ...more },
        body: JSON.stringify(body),
        timeoutMs: SUBMIT_TIMEOUT_MS,
      }),
  };
}

/** Calls of one engine. */
export type JsonApi = ReturnType<typeof jsonApi>;

/**
 * Lets an official client make one call, with a fetch that sends once: any repeat of the client ends here. The outcome
 * is the engine's answer, not the client's reading of it. Throws the reason of `signal` when that is aborted, and the
 * client's error if it made no call.
 */
export async function callThrough(
  send: (fetch: typeof globalThis.fetch) => Promise<unknown>,
  { timeoutMs = ANSWER_TIMEOUT_MS, signal, bytesMax = ANSWER_BYTES_MAX }: WireLimits = {},
): Promise<WireAnswer> {
  const timeout = AbortSignal.timeout(timeoutMs);
  // Loaded with the first call, so that services without hosted engines start without a client.
  const { watchedFetch } = await import('./watched-fetch.ts');
  const wire = watchedFetch();
  let outcome: Promise<WireAnswer> | null = null;
  const ask = async (...[input, init]: Parameters<typeof globalThis.fetch>): Promise<WireAnswer> => {
    try {
      const ends = [signal, timeout, init?.signal].filter((end) => end instanceof AbortSignal);
      const response = await wire.fetch(input, { ...(await withPlainBody(init)), signal: AbortSignal.any(ends) });
      const { status, headers } = response;
      return { kind: 'answer', status, headers, bytes: await readBody(response, bytesMax) };
    } catch (error) {
      const message = timeout.aborted ? `no answer came within ${timeoutMs / 1000} seconds` : reasonOf(error);
      return { kind: wire.opened() ? 'broken' : 'unsent', message };
    }
  };
  const once: typeof globalThis.fetch = async (input, init) => {
    if (outcome !== null) throw new Error('a call of an engine goes out once');
    outcome = ask(input, init);
    const answer = await outcome;
    observers.getStore()?.({ url: input instanceof Request ? input.url : String(input), answer });
    return responseOf(answer);
  };
  const sent = await send(once).then(
    () => null,
    (error: unknown) => ({ error }),
  );
  signal?.throwIfAborted();
  if (outcome !== null) return outcome;
  throw sent ? sent.error : new Error('the client of an engine made no call');
}

/** A form as bytes, because undici takes only forms of its own class. */
async function withPlainBody(init: RequestInit = {}): Promise<RequestInit> {
  if (!(init.body instanceof FormData)) return init;
  const written = new Response(init.body);
  const headers = new Headers(init.headers);
  headers.set('content-type', written.headers.get('content-type') ?? '');
  return { ...init, headers: [...headers], body: await written.arrayBuffer() };
}

/** The answer as an official client takes it. */
function responseOf(answer: WireAnswer): Response {
  if (answer.kind !== 'answer') throw new TypeError(answer.message);
  const { status, headers, bytes } = answer;
  // The bytes are decoded already, and the headers would say otherwise.
  const rest = new Headers([...headers].filter(([name]) => name !== 'content-encoding' && name !== 'content-length'));
  return new Response(bytes.length === 0 ? null : new Uint8Array(bytes), { status, headers: rest });
}

/** The message of an error and of its cause. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const code: unknown = Reflect.get(error, 'code');
  const own = typeof code === 'string' ? `${error.message} (${code})` : error.message;
  return error.cause === undefined ? own : `${own}: ${reasonOf(error.cause)}`;
}

async function readBody(response: Response, bytesMax: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength;
    if (size > bytesMax) throw new Error(`the answer has more than ${bytesMax} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** Makes a reader of JSON answers, which returns the value if it matches the schema, and null if not. */
export function schemaReader<T extends TSchema>(
  schema: T,
  shaped: (value: unknown) => unknown = (value) => value,
): (bytes: Uint8Array) => Static<T> | null {
  const validator = validatorOf(schema);
  return (bytes) => {
    const value = shaped(parsed(bytes));
    return validator().Check(value) ? value : null;
  };
}

/**
 * Makes a reader of JSON objects with these fields, and perhaps others. It returns null for any other answer. `shaped`
 * is applied to the value before.
 */
export function answerReader<T extends TProperties>(fields: T, shaped?: (value: unknown) => unknown) {
  return schemaReader(Type.Object(fields), shaped);
}

const Fault = Type.Object({
  type: Type.Optional(Type.String()),
  loc: Type.Optional(Type.Array(Type.Union([Type.String(), Type.Number()]))),
  msg: Type.Optional(Type.String()),
});
const readFaults = answerReader({ detail: Type.Union([Type.String(), Type.Array(Fault)]) });

/** The first fault in an error of a server made with FastAPI: its kind, its field's path, and words. Empty without. */
export function firstFault(bytes: Uint8Array): Static<typeof Fault> {
  const detail = readFaults(bytes)?.detail;
  return (typeof detail === 'string' ? { msg: detail } : detail?.[0]) ?? {};
}

/** The content of a success, by a reader of {@link answerReader}; null for any other answer. */
export function readSuccess<T>(answer: WireAnswer, read: (bytes: Uint8Array) => T | null): T | null {
  return answer.kind === 'answer' && answer.status < 300 ? read(answer.bytes) : null;
}

function parsed(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return undefined;
  }
}

/**
 * True for an address that an engine's answer names and its key may be sent to. It is on the host of `base`, where the
 * operator reaches the engine, by the same protocol, or by https below the engine's own `domain`. Everywhere else the
 * key would leak.
 */
export function isWithinEngine(address: string, base: string, domain: string): boolean {
  const url = URL.parse(address);
  const own = new URL(base);
  if (url?.username !== '' || url.password !== '') return false;
  return url.origin === own.origin || (url.protocol === 'https:' && `.${url.hostname}`.endsWith(`.${domain}`));
}

/** The beginning of an answer, for the operator's log. */
export function excerptOf(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes.subarray(0, 300)).replaceAll(/\s+/g, ' ');
}

/** The outcome of a call, for the operator's log. */
export function excerptOfAnswer(answer: WireAnswer): string {
  return answer.kind === 'answer' ? `status ${answer.status}: ${excerptOf(answer.bytes)}` : answer.message;
}

/** Milliseconds of a `Retry-After` in seconds or as a date (RFC 9110 §10.2.3); null without one. */
export function retryAfterMs(headers: Headers): number | null {
  const text = headers.get('retry-after');
  if (text === null) return null;
  const seconds = Number(text);
  const ms = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(text) - Date.now();
  return Number.isFinite(ms) && ms >= 0 ? ms : null;
}

/**
 * Statuses of a gateway in front of the engine, which leave the outcome of the call open. They include those of
 * Cloudflare for an engine that did not answer, or not in time (developers.cloudflare.com, errors 520, 522 and 524).
 */
const GATEWAY_STATUSES: readonly number[] = [408, 502, 504, 520, 522, 524];

/** Statuses of a wrong address, key or account; 410 is that of retired models. */
const CLOSED_STATUSES: readonly number[] = [401, 402, 403, 404, 405, 410];

/** True for a status that speaks of the way to the engine or of our calls, not of the work that was asked for. */
export function isPassing(status: number): boolean {
  return [401, 403, 429, 503, ...GATEWAY_STATUSES].includes(status);
}

/**
 * The outcome by the status of a call for new work, the same for every engine; null if the adapter must read the
 * answer. 429 and 503 are refusals. A gateway's status, like a broken connection, leaves open whether work began. A
 * redirect is not followed, because it would take the key elsewhere.
 */
export function startTrouble(answer: WireAnswer): StartOutcome | null {
  if (answer.kind === 'unsent')
    return { kind: 'refused', reason: 'broken', message: `no connection: ${answer.message}`, retryAfterMs: null };
  if (answer.kind === 'broken') return { kind: 'uncertain', message: answer.message };
  const { status, headers } = answer;
  const message = excerptOfAnswer(answer);
  if (status === 429) return { kind: 'refused', reason: 'busy', message, retryAfterMs: retryAfterMs(headers) };
  if (status === 503) return { kind: 'refused', reason: 'broken', message, retryAfterMs: retryAfterMs(headers) };
  if (GATEWAY_STATUSES.includes(status)) return { kind: 'uncertain', message };
  if (status >= 500 || CLOSED_STATUSES.includes(status)) return { kind: 'unavailable', message };
  if (status >= 300 && status < 400)
    return {
      kind: 'unavailable',
      message: `status ${status}: base_url redirects to ${headers.get('location') ?? 'no address'}; name that address`,
    };
  return null;
}
