import net from 'node:net';
import { errors, Pool } from 'undici';
import type { Outcome } from './answers.ts';

/** Longest an answer may take, in milliseconds: the longest long poll and a little. */
const ANSWER_MS_MAX = 75_000;

/** A request with everything filled in. */
export interface Request {
  readonly method: string;
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array | null;
}

/** Sends requests to one service. */
export interface Wire {
  send(request: Request): Promise<Outcome>;
  /** Sends bytes that need not be HTTP, and says that nothing follows. */
  sendBytes(bytes: Uint8Array): Promise<Outcome>;
  close(): Promise<void>;
}

/** Opens connections as they are needed. */
export function openWire(url: string, connections: number): Wire {
  const pool = new Pool(url, { connections, pipelining: 1, headersTimeout: 0, bodyTimeout: 0 });
  const { hostname, port } = new URL(url);
  return {
    async send({ method, target, headers, body }) {
      const begun = performance.now();
      const signal = AbortSignal.timeout(ANSWER_MS_MAX);
      try {
        const options = { method: method as 'GET', path: target, headers: { ...headers }, body, signal };
        const answer = await pool.request(options);
        // The stream of all jobs has no end: its beginning is the answer.
        const isEndless = target.startsWith('/v1/events') && answer.statusCode === 200;
        const text = isEndless ? '' : await answer.body.text();
        if (isEndless) answer.body.on('error', () => {}).destroy();
        return {
          kind: 'answer',
          status: answer.statusCode,
          headers: headersOf(answer.headers),
          text,
          ms: performance.now() - begun,
        };
      } catch (error) {
        if (signal.aborted) return { kind: 'hung' };
        if (
          error instanceof errors.InvalidArgumentError ||
          error instanceof errors.NotSupportedError ||
          error instanceof errors.RequestContentLengthMismatchError
        )
          return { kind: 'unsendable' };
        return { kind: 'dropped', why: error instanceof Error ? `${error.name} ${error.message}` : String(error) };
      }
    },
    sendBytes: (bytes) => sendBytes(hostname, Number(port), bytes),
    close: () => pool.destroy(),
  };
}

async function sendBytes(host: string, port: number, bytes: Uint8Array): Promise<Outcome> {
  const begun = performance.now();
  const signal = AbortSignal.timeout(ANSWER_MS_MAX);
  const socket = net.connect({ host, port });
  const pieces: Buffer[] = [];
  const ended = Promise.withResolvers<void>();
  socket
    .on('data', (piece) => pieces.push(piece))
    .on('close', () => ended.resolve())
    .on('error', () => {});
  signal.addEventListener('abort', () => socket.destroy());
  socket.end(bytes);
  await ended.promise;
  if (signal.aborted) return { kind: 'hung' };
  const all = Buffer.concat(pieces).toString('latin1');
  const [, status] = /^HTTP\/1\.1 (\d{3}) /.exec(all) ?? [];
  // A head that never ends is not a request; Node hangs up on it without an answer.
  if (status === undefined) return { kind: 'unsendable' };
  const [head = '', ...rest] = all.split('\r\n\r\n');
  const headers = new Headers(
    head
      .split('\r\n')
      .slice(1)
      .flatMap((line): [string, string][] => {
        const [, name, value] = /^([^:]+):\s*(.*)$/.exec(line) ?? [];
        return name === undefined || value === undefined ? [] : [[name, value]];
      }),
  );
  return {
    kind: 'answer',
    status: Number(status),
    headers,
    text: rest.join('\r\n\r\n'),
    ms: performance.now() - begun,
  };
}

function headersOf(given: Record<string, string | string[] | undefined>): Headers {
  return new Headers(
    Object.entries(given).flatMap(([name, value]) =>
      [value ?? []].flat().map((each): [string, string] => [name, each]),
    ),
  );
}
