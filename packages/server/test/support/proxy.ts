import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';

/** A reverse proxy in its simplest form: the next target for each request, bytes passed on as they come. */
export interface ReverseProxy {
  /** Where it listens, without a slash at the end. */
  readonly url: string;
  close(): void;
}

/** Starts a proxy before the addresses that `targets` names at each request; 503 where there is none, 502 where it does not answer. */
export async function startProxy(targets: () => readonly string[]): Promise<ReverseProxy> {
  let turn = 0;
  const server = http.createServer((request, response) => {
    const urls = targets();
    const target = urls[turn++ % urls.length];
    if (!target) return void response.writeHead(503).end();
    const { hostname, port } = new URL(target);
    const passed = http.request(
      { hostname, port, method: request.method, path: request.url, headers: request.headers, setHost: false },
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
