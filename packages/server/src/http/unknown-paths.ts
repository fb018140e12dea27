import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import createRouter, { type HTTPMethod } from 'find-my-way';
import { Fault } from '../fault.ts';
import { sendFault } from './faults.ts';

const METHODS: readonly HTTPMethod[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'];

/**
 * Answers unknown paths with `not_found`, and known paths with a wrong method with `method_not_allowed` and `Allow`.
 */
export function answerUnknownPaths(app: FastifyInstance): void {
  const known = createRouter();
  const names = new Set<string>();
  /** A path that is a name takes the methods of that name alone, and an ID is never empty. */
  const fits = (path: string, params: unknown) => {
    const named = Object.entries(params ?? {}).filter(([name]) => name !== '*');
    return named.length === 0 || !(names.has(path) || named.some(([, value]) => value === ''));
  };
  app.addHook('onRoute', ({ method, url }) => {
    if (!/[:*]/.test(url)) names.add(url);
    for (const each of METHODS.filter((candidate) => [method].flat().includes(candidate))) {
      if (!known.hasRoute(each, url)) known.on(each, url, () => undefined);
    }
  });
  const answer = (request: FastifyRequest, reply: FastifyReply) => {
    const path = pathOf(request);
    const allowed = METHODS.filter((method) => {
      const found = known.find(method, path);
      return found !== null && fits(path, found.params);
    });
    if (request.method === 'OPTIONS' && allowed.length > 0)
      return reply.code(204).header('allow', allowed.join(', ')).send();
    if (allowed.length === 0)
      return sendFault(request, reply, new Fault('not_found', `There is nothing at ${path}. /docs lists every path.`));
    reply.header('allow', allowed.join(', '));
    return sendFault(
      request,
      reply,
      new Fault('method_not_allowed', `${path} takes ${allowed.join(', ')}; ${request.method} was sent.`),
    );
  };
  // Before the body is read, because the answer does not depend on it.
  app.addHook('onRequest', (request, reply, done) => {
    if (request.is404 || !fits(pathOf(request), request.params)) answer(request, reply);
    else done();
  });
  app.setNotFoundHandler(answer);
}

function pathOf(request: FastifyRequest): string {
  return request.url.split('?', 1)[0] ?? '/';
}
