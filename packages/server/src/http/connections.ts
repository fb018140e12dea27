import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { answerBrokenRequest } from './broken-request.ts';
import type { ClientLimits } from './client-limits.ts';

/**
 * Largest body that is read to its end though its request is refused. Where a larger one is announced, its connection
 * is closed.
 */
const DRAINED_BYTES_MAX = 32 * 1024 * 1024;

/** Most bytes that are read after the last answer of a connection, so that a client that still sends gets to it. */
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
      // Without a listener Node itself answers an unknown `Expect`, with an empty body. Here it is ignored.
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

/** True where a refusal answers the request that broke, not one before it, and somebody has asked at all. */
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

/** Says for how many milliseconds no byte has moved on a connection, as far as it was asked about it. */
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
