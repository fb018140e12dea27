import http from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import sharp from 'sharp';

/** The fault of the next requested output. One call for work uses it up. */
export type EngineFault =
  /** Refused: 429 with `Retry-After: 0`. */
  | 'busy'
  /** Refused: 503. */
  | 'broken'
  /** The engine answers 500. */
  | 'storm'
  /** The key is not taken: 401. */
  | 'locked'
  /** The account there has no money left: 402, or the protocol's own answer. */
  | 'unfunded'
  /** Work begins, and the connection breaks before the answer has come. */
  | 'cut'
  /** Work begins and the answer breaks off in its middle. */
  | 'truncated'
  /** Work begins, and the answer never comes while the connection stands. */
  | 'held'
  /** Refused by policy, in one of the places the protocol has for it. */
  | `blocked ${string}`
  /** The input is refused. */
  | 'rejected'
  /** The settings name a model that is not there: 404, or the protocol's own answer. */
  | 'misnamed'
  /** Work begins and fails by the engine's own fault. */
  | 'lost'
  /** The output is neither a picture nor a video. */
  | 'garbage'
  /** The output is a web page that calls itself a picture. */
  | 'wrong type'
  /** The output's address answers 403. */
  | 'expired'
  /** Work begins and never ends. */
  | 'hang'
  /** Work is done after a few looks. */
  | 'slow'
  /** Every second look fails with 500. */
  | 'unreadable'
  /** Work is done, and the answer has another of the forms in which the protocol comes. */
  | `shaped ${string}`;

/** One request as a double got it. */
export interface SeenRequest {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: http.IncomingHttpHeaders;
  readonly body: Buffer;
  /** The body as JSON; undefined where it is none. */
  // biome-ignore lint/suspicious/noExplicitAny: a double reads what its protocol has, and fails where it is not there.
  readonly json: any;
}

/**
 * An answer of a double. `cut`: the connection breaks instead; `truncated`: after half of it; `held`: nothing is sent.
 */
export interface DoubleAnswer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly break?: 'cut' | 'truncated' | 'held';
}

/**
 * A server on loopback in place of a hosted engine, which is out of reach here. It speaks the engine's protocol and
 * goes wrong on demand.
 */
export interface EngineDouble {
  readonly url: string;
  /** Requests so far. */
  readonly seen: readonly SeenRequest[];
  /** Outputs that the engine began to make, which would be paid for. */
  readonly creations: () => number;
  /** Work the engine was asked to stop, by its own ID. */
  readonly canceled: readonly string[];
  /** Lets the next outputs go wrong, in this order. */
  fail(...faults: EngineFault[]): void;
  /** Lets every output go wrong that no fault of `fail` is left for, until it recovers. */
  failAlways(fault: EngineFault): void;
  /** Changes every answer of the protocol before it is sent, until null is given. */
  tamper(change: ((answer: DoubleAnswer) => DoubleAnswer) | null): void;
  /** Bytes of every picture from now on; null: those of before. */
  deliver(picture: Uint8Array | null): void;
  /** Forgets the requests so far. */
  forget(): void;
  /** Forgets the faults that nothing has met yet, and that of every output. */
  recover(): void;
  close(): Promise<void>;
}

/** The state of a protocol. */
export interface DoubleState {
  readonly url: string;
  /** The fault of the next output; takes it. */
  takeFault(): EngineFault | null;
  /** Notes that work began. */
  create(): void;
  /** Notes that work was asked to stop. */
  cancel(id: string): void;
}

/** Answers a request of the protocol. */
export type Protocol = (request: SeenRequest, state: DoubleState) => DoubleAnswer | Promise<DoubleAnswer>;

/** Takes over a connection that becomes a websocket. */
export type Upgrade = (request: http.IncomingMessage, socket: Duplex, head: Buffer) => void;

/**
 * Starts a double. Results lie at `/files/result.png` and `/files/result.mp4`; `/files/expired…` answers 403,
 * `/files/page…` is HTML.
 */
export async function startDouble(protocol: Protocol, upgrade?: Upgrade): Promise<EngineDouble> {
  const seen: SeenRequest[] = [];
  const faults: EngineFault[] = [];
  let lasting: EngineFault | null = null;
  const canceled: string[] = [];
  let creations = 0;
  let tampered = (answer: DoubleAnswer) => answer;
  let picture: Uint8Array | null = null;
  const state: DoubleState = {
    url: '',
    takeFault: () => faults.shift() ?? lasting,
    create: () => {
      creations += 1;
    },
    cancel: (id) => canceled.push(id),
  };
  const server = http.createServer((request, response) => {
    void (async () => {
      const read = await readRequest(request);
      if (read.path.startsWith('/files/')) return send(response, await fileAnswer(read.path, picture));
      seen.push(read);
      const answer = await protocol(read, state);
      await send(response, tampered(answer.status === 401 ? telltale(answer, read) : answer));
    })().catch((error: unknown) => response.destroy(error instanceof Error ? error : undefined));
  });
  if (upgrade) server.on('upgrade', upgrade);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  Object.assign(state, { url });
  return {
    url,
    seen,
    canceled,
    creations: () => creations,
    fail: (...next) => faults.push(...next),
    failAlways: (fault) => {
      lasting = fault;
    },
    tamper: (change) => {
      tampered = change ?? ((answer) => answer);
    },
    deliver: (bytes) => {
      picture = bytes;
    },
    forget: () => void seen.splice(0),
    recover: () => {
      faults.splice(0);
      lasting = null;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** A picture of one colour, as hosted engines deliver them. */
function resultPicture(): Promise<Buffer> {
  return sharp({ create: { width: 24, height: 32, channels: 3, background: '#2f6f4f' } })
    .png()
    .toBuffer();
}

async function readRequest(request: http.IncomingMessage): Promise<SeenRequest> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const body = Buffer.concat(chunks);
  const { pathname: path, searchParams: query } = new URL(request.url ?? '/', 'http://double');
  return { method: request.method ?? '', path, query, headers: request.headers, body, json: parsed(body) };
}

function parsed(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString());
  } catch {
    return undefined;
  }
}

async function fileAnswer(path: string, picture: Uint8Array | null): Promise<DoubleAnswer> {
  if (path.startsWith('/files/expired')) return { status: 403, body: 'Request has expired' };
  const headers = { 'content-type': path.endsWith('.mp4') ? 'video/mp4' : 'image/png' };
  if (path.startsWith('/files/page'))
    return { status: 200, headers, body: Buffer.from('<html><body>Not a picture</body></html>') };
  if (path.startsWith('/files/garbage')) return { status: 200, headers, body: Buffer.alloc(4096, 7) };
  if (path.endsWith('.mp4')) return { status: 200, headers, body: await resultVideo() };
  return { status: 200, headers, body: picture ? Buffer.from(picture) : await resultPicture() };
}

let video: Promise<Buffer> | null = null;

/** A short MP4, made once by the encoder of the sandbox. */
function resultVideo(): Promise<Buffer> {
  video ??= (async () => {
    const { filmOf } = await import('../../src/engines/adapters/sandbox/video.ts');
    const output = await filmOf({ width: 32, height: 48, rgb: new Uint8Array(32 * 48 * 3).fill(120) });
    if (output.kind !== 'file') throw new Error('the sandbox made no file');
    return Buffer.from(output.bytes);
  })();
  return video;
}

async function send(response: http.ServerResponse, answer: DoubleAnswer): Promise<void> {
  if (answer.break === 'cut') return void response.destroy();
  if (answer.break === 'held') return;
  const body = Buffer.isBuffer(answer.body)
    ? answer.body
    : Buffer.from(answer.body === undefined ? '' : JSON.stringify(answer.body));
  response.writeHead(answer.status, {
    'content-type': 'application/json',
    'content-length': String(body.length),
    ...answer.headers,
  });
  if (answer.break !== 'truncated') return void response.end(body);
  response.write(body.subarray(0, Math.ceil(body.length / 2)), () => response.destroy());
}

/** A refused key as careless engines answer it: they repeat the request's content. */
function telltale(answer: DoubleAnswer, { headers, query }: SeenRequest): DoubleAnswer {
  const sent = [...Object.values(headers), ...query.values()].join(', ');
  return {
    ...answer,
    body: { detail: `Incorrect key provided: ${sent}`, error: { message: `Incorrect key provided: ${sent}` } },
  };
}

/** The address of an output's result, by its fault. */
export function resultAddress(url: string, fault: EngineFault | null, video: boolean): string {
  const extension = video ? 'mp4' : 'png';
  if (fault === 'expired') return `${url}/files/expired.${extension}`;
  if (fault === 'wrong type') return `${url}/files/page.${extension}`;
  if (fault === 'garbage') return `${url}/files/garbage.${extension}`;
  return `${url}/files/result.${extension}`;
}

/** Faults every protocol answers with before any work begins; null where work begins. */
export function refusal(fault: EngineFault | null): DoubleAnswer | null {
  if (fault === 'busy') return { status: 429, headers: { 'retry-after': '0' }, body: { detail: 'Too many requests' } };
  if (fault === 'broken') return { status: 503, body: { detail: 'Overloaded' } };
  if (fault === 'storm') return { status: 500, body: { detail: 'Internal server error' } };
  if (fault === 'locked') return { status: 401, body: { detail: 'Invalid key' } };
  if (fault === 'unfunded') return { status: 402, body: { detail: 'Payment required' } };
  if (fault === 'misnamed') return { status: 404, body: { detail: 'Model not found' } };
  return null;
}
