import { once } from 'node:events';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { followJob } from '../../jobs/follow.ts';
import type { JobWithMedia } from '../../jobs/rows.ts';
import { jobView } from '../../jobs/view-v1.ts';
import { addressesFor, endOfWait, type HttpRoom } from '../room.ts';

/** A comment this often keeps proxies from cutting a quiet stream. */
const HEARTBEAT_MS = 15_000;

/** Sends the job as a server-sent event on every change, and closes after the final one. */
export async function streamJob(
  room: HttpRoom,
  job: JobWithMedia,
  request: FastifyRequest,
  reply: FastifyReply,
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
  const end = endOfWait(room, reply);
  try {
    for await (const state of followJob(room, job, end)) {
      const data = JSON.stringify(jobView(state, addressesFor(room, request)));
      if (!raw.write(`event: job\ndata: ${data}\n\n`)) await once(raw, 'drain', { signal: end });
    }
  } catch (error) {
    if (!end.aborted) request.log.warn({ err: error, job: job.id }, 'an event stream broke off');
  } finally {
    clearInterval(heartbeat);
    raw.end();
  }
  return reply;
}
