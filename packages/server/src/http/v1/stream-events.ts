import { type JobEvent, WEBHOOK_EVENTS } from '@atelier/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { jobView } from '../../jobs/view-v1.ts';
import { watchEnds } from '../../jobs/watch-ends.ts';
import { addressesFor, endOfWait, type JobRoom } from '../room.ts';
import { lastEventOf, type ServerEvent, sendEvents } from './event-stream.ts';

/** Longest time that a reconnect goes back, in milliseconds. */
const RESUME_MS_MAX = 3_600_000;

/** Longest life of a stream, in milliseconds. A client connects again, and its key is checked again. */
const STREAM_MS_MAX = 300_000;

/**
 * Sends an event when a job of the workspace ends. A client that connects again with the ID of its last event gets
 * those since then, up to {@link RESUME_MS_MAX} back, and a few again.
 */
export async function streamEvents(
  room: JobRoom,
  workspaceId: string,
  lastEventId: string | undefined,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const end = AbortSignal.any([endOfWait(room, reply), AbortSignal.timeout(STREAM_MS_MAX)]);
  const nowMs = room.clock.now().getTime();
  // An ID begins with the time of its end.
  const [, time] = /^(\d{1,15})-/.exec(lastEventOf(request, lastEventId) ?? '') ?? [];
  const again = time !== undefined;
  const since = new Date(again ? Math.min(nowMs, Math.max(Number(time), nowMs - RESUME_MS_MAX)) : nowMs);
  return sendEvents(request, reply, eventsOf(room, workspaceId, { since, again }, request, end), end);
}

async function* eventsOf(
  room: JobRoom,
  workspaceId: string,
  from: { readonly since: Date; readonly again: boolean },
  request: FastifyRequest,
  end: AbortSignal,
): AsyncGenerator<ServerEvent> {
  for await (const job of watchEnds(room, workspaceId, from, end)) {
    const type = WEBHOOK_EVENTS.find((each) => each === `job.${job.status}`);
    if (!type) throw new Error(`a job ended as ${job.status}`);
    const data: JobEvent = {
      type,
      timestamp: job.finished_at.toISOString(),
      data: jobView(job, addressesFor(room, request)),
    };
    yield { event: type, id: `${job.finished_at.getTime()}-${job.id}`, data };
  }
}
