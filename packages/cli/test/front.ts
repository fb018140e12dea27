import http from 'node:http';
import type { AddressInfo } from 'node:net';

/** An answer in the service's place; `gone` breaks the connection off instead. */
export type Refusal = { readonly status: number; readonly code: string } | 'gone';

/** A gateway between client and service. It forwards every request but those it is set to refuse. */
export interface Front {
  readonly url: string;
  /** Requests so far, as `POST /v1/jobs`. */
  readonly seen: readonly string[];
  /** From now on asked about every request, as `POST /v1/jobs`; null: the service answers. */
  refuse(refusal: (request: string) => Refusal | null): void;
  close(): Promise<void>;
}

/** Starts one in front of a service. */
export async function frontOf(service: string): Promise<Front> {
  let refusalOf: (request: string) => Refusal | null = () => null;
  const seen: string[] = [];
  const server = http.createServer((request, response) => {
    const line = `${request.method} ${request.url}`;
    seen.push(line);
    const refusal = refusalOf(line);
    if (refusal === 'gone') return request.socket.destroy();
    if (refusal) {
      request.resume();
      return response.writeHead(refusal.status).end(JSON.stringify({ code: refusal.code, message: 'No.' }));
    }
    const { method = 'GET', headers } = request;
    const onward = http.request(new URL(request.url ?? '/', service), { method, headers }, (answer) => {
      answer.pipe(response.writeHead(answer.statusCode ?? 502, answer.headers));
    });
    onward.on('error', () => response.destroy());
    request.pipe(onward);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen,
    refuse: (refusal) => {
      refusalOf = refusal;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
