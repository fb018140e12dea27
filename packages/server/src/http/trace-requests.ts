import { ENDPOINTS } from '@atelier/contract';
import type { FastifyInstance } from 'fastify';
import { NO_SPANS, type Span, type Spans } from '../tracing/spans.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The span of this request; null where it is not traced. */
    span: Span | null;
  }
}

/**
 * Paths that machines ask every few seconds, some in HTTP/1.0 and without a Host; no trace of them would tell anything.
 */
export const PROBES: ReadonlySet<string> = new Set([
  ENDPOINTS.getHealth.path,
  ENDPOINTS.getReadiness.path,
  ENDPOINTS.getMetrics.path,
]);

/**
 * Gives each request a span, from its head to the end of its answer, under that of its caller where it names one. Costs
 * nothing without traces.
 */
export function traceRequests(app: FastifyInstance, spans: Spans): void {
  app.decorateRequest('span', null);
  if (spans === NO_SPANS) return;
  app.addHook('onRequest', async (request, reply) => {
    const { method, routeOptions, headers } = request;
    const route = routeOptions.url;
    if (route === undefined || PROBES.has(route)) return;
    const span = spans.under(headers.traceparent?.toString()).start(`${method} ${route}`, {
      kind: 'server',
      facts: { 'http.request.method': method, 'http.route': route, 'atelier.request': request.id },
    });
    request.span = span;
    // Also where the client leaves, and where the answer is a stream.
    reply.raw.once('close', () => {
      const { statusCode } = reply.raw;
      span.note({ 'http.response.status_code': statusCode, 'atelier.workspace': request.workspace?.id });
      span.end(statusCode >= 500 ? 'failed' : 'well');
    });
  });
}
