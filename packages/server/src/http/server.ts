import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import type { Service } from '../service.ts';
import { buildApp } from './app.ts';
import type { ClientLimits } from './client-limits.ts';
import type { HttpRoom } from './room.ts';

/** How often connections that have become idle are closed while the server stops. */
const IDLE_CLOSE_MS = 50;

/** The HTTP server of the service. */
export interface HttpServer extends Service {
  /** Where it listens, without a slash at the end; set once started. */
  url(): string;
}

/** Listens on the host and port. Stopping refuses new work at once, answers what is under way and who waits, then closes. */
export function httpServer(
  room: Omit<HttpRoom, 'stopping'>,
  where: { readonly host: string; readonly port: number; readonly limits?: ClientLimits | undefined },
  log: Logger,
): HttpServer {
  let app: FastifyInstance | null = null;
  let isListening = false;
  const stopping = new AbortController();
  return {
    name: 'http',
    url() {
      const address = app?.server.address();
      if (typeof address !== 'object' || address === null || address === undefined)
        throw new Error('the HTTP server is not listening');
      const host = address.family === 'IPv6' ? `[${address.address}]` : address.address;
      return `http://${host}:${address.port}`;
    },
    async start() {
      if (isListening) return;
      isListening = true;
      app = await buildApp({ ...room, stopping: stopping.signal }, log, where.limits);
      await app.listen({ host: where.host, port: where.port });
    },
    async stop() {
      stopping.abort();
      if (!app) return;
      const { server } = app;
      // Closing looks for idle connections once; one whose answer ends later would be kept until it times out.
      const idle = setInterval(() => server.closeIdleConnections(), IDLE_CLOSE_MS);
      await app.close().finally(() => clearInterval(idle));
      app = null;
      isListening = false;
    },
  };
}
