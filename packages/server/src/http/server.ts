import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import type { Service } from '../service.ts';
import { buildApp } from './app.ts';
import type { HttpRoom } from './room.ts';

/** The HTTP server of the service. */
export interface HttpServer extends Service {
  /** Where it listens, without a slash at the end; set once started. */
  url(): string;
}

/** Listens on the host and port. Stopping refuses new work at once, answers what is under way, then closes. */
export function httpServer(
  room: Omit<HttpRoom, 'isDraining'>,
  where: { readonly host: string; readonly port: number },
  log: Logger,
): HttpServer {
  let app: FastifyInstance | null = null;
  let draining = false;
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
      if (app) return;
      app = await buildApp({ ...room, isDraining: () => draining }, log);
      await app.listen({ host: where.host, port: where.port });
    },
    async stop() {
      draining = true;
      await app?.close();
      app = null;
    },
  };
}
