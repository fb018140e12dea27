import http from 'node:http';
import type { AddressInfo } from 'node:net';
import sharp from 'sharp';

/** A server of OpenAI's images API on loopback, as small as the command line needs it. */
export interface ImagesServer {
  readonly url: string;
  /** Calls so far. */
  readonly calls: () => number;
  /** Lets the next calls fail as those with a wrong key do; the answer repeats the key, as careless servers do. */
  lock(times: number): void;
  close(): Promise<void>;
}

/** Starts a server. */
export async function imagesServer(): Promise<ImagesServer> {
  const picture = await sharp({ create: { width: 24, height: 32, channels: 3, background: '#2f6f4f' } })
    .png()
    .toBuffer();
  let calls = 0;
  let locked = 0;
  const server = http.createServer((request, response) => {
    calls += 1;
    const refused = locked > 0;
    locked = Math.max(0, locked - 1);
    const message = `Incorrect API key provided: ${request.headers.authorization}`;
    const body = refused
      ? { error: { message, code: 'invalid_api_key' } }
      : { data: [{ b64_json: picture.toString('base64') }] };
    request.resume().on('end', () => {
      response.writeHead(refused ? 401 : 200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls: () => calls,
    lock: (times) => {
      locked = times;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
