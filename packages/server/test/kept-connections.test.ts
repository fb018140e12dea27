import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import http from 'node:http';
import net from 'node:net';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ADMIN_KEY, startTestService, type TestService, type TestWorkspace } from './support/service.ts';

const MEBIBYTE = 1024 * 1024;

let service: TestService;
let rich: TestWorkspace;
let poor: TestWorkspace;
let hasty: TestWorkspace;
let photos: { person_image_id: string; outfit_image_ids: string[] };
beforeAll(async () => {
  // It stands still: who has spent the requests of a minute gets no new ones.
  const moment = new Date();
  service = await startTestService({ parts: { clock: { now: () => moment } } });
  rich = await service.workspace();
  poor = await service.workspace({ credits: 0 });
  photos = { person_image_id: await rich.image(), outfit_image_ids: [await rich.image()] };
  hasty = await service.workspace({ plan: 'free' });
  await Promise.all(Array.from({ length: 130 }, () => hasty.get('/v1/account')));
});
afterAll(() => service.stop());

/** A request that is refused. */
interface Refused {
  readonly method?: string;
  readonly path: string;
  readonly status: number;
  readonly headers?: Record<string, string>;
  /** The body, filled up to about `bytes` bytes. */
  readonly body: (bytes: number) => Buffer;
}

const bearer = (key: string) => ({ authorization: `Bearer ${key}` });
const json = (key: string) => ({ ...bearer(key), 'content-type': 'application/json' });
const FORM = 'multipart/form-data; boundary=edge';
const form = (key: string) => ({ ...bearer(key), 'content-type': FORM });
const padded = (value: object) => (bytes: number) =>
  Buffer.from(JSON.stringify(value) + ' '.repeat(Math.min(bytes, MEBIBYTE / 2)));
const noise = (bytes: number) => Buffer.alloc(bytes, 'x');
/** The same with a byte at least: an empty body or file has no media type that could be refused. */
const someNoise = (bytes: number) => noise(bytes + 1);
const part = (disposition: string) => (bytes: number) =>
  Buffer.concat([
    Buffer.from(`--edge\r\ncontent-disposition: form-data; ${disposition}\r\n\r\n`),
    noise(bytes),
    Buffer.from('\r\n--edge--\r\n'),
  ]);
const file = part('name="file"; filename="photo.png"');

/** Every kind of refusal: before the body is looked at, while it is read, and after. */
const REFUSALS: Readonly<Record<string, () => Refused>> = {
  'no key': () => ({ path: '/v1/jobs', status: 401, headers: { 'content-type': 'application/json' }, body: noise }),
  'an upload without a key': () => ({ path: '/images', status: 401, headers: { 'content-type': FORM }, body: file }),
  'an unknown key': () => ({ path: '/images', status: 401, headers: form('atl_nobody'), body: file }),
  'a key that is not the admin key': () => ({
    path: '/admin/workspaces',
    status: 401,
    headers: json(rich.key),
    body: noise,
  }),
  'too many requests': () => ({ path: '/images', status: 429, headers: form(hasty.key), body: file }),
  'an unknown path': () => ({ path: '/v1/nothing', status: 404, headers: json(rich.key), body: noise }),
  'an ID of nobody': () => ({
    path: `/v1/images/${randomUUID()}/upscale`,
    status: 404,
    headers: json(rich.key),
    body: padded({}),
  }),
  'an upload to an asset of nobody': () => ({
    path: `/assets/${randomUUID()}/images`,
    status: 404,
    headers: form(rich.key),
    body: file,
  }),
  'another method': () => ({ method: 'PUT', path: '/images', status: 405, headers: form(rich.key), body: file }),
  'a path too long': () => ({
    path: `/v1/jobs/${'7'.repeat(300)}/cancel`,
    status: 400,
    headers: json(rich.key),
    body: noise,
  }),
  'a path that is none': () => ({ path: '/v1/%zz', status: 400, headers: json(rich.key), body: noise }),
  'an odd host': () => ({ path: '/v1/jobs', status: 400, headers: { ...json(rich.key), host: 'a"b' }, body: noise }),
  'another media type': () => ({
    path: '/v1/jobs',
    status: 415,
    headers: { ...bearer(rich.key), 'content-type': 'text/plain' },
    body: someNoise,
  }),
  'no media type': () => ({
    path: '/v1/jobs',
    status: 415,
    headers: bearer(rich.key),
    body: someNoise,
  }),
  'a compressed body': () => ({
    path: '/v1/jobs',
    status: 415,
    headers: { ...json(rich.key), 'content-encoding': 'gzip' },
    body: someNoise,
  }),
  'a form where JSON is wanted': () => ({ path: '/v1/jobs', status: 415, headers: form(rich.key), body: file }),
  'JSON where a form is wanted': () => ({ path: '/images', status: 415, headers: json(rich.key), body: someNoise }),
  'text that is no JSON': () => ({
    path: '/v1/jobs',
    status: 400,
    headers: json(rich.key),
    body: (bytes) => noise(Math.min(bytes, MEBIBYTE - 1) + 1),
  }),
  'JSON over the limit': () => ({
    path: '/v1/jobs',
    status: 413,
    headers: json(rich.key),
    body: (bytes) => noise(bytes + MEBIBYTE + 1),
  }),
  'an unknown field': () => ({
    path: '/v1/images/generate',
    status: 400,
    headers: json(rich.key),
    body: padded({ hat: 1 }),
  }),
  'a key of idempotency with a space': () => ({
    path: '/v1/images/generate',
    status: 400,
    headers: { ...json(rich.key), 'idempotency-key': 'a b' },
    body: padded({}),
  }),
  'too few credits': () => ({
    path: '/v1/images/generate',
    status: 402,
    headers: json(poor.key),
    body: padded({ prompt: 'a coat' }),
  }),
  'a model without access': () => ({
    path: '/v1/images/virtual-try-on',
    status: 403,
    headers: json(rich.key),
    body: padded({ ...photos, model: 'v5' }),
  }),
  'an option the model lacks': () => ({
    path: '/v1/images/virtual-try-on',
    status: 422,
    headers: json(rich.key),
    body: padded({ ...photos, speed: 'quality' }),
  }),
  'an admin body with a mistake': () => ({
    path: '/admin/workspaces',
    status: 400,
    headers: json(ADMIN_KEY),
    body: padded({}),
  }),
  'a file that is no picture': () => ({
    path: '/images',
    status: 415,
    headers: form(rich.key),
    body: (bytes) => file(Math.min(bytes + 1, 15 * MEBIBYTE)),
  }),
  'a file over the limit': () => ({
    path: '/images',
    status: 413,
    headers: form(rich.key),
    body: (bytes) => file(bytes + 15 * MEBIBYTE + 1),
  }),
  'a file without a name': () => ({ path: '/images', status: 400, headers: form(rich.key), body: part('name="file"') }),
  'a file in another field': () => ({
    path: '/images',
    status: 400,
    headers: form(rich.key),
    body: (bytes) => part('name="photo"; filename="a.png"')(Math.min(bytes, 15 * MEBIBYTE)),
  }),
  'a form without a boundary': () => ({
    path: '/images',
    status: 400,
    headers: { ...bearer(rich.key), 'content-type': 'multipart/form-data' },
    body: file,
  }),
  'a form with a boundary too long': () => ({
    path: '/images',
    status: 400,
    headers: { ...bearer(rich.key), 'content-type': `multipart/form-data; boundary=${'b'.repeat(300)}` },
    body: file,
  }),
  'a form that holds no part': () => ({ path: '/images', status: 400, headers: form(rich.key), body: noise }),
};

/** The way to send a body: its size relative to the limit, and whether its length is stated. */
const sending = fc.record({
  bytes: fc.oneof(
    { weight: 3, arbitrary: fc.integer({ min: 0, max: 100_000 }) },
    { weight: 2, arbitrary: fc.integer({ min: 100_000, max: 2 * MEBIBYTE }) },
    { weight: 1, arbitrary: fc.integer({ min: 2 * MEBIBYTE, max: 12 * MEBIBYTE }) },
  ),
  isChunked: fc.boolean(),
});

/** Sends one request over the agent's connection, reads the whole answer, and returns our port of the connection. */
async function ask(
  agent: http.Agent,
  { method = 'POST', path, headers }: Omit<Refused, 'status' | 'body'>,
  body?: Buffer,
  isChunked = false,
) {
  const request = http.request(service.url + path, {
    agent,
    method,
    headers: { ...headers, ...(body && !isChunked ? { 'content-length': body.length } : {}) },
  });
  const answered = once(request, 'response');
  // Written at once: Node's client no longer waits for room in a connection whose answer it has read.
  if (body) for (const piece of pieces(body)) request.write(piece);
  request.end();
  const [response] = (await answered) as [http.IncomingMessage];
  const port = response.socket.localPort ?? 0;
  for await (const _ of response);
  if (body && !request.writableFinished) await once(request, 'finish');
  return { status: response.statusCode, port };
}

function* pieces(body: Buffer) {
  for (let at = 0; at < body.length; at += 65_536) yield body.subarray(at, at + 65_536);
}

describe('after a refusal the next request on the connection works', () => {
  test.each(Object.entries(REFUSALS))('%s', { timeout: 60_000 }, async (_, refusal) => {
    await fc.assert(
      fc.asyncProperty(fc.array(sending, { minLength: 1, maxLength: 3 }), async (sendings) => {
        const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
        const ports = new Set<number>();
        try {
          for (const { bytes, isChunked } of sendings) {
            const { status, body, ...head } = refusal();
            const refused = await ask(agent, head, body(bytes), isChunked);
            ports.add(refused.port);
            expect(refused.status).toBe(status);
            const next = await ask(agent, { method: 'GET', path: '/healthz' });
            ports.add(next.port);
            expect(next.status).toBe(200);
          }
          expect(ports.size, 'connections').toBe(1);
        } finally {
          agent.destroy();
        }
      }),
      { numRuns: 5, examples: [[[{ bytes: 0, isChunked: false }]]] },
    );
  });

  test('a request for an upgrade with a body: the answer says that the connection closes', async () => {
    const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
    const headers = { ...json('atl_nobody'), connection: 'Upgrade', upgrade: 'h2c' };
    try {
      for (const isChunked of [false, true]) {
        const refused = await ask(agent, { path: '/v1/jobs', headers }, noise(6 * MEBIBYTE), isChunked);
        expect(refused.status).toBe(401);
        const next = await ask(agent, { method: 'GET', path: '/healthz', headers: { upgrade: 'h2c' } });
        expect(next.status).toBe(200);
      }
    } finally {
      agent.destroy();
    }
  });
});

/** Sends a head and a body, and reads nothing before all is sent. Returns the service's answer. */
async function sendAllThenRead(head: string, body: Buffer) {
  const { hostname, port } = new URL(service.url);
  const socket = net
    .connect({ host: hostname, port: Number(port) })
    .setEncoding('utf8')
    .pause();
  socket.write(`${head}\r\ncontent-length: ${body.length}\r\n\r\n`);
  for (const piece of pieces(body)) if (!socket.write(piece)) await once(socket, 'drain');
  let answer = '';
  for await (const piece of socket) answer += piece;
  return answer;
}

describe('a client that reads once it has sent everything gets the answer of a connection that closes', () => {
  const HEAD = 'POST /v1/jobs HTTP/1.1\r\nhost: atelier';
  test.each([
    ['a body too large to be read to its end', HEAD, 48 * MEBIBYTE],
    ['a request that closes its connection', `${HEAD}\r\nconnection: close`, 8 * MEBIBYTE],
    ['a request for an upgrade', `${HEAD}\r\nconnection: upgrade\r\nupgrade: h2c`, 8 * MEBIBYTE],
    ['a request that is not HTTP', 'NO HTTP', 8 * MEBIBYTE],
  ])('%s', async (_, head, bytes) => {
    for (let run = 0; run < 3; run += 1) {
      const answer = await sendAllThenRead(head, noise(bytes));
      expect(answer).toMatch(/^HTTP\/1\.1 40[01] /);
      expect(answer.toLowerCase()).toContain('connection: close');
    }
  });

  test('a request behind the last one of a connection does nothing', async () => {
    const workspace = await service.workspace();
    const body = JSON.stringify({ prompt: 'a coat' });
    const head = [
      'POST /v1/images/generate HTTP/1.1',
      'host: atelier',
      `authorization: Bearer ${workspace.key}`,
      'content-type: application/json',
      `content-length: ${body.length}`,
    ].join('\r\n');
    const { hostname, port } = new URL(service.url);
    const socket = net.connect({ host: hostname, port: Number(port) }).setEncoding('utf8');
    socket.write(`${head}\r\nconnection: close\r\n\r\n${body}`);
    let answer = '';
    for await (const piece of socket) {
      answer += piece;
      socket.write(`${head}\r\n\r\n${body}`);
    }
    expect(answer).toMatch(/^HTTP\/1\.1 202 /);
    expect((await workspace.get('/v1/jobs')).body.jobs).toHaveLength(1);
  });
});
