import http from 'node:http';
import type { AddressInfo } from 'node:net';

/** Which requests of a protocol the gate has a hand in. */
export interface GateRules {
  /** Looks at work. */
  readonly isLook: (method: string, path: string) => boolean;
  /** Calls for work. */
  readonly isCreation: (method: string, path: string) => boolean;
  /** The gate's own answers, by path. */
  readonly pages: Readonly<Record<string, unknown>>;
}

/**
 * Stands before an engine's double and decides when each call passes, so that tests wait for events, never for time.
 */
export interface Gate {
  readonly url: string;
  /** Looks so far, those that were put off too. */
  readonly looks: () => number;
  /** Answers to calls for work so far. */
  readonly created: readonly Readonly<Record<string, string>>[];
  /**
   * While true looks reach the engine and are put off by an hour (503 with `Retry-After`): only a message can wake who
   * follows.
   */
  setAsleep(asleep: boolean): void;
  /** Keeps back the answers to calls for work until the returned function is called. */
  hold(): () => void;
  close(): Promise<void>;
}

/** Opens a gate before a double. */
export async function openGate(target: string, rules: GateRules): Promise<Gate> {
  const created: Record<string, string>[] = [];
  let looks = 0;
  let isAsleep = false;
  let open = Promise.resolve();
  let url = '';

  const answer = async (request: http.IncomingMessage, response: http.ServerResponse): Promise<void> => {
    const { method = 'GET', url: address = '/' } = request;
    const { pathname: path } = new URL(address, target);
    if (path in rules.pages) return void response.end(JSON.stringify(rules.pages[path]));
    const isPutOff = isAsleep && rules.isLook(method, path);
    if (rules.isLook(method, path)) looks += 1;
    const body = await bodyOf(request);
    const { authorization = '', 'content-type': contentType = '' } = request.headers;
    const headers = { authorization, 'content-type': contentType };
    const passed = await fetch(target + address, { method, headers, ...(body.length > 0 ? { body } : {}) });
    const text = (await passed.text()).replaceAll(new RegExp(`${target}(?!/files/)`, 'g'), url);
    if (isPutOff) return void response.writeHead(503, { 'retry-after': '3600' }).end();
    if (rules.isCreation(method, path)) {
      created.push(JSON.parse(text));
      await open;
    }
    response.writeHead(passed.status, { 'content-type': 'application/json' }).end(text);
  };
  const server = http.createServer((request, response) => {
    answer(request, response).catch((error: unknown) => response.destroy(error instanceof Error ? error : undefined));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    looks: () => looks,
    created,
    setAsleep: (asleep) => {
      isAsleep = asleep;
    },
    hold() {
      const held = Promise.withResolvers<void>();
      open = held.promise;
      return held.resolve;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function bodyOf(request: http.IncomingMessage): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return new Uint8Array(Buffer.concat(chunks));
}
