import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';

/** A reverse proxy in its simplest form: the next target for each request, bytes passed on as they come. */
export interface ReverseProxy {
  /** Where it listens, without a slash at the end. */
  readonly url: string;
  close(): void;
}

/** The path of its host that a proxy serves, such as `/atelier`, and whether the service sees it. */
export interface ProxiedPath {
  readonly path: string;
  readonly isStripped: boolean;
}

/**
 * Starts a proxy before the addresses that `targets` names at each request; 503 without one, 502 if it does not answer.
 * With a `place` it passes on requests below that path alone; the rest of its host is 404.
 */
export async function startProxy(targets: () => readonly string[], place?: ProxiedPath): Promise<ReverseProxy> {
  let turn = 0;
  const server = http.createServer((request, response) => {
    const urls = targets();
    const target = urls[turn++ % urls.length];
    if (!target) return void response.writeHead(503).end();
    const { hostname, port } = new URL(target);
    const path = place ? pathThrough(place, request.url ?? '/') : request.url;
    if (path === null) return void response.writeHead(404).end();
    const passed = http.request(
      { hostname, port, method: request.method, path, headers: request.headers, setHost: false },
      (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.rawHeaders);
        answer.on('error', () => response.destroy());
        answer.pipe(response);
      },
    );
    passed.on('error', () => (response.headersSent ? response.destroy() : response.writeHead(502).end()));
    response.on('close', () => passed.destroy());
    request.pipe(passed);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** The service's path in place of `asked`; null if the service does not have that path. */
function pathThrough({ path, isStripped }: ProxiedPath, asked: string): string | null {
  if (!asked.startsWith(`${path}/`)) return null;
  return isStripped ? asked.slice(path.length) : asked;
}
