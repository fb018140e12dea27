import { randomUUID } from 'node:crypto';
import net from 'node:net';
import { type LoadResult, resultOf } from './load-result.ts';

/**
 * Sends requests over connections that stay open, on each the next one when the last is answered, and prints the
 * result. It uses plain sockets. An HTTP client of Node takes as much processor time for a request as a server
 * does, and would be measured too.
 */

/** The order of a load. */
export interface LoadOrder {
  readonly url: string;
  /** Keys used in turn. */
  readonly keys: readonly string[];
  readonly connections: number;
  /** Ends after this many seconds, or this many requests. */
  readonly seconds?: number;
  readonly requests?: number;
  /** Paths asked in turn; with a body they are posted to, each time with a fresh Idempotency-Key. */
  readonly paths: readonly string[];
  readonly body: object | null;
}

/** One connection: sends a request and resolves with the status when its answer is whole. */
function connect(url: URL): Promise<{ ask(request: string): Promise<number>; close(): void }> {
  const ready = Promise.withResolvers<{ ask(request: string): Promise<number>; close(): void }>();
  const socket = net.connect({ host: url.hostname, port: Number(url.port), noDelay: true });
  let answered: ((status: number) => void) | null = null;
  let failed: (error: Error) => void = ready.reject;
  let text = '';
  socket.setEncoding('latin1');
  socket.on('data', (chunk: string) => {
    text += chunk;
    const size = sizeOf(text);
    if (size === null || text.length < size) return;
    const status = Number(text.slice(9, 12));
    text = '';
    answered?.(status);
  });
  socket.on('error', (error) => failed(error));
  socket.on('close', () => failed(new Error('the connection was closed')));
  socket.on('connect', () =>
    ready.resolve({
      ask(request) {
        socket.write(request, 'latin1');
        return new Promise((resolve, reject) => {
          answered = resolve;
          failed = reject;
        });
      },
      close: () => socket.destroy(),
    }),
  );
  return ready.promise;
}

/** Bytes of an answer that begins with this text; null while its head is not whole. */
function sizeOf(text: string): number | null {
  const end = text.indexOf('\r\n\r\n');
  if (end < 0) return null;
  const [, length] = /\r\ncontent-length: *(\d+)/i.exec(text.slice(0, end)) ?? [];
  if (length === undefined) throw new Error(`an answer without a length: ${text.slice(0, end)}`);
  return end + 4 + Number(length);
}

async function load(order: LoadOrder): Promise<LoadResult> {
  const {
    keys,
    connections,
    seconds = Number.POSITIVE_INFINITY,
    requests = Number.POSITIVE_INFINITY,
    paths,
    body,
  } = order;
  const url = new URL(order.url);
  const text = body === null ? '' : JSON.stringify(body);
  const method = body === null ? 'GET' : 'POST';
  const ofBody =
    body === null ? '' : `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(text)}\r\n`;
  const heads = paths.map(
    (path) => `${method} ${path} HTTP/1.1\r\nHost: ${url.host}\r\n${ofBody}Authorization: Bearer `,
  );
  const times: number[] = [];
  let odd = 0;
  let turn = 0;
  const lines = await Promise.all(Array.from({ length: connections }, () => connect(url)));
  const cpuBefore = process.cpuUsage();
  const startMs = performance.now();
  const endMs = startMs + seconds * 1000;
  await Promise.all(
    lines.map(async (line) => {
      while (performance.now() < endMs && turn < requests) {
        const key = keys[turn % keys.length];
        const head = heads[turn++ % heads.length];
        const once = body === null ? '' : `\r\nIdempotency-Key: ${randomUUID()}`;
        const askedMs = performance.now();
        const status = await line.ask(`${head}${key}${once}\r\n\r\n${text}`);
        if (status !== 200 && status !== 202) odd += 1;
        times.push(performance.now() - askedMs);
      }
      line.close();
    }),
  );
  const took = (performance.now() - startMs) / 1000;
  return resultOf(times, took, process.cpuUsage(cpuBefore), odd);
}

process.stdout.write(`${JSON.stringify(await load(JSON.parse(process.argv[2] ?? '{}')))}\n`);
process.disconnect?.();
