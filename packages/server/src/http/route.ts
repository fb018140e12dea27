import { createHash, timingSafeEqual } from 'node:crypto';
import { closed, type Endpoint, type Static } from '@atelier/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest, preParsingHookHandler } from 'fastify';
import type { TSchema } from 'typebox';
import type { Keyring } from '../accounts/keyring.ts';
import type { Plan, Plans } from '../accounts/plans.ts';
import { RATE_WINDOW_SECONDS, type RateLimiter } from '../accounts/rate-limit.ts';
import type { Workspace } from '../accounts/workspaces.ts';
import type { Clock } from '../clock.ts';
import type { Database } from '../database/connection.ts';
import { Fault } from '../fault.ts';
import { refuseEncodedBody } from './body-headers.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The kind of the body; `nothing` ignores it. */
    readonly takes?: 'json' | 'form' | 'bytes' | 'nothing';
  }
}

/** The services that every route needs to identify the caller. */
export interface RouteRoom {
  readonly db: Database;
  readonly clock: Clock;
  readonly adminKey: string;
  readonly keyring: Keyring;
  readonly rateLimiter: RateLimiter;
  readonly plans: Plans;
}

type PartOf<E, K extends 'params' | 'query' | 'body'> =
  E extends Record<K, infer S extends TSchema> ? Static<S> : undefined;

/** A request whose parts are known to match its endpoint. */
export interface Call<E extends Endpoint> {
  readonly params: PartOf<E, 'params'>;
  readonly query: PartOf<E, 'query'>;
  readonly body: PartOf<E, 'body'>;
  readonly workspace: E['auth'] extends 'workspace' ? Workspace : null;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

/** The result of a handler: the body that the endpoint describes, or the reply if the handler has sent one. */
export type Answer<E extends Endpoint> = E extends { response: { schema: infer S extends TSchema } }
  ? Static<S> | FastifyReply
  : FastifyReply;

/** How a route departs from the common way. */
export interface RouteOptions {
  /** The handler checks the body itself, under the pointer its caller used. */
  readonly bodyUnchecked?: true;
  /** The body is taken as it comes, whatever it is. */
  readonly bodyBytes?: true;
}

/** The query of a v1 endpoint without parameters. */
const NO_QUERY = closed({});

/**
 * Adds a route for an endpoint of the contract: key first, then media type and JSON, then the schema, then the handler.
 * Handlers see only checked requests.
 */
export function route<const E extends Endpoint>(
  app: FastifyInstance,
  room: RouteRoom,
  endpoint: E,
  handler: (call: Call<E>) => Promise<Answer<E>>,
  { bodyUnchecked, bodyBytes }: RouteOptions = {},
): void {
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
      // The schemas have just proved the types that Call derives from the same endpoint.
      const answer = await handler({ params, query, body, workspace, request, reply } as Call<E>);
      // A reply is awaited like a promise, and nothing comes back: it has been sent, or its client left in the middle
      // of it.
      return answer === undefined ? reply : reply.code(endpoint.status).send(answer);
    },
  });
}

const checkEncoding: preParsingHookHandler = (request, _reply, body, done) => {
  refuseEncodedBody(request);
  done(null, body);
};

async function authenticate(
  room: RouteRoom,
  endpoint: Endpoint,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  if (endpoint.auth === 'admin') authenticateAdmin(room.adminKey, request);
  if (endpoint.auth === 'workspace') request.workspace = await authenticateWorkspace(room.keyring, request);
  if (endpoint.auth === 'workspace' && !request.workspace) throw new Fault('unauthorized');
  if (!request.workspace) return;
  request.log = request.log.child({ workspace: request.workspace.id });
  await limitRate(room.rateLimiter, request.workspace.id, room.plans[request.workspace.plan], reply);
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Whose key came with the request; null before authentication and where none is needed. */
    workspace: Workspace | null;
  }
}

/** The workspace of the request's key. Throws `unauthorized`. */
async function authenticateWorkspace(keyring: Keyring, request: FastifyRequest): Promise<Workspace> {
  const workspace = await keyring.find(bearerToken(request));
  if (!workspace) throw new Fault('unauthorized', 'The API key is unknown or revoked. Send a valid key.');
  return workspace;
}

/** Lets the admin key pass, and nothing else. Throws `unauthorized`. */
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

/** Name of the one policy in the fields. */
const POLICY = '"requests"';

/**
 * Counts a request against the plan of its workspace and tells how much is left, in the fields of the IETF draft
 * `draft-ietf-httpapi-ratelimit-headers-10`. Throws `rate_limited`.
 */
async function limitRate(limiter: RateLimiter, workspaceId: string, plan: Plan, reply: FastifyReply): Promise<void> {
  const { allowed, limit, remaining, resetSeconds } = await limiter.take(workspaceId, plan.requestsPerMinute);
  reply.header('ratelimit-policy', `${POLICY};q=${limit};w=${RATE_WINDOW_SECONDS}`);
  reply.header('ratelimit', `${POLICY};r=${remaining};t=${resetSeconds}`);
  if (allowed) return;
  throw new Fault(
    'rate_limited',
    `The plan ${plan.name} takes ${limit} requests a minute; send the next one in ${resetSeconds} seconds.`,
    { retryAfterSeconds: resetSeconds },
  );
}
