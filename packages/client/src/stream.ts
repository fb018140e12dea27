import { ApiError, ConnectionError } from './errors.ts';
import { addressOf, failure, type RequestOptions } from './request.ts';

/** Longest silence of a stream, in milliseconds. The service sends a comment every 15 seconds. */
const SILENCE_MS = 45_000;

/** One server-sent event as it came. */
export interface StreamedEvent {
  /** Empty where the event has none. */
  readonly id: string;
  readonly data: string;
}

/** How a stream is opened. */
export interface StreamOptions {
  readonly signal?: AbortSignal | undefined;
  /** The ID of the last event that came before. */
  readonly lastEventId?: string;
  /** Called when the service has opened the stream: later events come by it. */
  readonly onOpen?: (() => void) | undefined;
}

/**
 * The events of one connection, from the one after `lastEventId` on; none where the service answers 204. Throws
 * ConnectionError where it breaks or falls silent, ApiError where it is refused, or the signal's reason.
 */
export async function* oneStream(
  options: RequestOptions,
  path: string,
  { signal, lastEventId, onOpen }: StreamOptions,
): AsyncGenerator<StreamedEvent, void> {
  const silence = new AbortController();
  const expire = () => silence.abort(new ConnectionError(`${path}: the service sent nothing for ${SILENCE_MS} ms`));
  let timer = setTimeout(expire, SILENCE_MS);
  try {
    const response = await (options.fetch ?? fetch)(addressOf(options, path), {
      headers: {
        authorization: `Bearer ${options.apiKey}`,
        accept: 'text/event-stream',
        ...(lastEventId ? { 'last-event-id': lastEventId } : {}),
      },
      signal: signal ? AbortSignal.any([signal, silence.signal]) : silence.signal,
    });
    if (!response.ok) throw failure(response, await response.text()).error;
    if (response.status !== 200 || !response.body) return;
    onOpen?.();
    let text = '';
    for await (const chunk of response.body.pipeThrough(new TextDecoderStream())) {
      clearTimeout(timer);
      timer = setTimeout(expire, SILENCE_MS);
      const parts = (text + chunk).split(/\r?\n\r?\n/);
      text = parts.pop() ?? '';
      for (const part of parts) yield* eventOf(part);
    }
  } catch (cause) {
    if (cause instanceof ApiError || cause instanceof ConnectionError) throw cause;
    throw new ConnectionError(`${path}: the stream of the service at ${options.baseUrl} broke off`, { cause });
  } finally {
    clearTimeout(timer);
    silence.abort();
  }
}

/** The event of a part; none for a comment. */
function* eventOf(part: string): Generator<StreamedEvent, void> {
  const lines = part.split(/\r?\n/);
  const field = (name: string) =>
    lines.flatMap((line) => (line.startsWith(`${name}:`) ? [line.slice(name.length + 1)] : []));
  const data = field('data');
  if (data.length > 0) yield { id: field('id').at(-1)?.trim() ?? '', data: data.join('\n') };
}
