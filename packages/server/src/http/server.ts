import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { buildApp } from './app.ts';
import { CLIENT_LIMITS, type ClientLimits, watchConnections } from './connections.ts';
import type { HttpRoom } from './room.ts';

/**
 * Listens on the host and port. Stopping refuses new work at once, answers the requests under way, and closes
 * connections whose clients are idle or stall.
 */
export function httpServer(
  room: Omit<HttpRoom, 'stopping'>,
  where: { readonly host: string; readonly port: number; readonly limits?: ClientLimits | undefined },
  log: Logger,
) {
  let app: FastifyInstance | null = null;
  let isListening = false;
  const stopping = new AbortController();
  const connections = watchConnections(where.limits ?? CLIENT_LIMITS);
  return {
    name: 'http',
    /** Where it listens, without a slash at the end; set once started. */
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
      app = await buildApp({ ...room, stopping: stopping.signal }, log, connections);
      await app.listen({ host: where.host, port: where.port }).catch((cause: unknown) => {
        throw new Error(listenProblem(where, cause), { cause });
      });
    },
    async stop() {
      stopping.abort();
      if (!app) return;
      await app.close().finally(connections.beginStop());
      app = null;
      isListening = false;
    },
  };
}

/** Why the server cannot listen on an address, by the code of Node's error. */
const LISTEN_PROBLEMS: Readonly<Record<string, string>> = {
  EACCES: 'this user may not use the port',
  EADDRINUSE: 'another program uses the port',
  EADDRNOTAVAIL: 'this machine does not have the address',
  ENOTFOUND: 'the name of the host is not known',
};

/** One sentence for an operator: why the server cannot listen, and what to do. */
function listenProblem({ host, port }: { readonly host: string; readonly port: number }, cause: unknown): string {
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
  const reason = LISTEN_PROBLEMS[code] ?? (cause instanceof Error ? cause.message : String(cause));
  return `The service cannot listen on port ${port} of ${host}: ${reason}. Name others with --port and --host.`;
}
