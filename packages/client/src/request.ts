import { ApiError, ConnectionError } from './errors.ts';
import { pause } from './pause.ts';

/** How requests are sent. */
export interface RequestOptions {
  /** Address of the service, such as `http://127.0.0.1:8787`. */
  readonly baseUrl: string;
  /** A workspace key, or the admin key. */
  readonly apiKey: string;
  /** Another implementation of fetch. */
  readonly fetch?: typeof fetch;
  /** Longest wait for one answer, in milliseconds; two minutes unless told otherwise. */
  readonly timeoutMs?: number;
}

/** One request. */
export interface Call {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Begins with a slash. */
  readonly path: string;
  /** Sent as JSON; a form is sent as a form. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal | undefined;
  /**
   * False for a request that must not be carried out twice: it is sent again only where the service said it did
   * nothing.
   */
  readonly repeatable: boolean;
}

/** Times a request is sent, the first one included. */
const TRIES_MAX = 4;

/**
 * Pause before the second try. It doubles with each further one, and half of it is random, so that clients do not
 * return in step.
 */
const PAUSE_MS = 300;

/** Longest pause a server may ask for. */
const PAUSE_MS_MAX = 30_000;

/** Longest wait for one answer; the largest upload fits into it on a slow line. */
const TIMEOUT_MS = 120_000;

/** Statuses that say the request was not carried out. */
const REFUSED: readonly number[] = [429, 503];

/** True for an error after which the same request may succeed: the service is away, or asks to come back later. */
export function isPassing(error: unknown): boolean {
  return (
    error instanceof ConnectionError || (error instanceof ApiError && (error.status === 429 || error.status >= 500))
  );
}

/** A try that brought no usable answer. */
export interface Failure {
  readonly kind: 'failed';
  readonly error: ApiError | ConnectionError;
  /** True when the service surely did nothing. */
  readonly refused: boolean;
  /** True when another try may end otherwise. */
  readonly transient: boolean;
  /** The pause that the server asked for, in milliseconds. */
  readonly retryAfterMs: number | null;
}

/** The outcome of one try. */
export type Outcome<T> = { readonly kind: 'answered'; readonly value: T } | Failure;

/**
 * Sends a request and returns its JSON body, null for an empty one. Repeats it after network faults, 429 and 5xx.
 * Throws ApiError, ConnectionError, or the signal's reason.
 */
export function send<T>(options: RequestOptions, call: Call): Promise<T> {
  // The service's answers have the shapes of the contract; both are built from the same schemas.
  return exchange(options, call, (text): T => JSON.parse(text || 'null'));
}

/** The same for an answer that is a text. */
export function sendForText(options: RequestOptions, call: Call): Promise<string> {
  return exchange(options, call, (text) => text);
}

async function exchange<T>(options: RequestOptions, call: Call, read: (text: string) => T): Promise<T> {
  // Made outside: an address or a header that cannot be sent is the caller's mistake, not the network's.
  const url = addressOf(options, call.path);
  const body = await encode(call.body);
  return inTries(call, async () => {
    const request = requestOf(options, call, body);
    try {
      const response = await (options.fetch ?? fetch)(url, request);
      const text = await response.text();
      if (!response.ok) return failure(response, text);
      return { kind: 'answered', value: read(text) };
    } catch (cause) {
      return broken(`${call.method} ${call.path}: the service at ${options.baseUrl}`, cause, call.signal);
    }
  });
}

/**
 * Tries until an outcome is final, four times at most. If a try may have been carried out, its error is thrown, not the
 * refusal of a later one. That refusal would say that nothing was done.
 */
export async function inTries<T>(
  { repeatable, signal }: Pick<Call, 'repeatable' | 'signal'>,
  once: () => Promise<Outcome<T>>,
): Promise<T> {
  let uncertain: ApiError | ConnectionError | null = null;
  for (let attempt = 1; ; attempt++) {
    const outcome = await once();
    if (outcome.kind === 'answered') return outcome.value;
    const again = outcome.refused || (repeatable && outcome.transient);
    if (!again || attempt === TRIES_MAX) throw (outcome.refused ? uncertain : null) ?? outcome.error;
    if (!outcome.refused) uncertain ??= outcome.error;
    await pause(outcome.retryAfterMs ?? pauseBefore(attempt + 1), signal);
  }
}

/** The address of a path of the service, which may itself stand under a path. */
export function addressOf({ baseUrl }: RequestOptions, path: string): URL {
  return new URL(baseUrl.replace(/\/+$/, '') + path);
}

/** Ends with the caller's signal or after the longest wait for one answer, whichever comes first. */
export function timeLimit({ timeoutMs = TIMEOUT_MS }: RequestOptions, signal: AbortSignal | undefined): AbortSignal {
  const timeout = AbortSignal.timeout(timeoutMs);
  return signal ? AbortSignal.any([signal, timeout]) : timeout;
}

/** The outcome where no whole answer came. Throws the signal's reason where the caller ended the request. */
export function broken(subject: string, cause: unknown, signal: AbortSignal | undefined): Failure {
  signal?.throwIfAborted();
  const error = new ConnectionError(`${subject} ${faultOf(cause)}`, { cause });
  return { kind: 'failed', error, refused: false, transient: true, retryAfterMs: null };
}

/** Milliseconds to wait before a try, the second or a later one. */
export function pauseBefore(attempt: number): number {
  return PAUSE_MS * 2 ** (attempt - 2) * (0.5 + Math.random() / 2);
}

function faultOf(cause: unknown): string {
  if (cause instanceof SyntaxError) return 'sent an answer that is not JSON';
  return cause instanceof Error && cause.name === 'TimeoutError' ? 'did not answer in time' : 'could not be reached';
}

function requestOf(options: RequestOptions, call: Call, { type, body }: Encoded): RequestInit {
  return {
    method: call.method,
    headers: new Headers({
      authorization: `Bearer ${options.apiKey}`,
      ...(type === null ? {} : { 'content-type': type }),
      ...call.headers,
    }),
    body,
    signal: timeLimit(options, call.signal),
  };
}

/** A body with its media type, both null for an empty one. */
interface Encoded {
  readonly type: string | null;
  readonly body: string | ArrayBuffer | null;
}

/**
 * A body as it goes over the wire. A form is turned into bytes first, so that it has a length. Node 24's fetch ends the
 * process when it is aborted while it reads a form.
 */
async function encode(body: unknown): Promise<Encoded> {
  if (body === undefined) return { type: null, body: null };
  if (!(body instanceof FormData)) return { type: 'application/json', body: JSON.stringify(body) };
  const encoded = new Response(body);
  return { type: encoded.headers.get('content-type'), body: await encoded.arrayBuffer() };
}

/** The outcome where the service answered with an error. */
export function failure(response: Response, text: string): Failure {
  const { code, message } = errorOf(text);
  return {
    kind: 'failed',
    error: new ApiError(response.status, code, message, response.headers.get('x-request-id')),
    refused: REFUSED.includes(response.status) || code === 'idempotency_in_progress',
    transient: response.status >= 500,
    retryAfterMs: retryAfterMs(response.headers.get('retry-after')),
  };
}

/** `Retry-After` in seconds, as this service sends it; null where it says nothing usable. */
function retryAfterMs(header: string | null): number | null {
  if (header === null || !/^\d+$/.test(header)) return null;
  return Math.min(PAUSE_MS_MAX, Number(header) * 1000);
}

/** Code and message of an error body; a proxy in between may have sent no JSON at all. */
function errorOf(text: string): { code: string; message: string } {
  try {
    const body: unknown = JSON.parse(text);
    const field = (name: string) => (typeof body === 'object' && body !== null ? Reflect.get(body, name) : undefined);
    return { code: String(field('code') ?? 'unknown'), message: String(field('message') ?? text) };
  } catch {
    return { code: 'unknown', message: text.slice(0, 200) };
  }
}
