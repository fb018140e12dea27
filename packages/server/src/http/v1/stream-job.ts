import type { FastifyReply, FastifyRequest } from 'fastify';
import type { JobWithMedia } from '../../jobs/rows.ts';
import { jobView } from '../../jobs/view-v1.ts';
import { watchJob } from '../../jobs/watch.ts';
import { addressesFor, endOfWait, type JobRoom } from '../room.ts';
import { lastEventOf, type ServerEvent, sendEvents } from './event-stream.ts';

/** ID of the event of a state. A job that has ended stays as it is: the ID of its last event stays too. */
function eventId({ status, progress }: JobWithMedia): string {
  return `${status}-${progress}`;
}

/**
 * Sends the job as a server-sent event on every change, and closes after the final one. A client that connects again
 * after that one is answered 204, which tells it not to come back.
 */
export async function streamJob(
  room: JobRoom,
  job: JobWithMedia,
  lastEventId: string | undefined,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  if (job.finished_at && lastEventOf(request, lastEventId) === eventId(job)) return reply.code(204).send();
  const end = endOfWait(room, reply);
  return sendEvents(request, reply, eventsOf(room, job, request, end), end);
}

async function* eventsOf(
  room: JobRoom,
  job: JobWithMedia,
  request: FastifyRequest,
  end: AbortSignal,
): AsyncGenerator<ServerEvent> {
  for await (const state of watchJob(room, job, end))
    yield { event: 'job', id: eventId(state), data: jobView(state, addressesFor(room, request)) };
}
