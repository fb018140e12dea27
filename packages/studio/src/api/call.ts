import { type RequestOptions, send } from '@atelier/client';
import type { ENDPOINTS, Endpoint, Static } from '@atelier/contract';

type AnyEndpoint = (typeof ENDPOINTS)[keyof typeof ENDPOINTS];
type Schema = NonNullable<Endpoint['params']>;
type Part<E, K extends 'params' | 'query' | 'body'> = E extends Record<K, infer S extends Schema> ? Static<S> : never;
type Has<E, K extends 'params' | 'query' | 'body', Yes> = [Part<E, K>] extends [never] ? object : Yes;

/** Methods of the interface. */
export type Method = AnyEndpoint['method'];
/** Paths of the interface that take a method. */
export type PathOf<M extends Method> = Extract<AnyEndpoint, { method: M }>['path'];
/** The endpoint at a path. */
type At<M extends Method, P extends string> = Extract<AnyEndpoint, { method: M; path: P }>;

/** The input of a call of an endpoint. */
export type Parts<M extends Method, P extends string> = Has<At<M, P>, 'params', { params: Part<At<M, P>, 'params'> }> &
  Has<At<M, P>, 'query', { query?: Part<At<M, P>, 'query'> }> &
  Has<At<M, P>, 'body', { body: Part<At<M, P>, 'body'> }> &
  (At<M, P> extends { form: Schema } ? { form: FormData } : object) & { signal?: AbortSignal | undefined };

/** The answer of an endpoint; null for an empty one. */
export type AnswerOf<M extends Method, P extends string> =
  At<M, P> extends { response: { schema: infer S extends Schema } } ? Static<S> : null;

/** Calls any endpoint of the interface: `api('GET', '/v1/jobs/{id}', { params: { id } })`. */
export type Api = <M extends Method, P extends PathOf<M>>(
  method: M,
  path: P,
  parts: Parts<M, P>,
) => Promise<AnswerOf<M, P>>;

/** Makes the calls of one key. They throw the errors of the client: ApiError, ConnectionError. */
export function apiOf(options: RequestOptions): Api {
  return (method, path, parts) => {
    const { params, query, body, form, signal }: LooseParts = parts;
    return send(options, {
      method,
      path: withParams(path, params) + queryText(query),
      body: form ?? body,
      signal,
      repeatable: method === 'GET' || method === 'DELETE',
    });
  };
}

/** The parts of whichever call. */
interface LooseParts {
  readonly params?: unknown;
  readonly query?: unknown;
  readonly body?: unknown;
  readonly form?: FormData;
  readonly signal?: AbortSignal | undefined;
}

function withParams(path: string, params: unknown): string {
  return Object.entries(params ?? {}).reduce(
    (filled, [name, value]) => filled.replace(`{${name}}`, encodeURIComponent(String(value))),
    path,
  );
}

function queryText(query: unknown): string {
  const given = Object.entries(query ?? {}).filter(([, value]) => value !== undefined);
  return given.length === 0 ? '' : `?${new URLSearchParams(given.map(([name, value]) => [name, String(value)]))}`;
}
