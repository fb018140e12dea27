import { once } from 'node:events';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** A comment this often keeps proxies from cutting a quiet stream. */
const HEARTBEAT_MS = 15_000;

/** One server-sent event. Its data are sent as JSON. */
export interface ServerEvent {
  readonly event: string;
  readonly id: string;
  readonly data: unknown;
}

/**
 * Sends events as they come, at the pace of the client, until there are no more or `end` is aborted. A failure ends the
 * stream: its client connects again.
 */
export async function sendEvents(
  request: FastifyRequest,
  reply: FastifyReply,
  events: AsyncIterable<ServerEvent>,
  end: AbortSignal,
): Promise<FastifyReply> {
  reply.hijack();
  const { raw } = reply;
  for (const [name, value] of Object.entries(reply.getHeaders())) if (value !== undefined) raw.setHeader(name, value);
  raw.writeHead(200, {
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
  });
  raw.flushHeaders();
  const heartbeat = setInterval(() => raw.write(': still here\n\n'), HEARTBEAT_MS);
  try {
    for await (const { event, id, data } of events) {
      const text = `event: ${event}\nid: ${id}\ndata: ${JSON.stringify(data)}\n\n`;
      if (!raw.write(text)) await once(raw, 'drain', { signal: end });
    }
  } catch (error) {
    if (!end.aborted) request.log.warn({ err: error }, 'an event stream broke off');
  } finally {
    clearInterval(heartbeat);
    raw.end();
  }
  return reply;
}

/** The event that a client had last: from the header, or from the query if it cannot send headers. */
export function lastEventOf(request: FastifyRequest, ofQuery: string | undefined): string | undefined {
  const ofHeader = request.headers['last-event-id'];
  return ofHeader === undefined ? ofQuery : [ofHeader].flat().join(',');
}
