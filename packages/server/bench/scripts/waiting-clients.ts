import net from 'node:net';

/**
 * Opens event streams and long polls and keeps them open until each has told of the end of its job. Prints a line when
 * all are open and have answered once. Prints a second line, with the times, when all have told of the end.
 */

/** The order of the clients. */
export interface WaitingOrder {
  readonly url: string;
  readonly key: string;
  /** Followed in turn. */
  readonly jobIds: readonly string[];
  readonly streams: number;
  readonly longPolls: number;
}

/** When each client heard of the end, in milliseconds since 1970. */
export interface Heard {
  readonly streams: readonly number[];
  readonly longPolls: readonly number[];
}

/** Longest a long poll may wait, in seconds. */
const WAIT_SECONDS = 60;

/** Clients that connect at once. */
const CONNECTING = 50;

interface Client {
  readonly open: Promise<void>;
  readonly heard: Promise<number>;
}

/**
 * Sends one request and reads until a final status comes by. A stream is open when its first event came, a long poll
 * when it is sent.
 */
function client(url: URL, key: string, path: string, isStream: boolean): Client {
  const open = Promise.withResolvers<void>();
  const heard = Promise.withResolvers<number>();
  const socket = net.connect({ host: url.hostname, port: Number(url.port) });
  socket.setEncoding('latin1');
  socket.on('connect', () => {
    socket.write(`GET ${path} HTTP/1.1\r\nHost: ${url.host}\r\nAuthorization: Bearer ${key}\r\n\r\n`);
    if (!isStream) open.resolve();
  });
  let tail = '';
  socket.on('data', (chunk: string) => {
    tail = (tail + chunk).slice(-4_000);
    const [, status] = [...tail.matchAll(/"status":"(\w+)"/g)].at(-1) ?? [];
    if (status === undefined) return;
    open.resolve();
    if (status === 'pending' || status === 'generating') return;
    heard.resolve(performance.timeOrigin + performance.now());
    socket.destroy();
  });
  socket.on('error', heard.reject);
  socket.on('close', () => heard.reject(new Error(`${path} was closed without an end: ${tail.slice(0, 300)}`)));
  return { open: open.promise, heard: heard.promise };
}

async function openAll(count: number, start: (index: number) => Client): Promise<Promise<number>[]> {
  const clients: Client[] = [];
  for (let from = 0; from < count; from += CONNECTING) {
    const some = Array.from({ length: Math.min(CONNECTING, count - from) }, (_, index) => start(from + index));
    await Promise.all(some.map((one) => Promise.race([one.open, one.heard])));
    clients.push(...some);
  }
  return clients.map(({ heard }) => heard);
}

const order: WaitingOrder = JSON.parse(process.argv[2] ?? '{}');
const url = new URL(order.url);
const pathOf = (index: number) => `/v1/jobs/${order.jobIds[index % order.jobIds.length]}`;
const streams = await openAll(order.streams, (index) => client(url, order.key, `${pathOf(index)}/events`, true));
const longPolls = await openAll(order.longPolls, (index) =>
  client(url, order.key, `${pathOf(index)}?wait=${WAIT_SECONDS}`, false),
);
process.stdout.write('open\n');
const heard: Heard = { streams: await Promise.all(streams), longPolls: await Promise.all(longPolls) };
process.stdout.write(`${JSON.stringify(heard)}\n`);
process.disconnect?.();
