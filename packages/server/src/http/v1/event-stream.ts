import { once } from 'node:events';
import { type JobEvent, WEBHOOK_EVENTS } from '@atelier/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { JobWithMedia } from '../../jobs/rows.ts';
import { jobView } from '../../jobs/view-v1.ts';
import { watchEnds, watchJob } from '../../jobs/watch.ts';
import type { AddressOf } from '../../media/rows.ts';
import { endOfWait, type HttpRoom } from '../room.ts';

/** Pause between comments, which keep proxies from closing a quiet stream. */
const HEARTBEAT_MS = 15_000;

/** A request for events. */
interface StreamCall {
  readonly query: { readonly lastEventId?: string };
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly addressOf: AddressOf;
}

/** One server-sent event. Its data are sent as JSON. */
interface ServerEvent {
  readonly event: string;
  readonly id: string;
  readonly data: unknown;
}

/**
 * Sends events as they come, at the pace of the client, until there are no more or `end` is aborted. A failure ends the
 * stream: its client connects again.
 */
async function sendEvents(
  { request, reply }: StreamCall,
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
function lastEventOf({ query, request }: StreamCall): string | undefined {
  const ofHeader = request.headers['last-event-id'];
  return ofHeader === undefined ? query.lastEventId : [ofHeader].flat().join(',');
}

/** Longest time that a reconnect goes back, in milliseconds. */
const RESUME_MS_MAX = 3_600_000;

/** Longest life of a stream, in milliseconds. A client connects again, and its key is checked again. */
const STREAM_MS_MAX = 300_000;

/**
 * Sends an event when a job of the workspace ends. A client that connects again with the ID of its last event gets
 * those since then, up to {@link RESUME_MS_MAX} back, and a few again.
 */
export function streamEvents(room: HttpRoom, workspaceId: string, call: StreamCall): Promise<FastifyReply> {
  const end = AbortSignal.any([endOfWait(room, call.reply), AbortSignal.timeout(STREAM_MS_MAX)]);
  const nowMs = room.clock.now().getTime();
  // An ID begins with the time of its end.
  const [, time] = /^(\d{1,15})-/.exec(lastEventOf(call) ?? '') ?? [];
  const again = time !== undefined;
  const since = new Date(again ? Math.min(nowMs, Math.max(Number(time), nowMs - RESUME_MS_MAX)) : nowMs);
  const ends = async function* (): AsyncGenerator<ServerEvent> {
    for await (const job of watchEnds(room, workspaceId, { since, again }, end)) {
      const type = WEBHOOK_EVENTS.find((each) => each === `job.${job.status}`);
      if (!type) throw new Error(`a job ended as ${job.status}`);
      const timestamp = job.finished_at.toISOString();
      const data: JobEvent = { type, timestamp, data: jobView(job, call.addressOf) };
      yield { event: type, id: `${job.finished_at.getTime()}-${job.id}`, data };
    }
  };
  return sendEvents(call, ends(), end);
}

/** ID of the event of a state. A job that has ended stays as it is: the ID of its last event stays too. */
function eventId({ status, progress }: JobWithMedia): string {
  return `${status}-${progress}`;
}

/**
 * Sends the job as a server-sent event on every change, and closes after the final one. A client that connects again
 * after that one is answered 204, which tells it not to come back.
 */
export async function streamJob(room: HttpRoom, job: JobWithMedia, call: StreamCall): Promise<FastifyReply> {
  if (job.finished_at && lastEventOf(call) === eventId(job)) return call.reply.code(204).send();
  const end = endOfWait(room, call.reply);
  const states = async function* (): AsyncGenerator<ServerEvent> {
    for await (const state of watchJob(room, job, end))
      yield { event: 'job', id: eventId(state), data: jobView(state, call.addressOf) };
  };
  return sendEvents(call, states(), end);
}
