import { randomUUID } from 'node:crypto';
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
  STATUS_CODES,
} from 'node:http';
import type { Socket } from 'node:net';
import { type ErrorBody, type ErrorCode, errorRule } from '@atelier/contract';

/**
 * Largest body of a refused request that is read to its end. If a larger one is announced, its connection is closed.
 */
const DRAINED_BYTES_MAX = 32 * 1024 * 1024;

/** Most bytes that are read after the last answer of a connection, so that a client that still sends can read it. */
const LINGER_BYTES_MAX = 256 * 1024 * 1024;

/** Longest time that a connection is read after its last answer, in milliseconds. */
const LINGER_MS = 30_000;

/** Longest silence of a client after the last answer of its connection, in milliseconds. */
const LINGER_SILENCE_MS = 5_000;

/** How often a stopping server looks at its connections, in milliseconds. */
const STOP_CHECK_MS = 50;

/** Longest silence of a client while the server stops, in milliseconds. */
const STOP_SILENCE_MS = 500;

/** Longest that a client may send or read while the server stops, in milliseconds. */
const STOP_CLIENT_MS = 3_000;

/** The last request of a connection, and its answer. */
interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

/** The connections of the HTTP servers of a service. */
export interface Connections {
  /** Makes an HTTP server whose connections are watched. */
  createServer(handler: RequestListener): Server;
  /**
   * Begins to close every connection that does not wait for an answer of the service. Returns a function that ends the
   * watch.
   */
  beginStop(): () => void;
}

/**
 * Watches connections, so that each ends in order. After any answer the next request on a kept connection works. An
 * idle connection closes silently, and a request that breaks off gets 408. No client holds up a stop.
 */
export function watchConnections(limits: ClientLimits): Connections {
  const servers = new Set<Server>();
  const exchanges = new Map<Socket, Exchange | null>();
  let isStopping = false;

  const begin = (request: IncomingMessage, response: ServerResponse) => {
    exchanges.set(request.socket, { request, response });
    if (isStopping || !canFollow(request)) response.shouldKeepAlive = false;
    response.once('finish', () => drain(request));
  };
  const refuse = (error: Error & { code?: string }, socket: Socket) => {
    if (socket.writableEnded) return;
    if (socket.writable && error.code !== 'ECONNRESET' && mayRefuse(socket, exchanges.get(socket)))
      answerBrokenRequest(error.code, socket);
    else socket.destroy();
  };
  return {
    createServer(handler) {
      const server = createServer({
        headersTimeout: limits.headMs,
        requestTimeout: limits.requestMs,
        keepAliveTimeout: limits.idleMs,
        connectionsCheckingInterval: limits.checkMs,
        // Node would answer a request without a host itself, with an empty body.
        requireHostHeader: false,
      });
      server.setTimeout(limits.silenceMs);
      server.on('connection', (socket) => {
        exchanges.set(socket, null);
        socket.once('close', () => exchanges.delete(socket));
        // Node closes a connection behind its last answer with this method.
        socket.destroySoon = () => linger(socket);
      });
      server.on('request', (request, response) => {
        // Behind the last answer of a connection no request counts.
        if (!request.socket.writable) return;
        begin(request, response);
        handler(request, response);
      });
      // The service ignores an unknown `Expect`. Without a listener, Node would answer it with an empty body.
      server.on('checkExpectation', (request, response) => void server.emit('request', request, response));
      server.on('clientError', (error, socket) => refuse(error, socket as Socket));
      server.on('timeout', (socket) => {
        if (socket.writable && isArriving(exchanges.get(socket)))
          answerBrokenRequest('ERR_HTTP_REQUEST_TIMEOUT', socket);
        else socket.destroy();
      });
      servers.add(server);
      return server;
    },
    beginStop() {
      isStopping = true;
      const begun = performance.now();
      const watch = silenceWatch();
      const timer = setInterval(() => {
        for (const server of servers) server.closeIdleConnections();
        for (const [socket, exchange] of exchanges) {
          const silenceMs = watch(socket);
          if (isOurs(socket, exchange)) continue;
          const isLate = silenceMs > STOP_SILENCE_MS || performance.now() - begun > STOP_CLIENT_MS;
          if (isLate || socket.bytesRead === 0) socket.destroy();
        }
      }, STOP_CHECK_MS);
      return () => clearInterval(timer);
    },
  };
}

/**
 * True if another request can follow on the connection. Node's parser loses data that arrives together with the end of
 * a body whose request asks for an upgrade.
 */
function canFollow({ headers }: IncomingMessage): boolean {
  const length = Number(headers['content-length'] ?? 0);
  const hasBody = length > 0 || headers['transfer-encoding'] !== undefined;
  return length <= DRAINED_BYTES_MAX && !(hasBody && headers.upgrade !== undefined);
}

/**
 * Closes a connection behind its last answer: ends our side, and reads on until the client ends its own. A connection
 * closed while its client still sends is reset, which takes the answer from the client.
 */
function linger(socket: Socket): void {
  if (!socket.writable) return;
  const timer = setTimeout(() => socket.destroy(), LINGER_MS);
  socket.once('close', () => clearTimeout(timer));
  const end = socket.bytesRead + LINGER_BYTES_MAX;
  socket.on('data', () => {
    if (socket.bytesRead > end) socket.destroy();
  });
  socket.setTimeout(LINGER_SILENCE_MS);
  socket.end();
}

/** Reads the rest of an answered request's body, because the next request of the connection follows it. */
function drain(request: IncomingMessage): void {
  if (request.complete) return;
  request.unpipe();
  request.resume();
}

/** True while the body of a request arrives that was not answered yet. */
function isArriving(exchange: Exchange | null | undefined): boolean {
  return exchange ? !exchange.request.complete && !exchange.response.headersSent : false;
}

/** True if a client has sent a request, and a refusal would answer this broken request and not an earlier one. */
function mayRefuse(socket: Socket, exchange: Exchange | null | undefined): boolean {
  if (!exchange) return socket.bytesRead > 0;
  return isArriving(exchange) || (exchange.request.complete && exchange.response.writableFinished);
}

/** True while the service works on an answer: the client has sent everything and is reading. */
function isOurs(socket: Socket, exchange: Exchange | null): boolean {
  return exchange
    ? exchange.request.complete && !exchange.response.writableEnded && socket.writableLength === 0
    : false;
}

/** Returns for how many milliseconds no byte has moved on a connection, since the first call for it. */
function silenceWatch(): (socket: Socket) => number {
  const seen = new WeakMap<Socket, { readonly bytes: number; readonly atMs: number }>();
  return (socket) => {
    const bytes = socket.bytesRead + socket.bytesWritten;
    const last = seen.get(socket);
    if (last?.bytes === bytes) return performance.now() - last.atMs;
    seen.set(socket, { bytes, atMs: performance.now() });
    return 0;
  };
}

/** How long a client may keep a connection waiting, in milliseconds. */
export interface ClientLimits {
  /** To send the head of a request. */
  readonly headMs: number;
  /** To send the whole request. */
  readonly requestMs: number;
  /** Without a byte in either direction, while a request is sent or an answer is read. */
  readonly silenceMs: number;
  /** Without a request on a connection that has had one. */
  readonly idleMs: number;
  /** How often the first two are checked. */
  readonly checkMs: number;
}

/**
 * A slow upload of 15 MiB is let through, a stalled one is not. Silence is allowed for longer than the longest long
 * poll (60 s) and the pause between two comments of an event stream (15 s). Proxies keep idle connections for 60 s; the
 * service keeps them longer, so that it closes none which a proxy is about to use.
 */
export const CLIENT_LIMITS: ClientLimits = {
  headMs: 20_000,
  requestMs: 300_000,
  silenceMs: 90_000,
  idleMs: 72_000,
  checkMs: 5_000,
};

/** How a broken request is answered; `status` where it is another than that of the code. */
interface Refusal {
  readonly code: ErrorCode;
  readonly message: string;
  readonly status?: number;
}

/** Errors of Node's parser that have an answer of their own. */
const REFUSALS: Readonly<Record<string, Refusal>> = {
  HPE_HEADER_OVERFLOW: {
    code: 'payload_too_large',
    message: 'The head of the request is too large; allowed: 16 KiB.',
  },
  ERR_HTTP_REQUEST_TIMEOUT: {
    code: 'invalid_request',
    message: 'The request did not arrive in time. Send it again on a new connection.',
    status: 408,
  },
};

/** The answer to everything else. */
const NO_HTTP: Refusal = {
  code: 'invalid_request',
  message: 'The request is not valid HTTP. Send it again with an HTTP/1.1 client.',
};

/** Answers a request on which no route can run, and closes its connection. `errorCode` is that of Node's parser. */
function answerBrokenRequest(errorCode: string | undefined, socket: Socket): void {
  const { code, message, status = errorRule(code).status } = REFUSALS[errorCode ?? ''] ?? NO_HTTP;
  const body: ErrorBody = { code, message, request_id: randomUUID() };
  const text = JSON.stringify(body);
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(text)}`,
    `x-request-id: ${body.request_id}`,
    'x-content-type-options: nosniff',
    'cache-control: no-store',
    'connection: close',
  ];
  socket.write(`${head.join('\r\n')}\r\n\r\n${text}`);
  socket.destroySoon();
}
