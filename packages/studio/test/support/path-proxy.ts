import { once } from 'node:events';
import http from 'node:http';
import { freePort } from './free-port.ts';

/** A reverse proxy that gives a service one path of its host. */
export interface PathProxy {
  /** Address of the path, without a slash at the end. */
  readonly root: string;
  close(): void;
}

/**
 * Passes requests below `path` on to a port of this machine, with the path or without it. The rest of its host is 404.
 */
export async function startPathProxy(
  port: number,
  { path, isStripped }: { readonly path: string; readonly isStripped: boolean },
): Promise<PathProxy> {
  const server = http.createServer((request, response) => {
    const { url = '/', method, headers } = request;
    if (!url.startsWith(`${path}/`)) return void response.writeHead(404).end();
    const target = isStripped ? url.slice(path.length) : url;
    const passed = http.request(
      { host: '127.0.0.1', port, method, path: target, headers, setHost: false },
      (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.rawHeaders);
        answer.pipe(response);
      },
    );
    passed.on('error', () => response.destroy());
    response.on('close', () => passed.destroy());
    request.pipe(passed);
  });
  const own = await freePort();
  server.listen(own, '127.0.0.1');
  await once(server, 'listening');
  return {
    root: `http://127.0.0.1:${own}${path}`,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
