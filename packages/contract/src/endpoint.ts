import type { TSchema } from 'typebox';
import type { ErrorCode } from './errors.ts';
import type { Scope } from './resources/key.ts';

/** The interface that an endpoint belongs to. It decides the form of its errors. */
export type Interface = 'v1' | 'unversioned' | 'admin' | 'system';

/** The errors of every request with a JSON body. */
export const BODY_ERRORS = [
  'invalid_json',
  'invalid_request',
  'payload_too_large',
  'unsupported_media_type',
] as const satisfies readonly ErrorCode[];

/** One answer of an endpoint. */
export interface EndpointResponse {
  readonly description: string;
  /** Absent: no JSON body (empty, text or a file). */
  readonly schema?: TSchema;
  /** Media type of an answer that is not JSON. */
  readonly mediaType?: string;
  /** Media type of another form of the same answer, a text. */
  readonly alsoAs?: string;
}

/** One method of one path, described once: routes, OpenAPI document and client are made from it. */
export interface Endpoint {
  /** Unique, in camelCase; the OpenAPI operationId. */
  readonly id: string;
  readonly interface: Interface;
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** With `{name}` for path parameters. */
  readonly path: string;
  readonly summary: string;
  readonly description?: string;
  /** The kind of key that the endpoint needs. */
  readonly auth: 'workspace' | 'admin' | 'none';
  /** The scope that a workspace key needs. Absent: by the method; {@link scopeOf} tells it. */
  readonly scope?: Scope;
  readonly params?: TSchema;
  /** Parameters of the query. v1 refuses others, also where this is absent; the other interfaces ignore them. */
  readonly query?: TSchema;
  /** JSON body, as the service checks it before anything else. */
  readonly body?: TSchema;
  /** The same body with everything that is checked later, for the document. */
  readonly describedBody?: TSchema;
  /** Form fields of a multipart body beside the file. */
  readonly form?: TSchema;
  /** Takes an `Idempotency-Key`. */
  readonly idempotent?: true;
  readonly example?: unknown;
  /** The successful answer. */
  readonly status: number;
  readonly response: EndpointResponse;
  /** Other answers by status, besides {@link errors}. */
  readonly otherResponses?: Readonly<Record<number, EndpointResponse>>;
  /** Error codes of this endpoint, besides those of every endpoint of its interface. */
  readonly errors: readonly ErrorCode[];
}

/** Keeps the exact types of an endpoint while checking that it is one. */
export function endpoint<const E extends Endpoint>(description: E): E {
  return description;
}

/** The scope that a workspace key needs for an endpoint: its own one, else `read` for GET and `submit` for the rest. */
export function scopeOf({ scope, method }: Pick<Endpoint, 'scope' | 'method'>): Scope {
  return scope ?? (method === 'GET' ? 'read' : 'submit');
}

/** Path parameters of an endpoint, in order. */
export function pathParameters(path: string): string[] {
  return [...path.matchAll(/\{([a-z_]+)\}/g)].map((match) => match[1] ?? '');
}

/** The answers of an endpoint that sends a file, or a range of it. */
export const FILE_ANSWERS = {
  status: 200,
  response: { description: 'The file.', mediaType: '*/*' },
  otherResponses: {
    206: { description: 'The requested range of the file.', mediaType: '*/*' },
    304: { description: 'The file has not changed.' },
    416: { description: 'The range begins behind the end of the file.' },
  },
} as const;
