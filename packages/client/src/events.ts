import { isFinal, type Job, type JobEvent } from '@atelier/contract';
import { ConnectionError } from './errors.ts';
import { pause } from './pause.ts';
import { isPassing, pauseBefore, type RequestOptions, send } from './request.ts';
import { oneStream, type StreamedEvent } from './stream.ts';

/** Longest pause between two connections counts as this many failed tries. */
const PAUSE_TRIES_MAX = 6;

/** Unreadable events with no job between them, after which following ends with an error. */
const UNREADABLE_MAX = 6;

/** IDs of events that are remembered, so that one that comes again is passed over. */
const REMEMBERED_MAX = 1_000;

/** An event that is not JSON. Another connection may bring a whole one. */
class UnreadableEventError extends ConnectionError {}

/**
 * Follows a job by server-sent events and yields it at each change, the final state last. A broken stream is opened
 * again for as long as the service is away; the signal ends it. Throws ApiError where the service refuses,
 * ConnectionError after {@link UNREADABLE_MAX} events that cannot be read, or the signal's reason.
 */
export async function* jobEvents(
  options: RequestOptions,
  jobId: string,
  signal?: AbortSignal,
): AsyncGenerator<Job, void> {
  let shown = '';
  for await (const job of overConnections(() => jobsOf(options, jobId, signal), signal)) {
    const state = `${job.status} ${job.progress}`;
    if (state !== shown) yield job;
    shown = state;
    if (isFinal(job.status)) return;
  }
}

/** How the jobs of a workspace are followed. */
export interface WorkspaceEventOptions {
  readonly signal?: AbortSignal | undefined;
  /** Called each time the service has opened a stream: what ends later comes. */
  readonly onOpen?: (() => void) | undefined;
}

/**
 * Follows the ends of all jobs of the workspace, each once, until the signal ends it. It opens broken streams again
 * like {@link jobEvents}; ends of up to an hour before come then.
 */
export async function* workspaceEvents(
  options: RequestOptions,
  { signal, onOpen }: WorkspaceEventOptions = {},
): AsyncGenerator<JobEvent, void> {
  const seen = new Set<string>();
  let lastEventId = '';
  const connect = async function* () {
    for await (const event of oneStream(options, '/v1/events', { signal, lastEventId, onOpen })) {
      const parsed: JobEvent = parse(event);
      lastEventId = event.id;
      if (seen.has(event.id)) continue;
      seen.add(event.id);
      for (const oldest of seen) if (seen.size > REMEMBERED_MAX) seen.delete(oldest);
      yield parsed;
    }
  };
  yield* overConnections(connect, signal);
}

/** The items of one connection after the other. */
async function* overConnections<T>(
  connect: () => AsyncGenerator<T, void>,
  signal: AbortSignal | undefined,
): AsyncGenerator<T, void> {
  let unreadable = 0;
  for (let failures = 0; ; failures++) {
    try {
      for await (const item of connect()) {
        failures = 0;
        unreadable = 0;
        yield item;
      }
    } catch (error) {
      signal?.throwIfAborted();
      if (!isPassing(error)) throw error;
      if (error instanceof UnreadableEventError && ++unreadable === UNREADABLE_MAX) throw error;
    }
    await pause(pauseBefore(Math.min(failures + 2, PAUSE_TRIES_MAX)), signal);
  }
}

/** The states of a job over one connection. Without events, it has ended and its last event was sent before. */
async function* jobsOf(options: RequestOptions, jobId: string, signal?: AbortSignal): AsyncGenerator<Job, void> {
  const path = `/v1/jobs/${encodeURIComponent(jobId)}`;
  let isSilent = true;
  for await (const event of oneStream(options, `${path}/events`, { signal })) {
    isSilent = false;
    yield parse(event);
  }
  if (isSilent) yield await send<Job>(options, { method: 'GET', path, signal, repeatable: true });
}

/** The data of an event, which have the shape of the contract. */
function parse<T>({ data }: StreamedEvent): T {
  try {
    return JSON.parse(data);
  } catch (cause) {
    throw new UnreadableEventError('the service sent an event that is not JSON', { cause });
  }
}
