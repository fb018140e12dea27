import { ApiError, ConnectionError } from './errors.ts';

/** How requests are sent. */
export interface RequestOptions {
  /** Address of the service. */
  readonly baseUrl: string;
  /** A workspace key, or the admin key. */
  readonly apiKey: string;
  /** Another implementation of fetch, for tests. */
  readonly fetch?: typeof fetch;
}

/** One request. */
export interface Call {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Begins with a slash. */
  readonly path: string;
  /** Sent as JSON, or as it is when it is a form. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal | undefined;
  /** False for a request that must not be sent twice: it is repeated only if the service said it did nothing. */
  readonly repeatable: boolean;
}

/** Times a request is sent, the first one included. */
const TRIES_MAX = 4;

/** Pause before the second try; it doubles with each further one, and half of it is random. */
const PAUSE_MS = 300;

/** Longest pause a server may ask for. */
const PAUSE_MS_MAX = 30_000;

/** Statuses that say the request was not carried out and may be sent again. */
const REFUSED: readonly number[] = [429, 503];

/** Sends a request and returns its JSON body. Throws ApiError, ConnectionError, or the signal's reason. */
export async function send<T>(options: RequestOptions, call: Call): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    const outcome = await once(options, call);
    if (outcome.kind === 'done') return outcome.body as T;
    const again = outcome.refused || (call.repeatable && outcome.transient);
    if (!again || attempt === TRIES_MAX) throw outcome.error;
    await pause(outcome.retryAfterMs ?? PAUSE_MS * 2 ** (attempt - 1) * (0.5 + Math.random() / 2), call.signal);
  }
}

type Outcome =
  | { readonly kind: 'done'; readonly body: unknown }
  | {
      readonly kind: 'failed';
      readonly error: Error;
      readonly refused: boolean;
      readonly transient: boolean;
      readonly retryAfterMs?: number;
    };

async function once(
  { baseUrl, apiKey, fetch: send = fetch }: RequestOptions,
  { method, path, body, headers, signal }: Call,
): Promise<Outcome> {
  const isForm = body instanceof FormData;
  let response: Response;
  let text: string;
  try {
    response = await send(baseUrl.replace(/\/+$/, '') + path, {
      method,
      headers: {
        authorization: `Bearer ${apiKey}`,
        ...(body === undefined || isForm ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
      ...(signal ? { signal } : {}),
    });
    text = await response.text();
  } catch (cause) {
    signal?.throwIfAborted();
    const error = new ConnectionError(`${method} ${path}: the service at ${baseUrl} could not be reached`, { cause });
    return { kind: 'failed', error, refused: false, transient: true };
  }
  if (response.ok) return { kind: 'done', body: text === '' ? null : JSON.parse(text) };
  return failure(response, text);
}

function failure(response: Response, text: string): Outcome {
  const { code, message } = errorOf(text);
  const error = new ApiError(response.status, code, message, response.headers.get('x-request-id'));
  const refused = REFUSED.includes(response.status) || code === 'idempotency_in_progress';
  const seconds = Number(response.headers.get('retry-after') ?? Number.NaN);
  const retryAfterMs = Number.isFinite(seconds) ? { retryAfterMs: Math.min(PAUSE_MS_MAX, seconds * 1000) } : {};
  return { kind: 'failed', error, refused, transient: response.status >= 500, ...retryAfterMs };
}

function errorOf(text: string): { code: string; message: string } {
  try {
    const body: unknown = JSON.parse(text);
    const field = (name: string) => (typeof body === 'object' && body !== null ? Reflect.get(body, name) : undefined);
    return { code: String(field('code') ?? 'unknown'), message: String(field('message') ?? text) };
  } catch {
    return { code: 'unknown', message: text.slice(0, 200) };
  }
}

/** Waits, or throws the signal's reason. */
export function pause(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, ms);
    signal?.addEventListener('abort', stop, { once: true });
  });
}
