import { createHash, timingSafeEqual } from 'node:crypto';
import { closed, type Endpoint, ERRORS, type Static, scopeOf } from '@atelier/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest, preParsingHookHandler } from 'fastify';
import type { TSchema } from 'typebox';
import type { Caller } from '../accounts/keys.ts';
import { RATE_WINDOW_SECONDS, type RateVerdict, rateLimited } from '../accounts/rate-limit.ts';
import { Fault } from '../fault.ts';
import type { ImageAddresses } from '../images/rows.ts';
import { addressesFor, type HttpRoom } from './room.ts';
import { refuseEncodedBody } from './validation.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The kind of the body; `nothing` ignores it. */
    readonly takes?: 'json' | 'form' | 'bytes' | 'nothing';
  }
}

type PartOf<E, K extends 'params' | 'query' | 'body'> =
  E extends Record<K, infer S extends TSchema> ? Static<S> : undefined;

/** A request whose parts are known to match its endpoint. */
export interface Call<E extends Endpoint> extends ImageAddresses {
  readonly params: PartOf<E, 'params'>;
  readonly query: PartOf<E, 'query'>;
  readonly body: PartOf<E, 'body'>;
  readonly workspace: E['auth'] extends 'workspace' ? Caller : null;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

/** The result of a handler: the body that the endpoint describes, or the reply if the handler has sent one. */
export type Answer<E extends Endpoint> = E extends { response: { schema: infer S extends TSchema } }
  ? Promise<Static<S> | FastifyReply>
  : E extends { status: 204 }
    ? Promise<void>
    : Promise<FastifyReply>;

/** How a route differs from others. */
export interface RouteOptions {
  /** The handler checks the body itself, with the pointers that the client used. */
  readonly bodyUnchecked?: true;
  /** The body is passed on as bytes, whatever its type. */
  readonly bodyBytes?: true;
}

/** The query of a v1 endpoint without parameters. */
const NO_QUERY = closed({});

/** Adds a route for an endpoint of the contract. */
export type AddRoute = ReturnType<typeof routesOf>;

/**
 * Adds routes to an app: key first, then media type and JSON, then the schema, then the handler. Handlers see only
 * checked requests.
 */
export function routesOf(app: FastifyInstance, room: HttpRoom) {
  return <const E extends Endpoint>(
    endpoint: E,
    handler: (call: Call<E>) => Answer<E>,
    { bodyUnchecked, bodyBytes }: RouteOptions = {},
  ): void => {
    const takes = bodyBytes ? 'bytes' : endpoint.form ? 'form' : endpoint.body ? 'json' : 'nothing';
    const query = endpoint.query ?? (endpoint.interface === 'v1' ? NO_QUERY : undefined);
    app.route({
      method: endpoint.method,
      config: { takes },
      url: endpoint.path.replaceAll(/\{([a-z_]+)\}/g, ':$1'),
      schema: {
        ...(endpoint.params && { params: endpoint.params }),
        ...(query && { querystring: query }),
        ...(endpoint.body && !bodyUnchecked && { body: endpoint.body }),
      },
      onRequest: (request, reply) => authenticate(room, endpoint, request, reply),
      ...(takes === 'nothing' ? {} : { preParsing: checkEncoding }),
      preValidation: (request, _reply, done) => {
        const isMissing = endpoint.body && request.body === undefined;
        done(isMissing ? new Fault('invalid_json', 'The body is empty; allowed: a JSON object.') : undefined);
      },
      handler: async (request, reply) => {
        const { params, query, body, workspace } = request;
        const call = { params, query, body, workspace, request, reply, ...addressesFor(room, request) };
        // The schemas have just proved the types that Call derives from the same endpoint.
        const answer = await handler(call as Call<E>);
        if (answer !== undefined || endpoint.status === 204) return reply.code(endpoint.status).send(answer);
        // Awaiting a reply returns nothing: it has been sent, or its client left in the middle of it.
        return reply;
      },
    });
  };
}

const checkEncoding: preParsingHookHandler = (request, _reply, body, done) => {
  refuseEncodedBody(request);
  done(null, body);
};

async function authenticate(
  room: HttpRoom,
  endpoint: Endpoint,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  if (endpoint.auth === 'admin') authenticateAdmin(room.adminKey, request);
  if (endpoint.auth !== 'workspace') return;
  const caller = await authenticateWorkspace(room, request);
  request.workspace = caller;
  request.log = request.log.child({ workspace: caller.id, key: caller.key.id });
  await limitRate(room, caller, reply);
  checkScope(endpoint, caller);
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The workspace of the request and its key; null before authentication, and if the endpoint needs none. */
    workspace: Caller | null;
  }
}

/** The workspace of the request's key. Throws `unauthorized`. */
async function authenticateWorkspace({ keyring, clock }: HttpRoom, request: FastifyRequest): Promise<Caller> {
  const caller = await keyring.find(bearerToken(request));
  if (!caller) throw new Fault('unauthorized', 'The API key is unknown or revoked. Send a valid key.');
  const { expires_at: expiresAt, name } = caller.key;
  if (expiresAt && expiresAt <= clock.now())
    throw new Fault(
      'unauthorized',
      `The API key ${JSON.stringify(name)} expired at ${expiresAt.toISOString()}. Send another key.`,
    );
  return caller;
}

/** Throws `scope_required` when the key lacks the scope that the endpoint needs. */
function checkScope(endpoint: Endpoint, { key }: Caller): void {
  const needed = scopeOf(endpoint);
  if (key.scopes.includes(needed)) return;
  throw new Fault(
    'scope_required',
    `${endpoint.method} ${endpoint.path} needs the scope ${needed}; the key ${JSON.stringify(key.name)} has ${key.scopes.join(', ')}. ${ERRORS.scope_required.advice}`,
  );
}

/** Accepts only the admin key. Throws `unauthorized`. */
function authenticateAdmin(adminKey: string, request: FastifyRequest): void {
  // Hashes have one length, which the constant-time comparison needs.
  const digest = (text: string) => createHash('sha256').update(text).digest();
  if (!timingSafeEqual(digest(bearerToken(request)), digest(adminKey)))
    throw new Fault(
      'unauthorized',
      'This endpoint takes the admin key alone, which is not the API key of a workspace.',
    );
}

function bearerToken(request: FastifyRequest): string {
  const [, token] = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '') ?? [];
  if (!token) throw new Fault('unauthorized', 'Send the API key as `Authorization: Bearer <key>`.');
  return token;
}

/**
 * Counts a request against the limit of its key, if it has one, and that of its plan. Sets the headers for the rest, of
 * the IETF draft `draft-ietf-httpapi-ratelimit-headers-10`. Throws `rate_limited`; what the key refuses does not count
 * against the plan.
 */
async function limitRate({ rateLimiter, plans }: HttpRoom, caller: Caller, reply: FastifyReply): Promise<void> {
  const plan = plans[caller.plan];
  const { id, name, requests_per_minute: ofKey } = caller.key;
  const told: string[] = [];
  const policies: string[] = [];
  const tell = (policy: string, { limit, remaining, resetSeconds }: RateVerdict) => {
    policies.push(`"${policy}";q=${limit};w=${RATE_WINDOW_SECONDS}`);
    told.push(`"${policy}";r=${remaining};t=${resetSeconds}`);
    reply.header('ratelimit-policy', policies.join(', ')).header('ratelimit', told.join(', '));
  };
  if (ofKey !== null) {
    const verdict = await rateLimiter.take({ kind: 'key', id }, ofKey);
    tell('key', verdict);
    if (!verdict.allowed) throw rateLimited(`The key ${JSON.stringify(name)}`, verdict);
  }
  const verdict = await rateLimiter.take({ kind: 'workspace', id: caller.id }, plan.requests_per_minute);
  tell('requests', verdict);
  if (!verdict.allowed) throw rateLimited(`The plan ${plan.name}`, verdict);
}
