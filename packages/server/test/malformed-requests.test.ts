import { connect } from 'node:net';
import { ENDPOINT_LIST } from '@atelier/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestService, type TestService, type TestWorkspace } from './support/service.ts';

const TRY_ON = '/v1/images/virtual-try-on';

let service: TestService;
let workspace: TestWorkspace;
beforeAll(async () => {
  service = await startTestService();
  workspace = await service.workspace();
});
afterAll(() => service.stop());

test('an empty body is none, whatever it is called', async () => {
  const photos = { person_image_id: await workspace.image(), outfit_image_ids: [await workspace.image()] };
  const { body } = await workspace.post(TRY_ON, photos);
  for (const type of ['application/json', 'application/x-www-form-urlencoded'])
    expect((await workspace.post(`/v1/jobs/${body.jobs[0].id}/cancel`, '', { 'content-type': type })).status).toBe(200);
  expect((await workspace.post(TRY_ON, '')).body.code).toBe('invalid_json');
  const gone = `/images/${await workspace.image()}`;
  const named = { 'content-type': 'application/json' };
  expect((await service.call(workspace.key, 'DELETE', gone, undefined, named)).status).toBe(204);
});

test('of many unknown fields the first is named, with those that are allowed', async () => {
  const names = ['a/b', ...Array.from({ length: 40 }, (_, index) => `unknown_${index}`)];
  const input = Object.fromEntries(names.map((name) => [name, 1]));
  const { status, body } = await workspace.post('/v1/jobs', { operation: 'generate', input });
  expect([status, body.message]).toEqual([
    400,
    expect.stringMatching(/^\/input\/a~1b is not a field here; allowed: .*prompt/),
  ]);
});

test('a parameter of a query that v1 does not know is refused by name, also beside a valid body', async () => {
  const v1 = ENDPOINT_LIST.filter((endpoint) => endpoint.interface === 'v1');
  expect(v1.filter(({ body }) => body).length).toBeGreaterThan(5);
  expect(v1.filter(({ body }) => !body).length).toBeGreaterThan(10);
  for (const { method, path, body: given, example } of v1) {
    expect({ path, example }).toEqual({ path, example: given ? expect.anything() : undefined });
    const target = path.replaceAll(/\{\w+\}/g, '01a214c0-0455-7000-bd80-57e82160b602');
    const { status, body } = await service.call(workspace.key, method, `${target}?hat=1`, example);
    const sentence = /^\/hat is not a field here; (none is allowed|allowed: [a-zA-Z_, ]+)\.$/;
    const [code, message] = ['invalid_request', expect.stringMatching(sentence)];
    expect({ path, status, ...body }).toMatchObject({ path, status: 400, code, message });
  }
  expect((await workspace.get('/v1/webhooks')).body.webhooks).toEqual([]);
});

test('elsewhere it is ignored', async () => {
  expect((await workspace.get('/assets?hat=1')).status).toBe(200);
  const { status, body } = await workspace.post('/images/generate?hat=1', { prompt: 'a linen suit' });
  expect({ status, body }).toMatchObject({ status: 202, body: [{ status: 'pending' }] });
});

test.each([
  ['no HTTP at all', 'hello\r\n\r\n', 400, 'invalid_request'],
  [
    'a head of 20 KiB',
    `GET /healthz HTTP/1.1\r\nhost: x\r\nx: ${'y'.repeat(20_000)}\r\n\r\n`,
    413,
    'payload_too_large',
  ],
  ['a host that is none', 'GET /v1/jobs HTTP/1.1\r\nhost: evil"x\r\nconnection: close\r\n\r\n', 400, 'invalid_request'],
  ['a request without a host', 'GET /v1/jobs HTTP/1.1\r\nconnection: close\r\n\r\n', 400, 'invalid_request'],
  ['a path that is none', 'GET /v1/jobs/%zz HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n', 400, 'invalid_request'],
  [
    'an unknown expectation',
    'GET /v1/jobs HTTP/1.1\r\nhost: x\r\nexpect: tea\r\nconnection: close\r\n\r\n',
    401,
    'unauthorized',
  ],
])('%s is answered like every other mistake', async (_, request, status, code) => {
  const { hostname, port } = new URL(service.url);
  const socket = connect(Number(port), hostname).end(request);
  const answer = (await socket.toArray()).join('');
  const [head = '', body = ''] = answer.split('\r\n\r\n');
  expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
  const id = /x-request-id: ([0-9a-f-]{36})/i.exec(head)?.[1];
  expect(JSON.parse(body)).toMatchObject({ code, request_id: id });
  expect(head).toMatch(/x-content-type-options: nosniff/i);
});
