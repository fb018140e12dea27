import { isFinal, type Job } from '@atelier/contract';
import { ApiError, ConnectionError } from './errors.ts';
import { pause } from './pause.ts';
import { addressOf, isPassing, pauseBefore, type RequestOptions, send } from './request.ts';

/** Longest silence of a stream, in milliseconds. The service sends a comment every 15 seconds. */
const SILENCE_MS = 45_000;

/** Longest pause between two connections counts as this many failed tries. */
const PAUSE_TRIES_MAX = 6;

/** Unreadable events with no job between them, after which following ends with an error. */
const UNREADABLE_MAX = 6;

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
  let unreadable = 0;
  for (let failures = 0; ; failures++) {
    try {
      for await (const job of oneStream(options, jobId, signal)) {
        failures = 0;
        unreadable = 0;
        const state = `${job.status} ${job.progress}`;
        if (state !== shown) yield job;
        shown = state;
        if (isFinal(job.status)) return;
      }
    } catch (error) {
      signal?.throwIfAborted();
      if (!isPassing(error)) throw error;
      if (error instanceof UnreadableEventError && ++unreadable === UNREADABLE_MAX) throw error;
    }
    await pause(pauseBefore(Math.min(failures + 2, PAUSE_TRIES_MAX)), signal);
  }
}

/** The jobs of one connection. Throws ConnectionError where it breaks or falls silent, ApiError where it is refused. */
async function* oneStream(options: RequestOptions, jobId: string, signal?: AbortSignal): AsyncGenerator<Job, void> {
  const path = `/v1/jobs/${encodeURIComponent(jobId)}/events`;
  const silence = new AbortController();
  const expire = () => silence.abort(new ConnectionError(`${path}: the service sent nothing for ${SILENCE_MS} ms`));
  let timer = setTimeout(expire, SILENCE_MS);
  try {
    const response = await (options.fetch ?? fetch)(addressOf(options, path), {
      headers: { authorization: `Bearer ${options.apiKey}`, accept: 'text/event-stream' },
      signal: signal ? AbortSignal.any([signal, silence.signal]) : silence.signal,
    });
    // 204 says that the job has ended and its last event was sent before. An ordinary read words an error.
    if (response.status !== 200 || !response.body) return yield await readJob(options, jobId, signal);
    let text = '';
    for await (const chunk of response.body.pipeThrough(new TextDecoderStream())) {
      clearTimeout(timer);
      timer = setTimeout(expire, SILENCE_MS);
      const parts = (text + chunk).split(/\r?\n\r?\n/);
      text = parts.pop() ?? '';
      for (const part of parts) yield* jobOf(part);
    }
  } catch (cause) {
    if (cause instanceof ApiError || cause instanceof ConnectionError) throw cause;
    throw new ConnectionError(`${path}: the stream of the service at ${options.baseUrl} broke off`, { cause });
  } finally {
    clearTimeout(timer);
    silence.abort();
  }
}

/** The job of one event; none for a comment. */
function* jobOf(event: string): Generator<Job, void> {
  const data = event.split(/\r?\n/).flatMap((line) => (line.startsWith('data:') ? [line.slice(5)] : []));
  // The service's events have the shape of the contract.
  if (data.length > 0) yield parsed(data.join('\n'));
}

function parsed(json: string): Job {
  try {
    return JSON.parse(json);
  } catch (cause) {
    throw new UnreadableEventError('the service sent an event that is not JSON', { cause });
  }
}

function readJob(options: RequestOptions, jobId: string, signal?: AbortSignal): Promise<Job> {
  return send(options, { method: 'GET', path: `/v1/jobs/${encodeURIComponent(jobId)}`, signal, repeatable: true });
}
