import { once } from 'node:events';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { JobWithMedia } from '../../jobs/rows.ts';
import { jobView } from '../../jobs/view-v1.ts';
import { watchJob } from '../../jobs/watch.ts';
import { addressesFor, endOfWait, type JobRoom } from '../room.ts';

/** A comment this often keeps proxies from cutting a quiet stream. */
const HEARTBEAT_MS = 15_000;

/** ID of the event of a state. A job that has ended stays as it is: the ID of its last event stays too. */
function eventId({ status, progress }: JobWithMedia): string {
  return `${status}-${progress}`;
}

/**
 * Sends the job as a server-sent event on every change, and closes after the final one. A client that connects again
 * after that one is answered 204, which tells it not to come back. Clients name the last event in the header
 * `Last-Event-ID`, or in the query if they cannot send headers.
 */
export async function streamJob(
  room: JobRoom,
  job: JobWithMedia,
  lastEventId: string | undefined,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const known = request.headers['last-event-id'] ?? lastEventId;
  if (job.finished_at && known === eventId(job)) return reply.code(204).send();
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
  const end = endOfWait(room, reply);
  try {
    for await (const state of watchJob(room, job, end)) {
      const data = JSON.stringify(jobView(state, addressesFor(room, request)));
      if (!raw.write(`event: job\nid: ${eventId(state)}\ndata: ${data}\n\n`)) await once(raw, 'drain', { signal: end });
    }
  } catch (error) {
    if (!end.aborted) request.log.warn({ err: error, job: job.id }, 'an event stream broke off');
  } finally {
    clearInterval(heartbeat);
    raw.end();
  }
  return reply;
}
