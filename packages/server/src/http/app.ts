import { randomUUID } from 'node:crypto';
import { JSON_BODY_BYTES_MAX } from '@atelier/contract';
import Fastify, { type FastifyBaseLogger, type FastifyInstance, type FastifyRequest, LogController } from 'fastify';
import type { Logger } from 'pino';
import { Fault } from '../fault.ts';
import { isUuid } from '../ids.ts';
import { publicPath, withoutPublicPath } from '../public-path.ts';
import { addAdminRoutes } from './admin.ts';
import type { Connections } from './connections.ts';
import { PATH_PART_LENGTH_MAX, sendFault, setCommonHeaders, withGivenId } from './faults.ts';
import { parseStrictJson, textOf } from './json.ts';
import type { HttpRoom } from './room.ts';
import { routesOf } from './route.ts';
import { addSystemRoutes } from './system/index.ts';
import { PROBES, traceRequests } from './trace-requests.ts';
import { answerUnknownPaths } from './unknown-paths.ts';
import { addUnversionedRoutes } from './unversioned/index.ts';
import { addV1Routes } from './v1/index.ts';
import { validatorCompiler } from './validation.ts';

/** Builds the HTTP application: its routes and the common parts of all answers. */
export async function buildApp(room: HttpRoom, log: Logger, connections: Connections): Promise<FastifyInstance> {
  const { db, metrics, spans, stopping, publicUrl } = room;
  const loggerInstance: FastifyBaseLogger = log;
  const targetOf = withoutPublicPath(publicPath(publicUrl));
  const app: FastifyInstance = Fastify({
    loggerInstance,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'request' }),
    serverFactory: connections.createServer,
    bodyLimit: JSON_BODY_BYTES_MAX,
    rewriteUrl: ({ url = '/' }) => targetOf(url),
    genReqId: (request) => keptRequestId(request.headers['x-request-id']),
    routerOptions: { ignoreTrailingSlash: false, maxParamLength: PATH_PART_LENGTH_MAX },
    frameworkErrors: (error, request, reply) => void sendFault(request, reply, error),
    // The server factory answers broken requests, on each server.
    clientErrorHandler: () => undefined,
    // While closing, Fastify would answer without our body; the service refuses with an error body instead.
    return503OnClosing: false,
  });

  app.setValidatorCompiler(validatorCompiler);
  app.decorateRequest('workspace', null);
  const checkHost = hostCheck();
  traceRequests(app, spans);
  // Synchronous hooks use callbacks, because a promise costs each request a turn of the event loop.
  app.addHook('onRequest', (request, reply, done) => {
    setCommonHeaders(request, reply);
    checkHost(request);
    forgetIdleBody(request);
    if (stopping.aborted && request.method !== 'GET')
      throw new Fault('unavailable', 'The service is stopping; send the request again in a moment.', {
        retryAfterSeconds: 2,
      });
    done();
  });
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'unknown';
    const labels = { method: request.method, route, status: reply.statusCode };
    metrics.requestSeconds.observe(labels, reply.elapsedTime / 1000);
    done();
  });
  app.setErrorHandler(async (error, request, reply) =>
    sendFault(request, reply, await withGivenId(db, request, error)),
  );

  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, async (_request: unknown, bytes: Buffer) =>
    parseStrictJson(textOf(bytes)),
  );

  answerUnknownPaths(app);
  const route = routesOf(app, room);
  addV1Routes(route, room);
  addAdminRoutes(route, room);
  await addUnversionedRoutes(app, room);
  await addSystemRoutes(app, room);
  return app;
}

/**
 * Ignores the body of a route that takes none, and treats an empty body as absent whatever its content type. Many
 * clients send `application/json` on every request.
 */
function forgetIdleBody(request: FastifyRequest): void {
  const takes = request.routeOptions.config?.takes;
  if (takes !== 'form' && isEmpty(request)) delete request.headers['content-type'];
  if (takes !== 'nothing') return;
  for (const name of ['content-type', 'content-length', 'transfer-encoding']) delete request.headers[name];
}

/** True if the request has no body, by its headers. */
function isEmpty({ headers }: FastifyRequest): boolean {
  return headers['transfer-encoding'] === undefined && Number(headers['content-length'] ?? 0) === 0;
}

/**
 * Refuses a request whose `Host` is not a host, because addresses in answers are made of it. Load balancers may omit it
 * in probes, whose answers have no address. Remembers the last valid host.
 */
function hostCheck(): (request: FastifyRequest) => void {
  let known: string | null = null;
  return ({ host, routeOptions }) => {
    if (host === known || (host === '' && PROBES.has(routeOptions.url ?? ''))) return;
    refuseOddHost(host);
    known = host;
  };
}

function refuseOddHost(host: string): void {
  if (!URL.canParse(`http://${host}`) || new URL(`http://${host}`).host === '' || /[/?#@\\\s"<>]/.test(host))
    throw new Fault(
      'invalid_request',
      `The header Host is ${JSON.stringify(host)}; allowed: a host name with or without a port.`,
    );
}

/** The caller's request ID if it is a UUID, else a new one. */
function keptRequestId(given: string | string[] | undefined): string {
  return typeof given === 'string' && isUuid(given) ? given.toLowerCase() : randomUUID();
}
