import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import type { AdapterName } from '../../src/engines/adapter-names.ts';
import { ADAPTERS } from '../../src/engines/adapters/index.ts';
import type { HostedEngine } from '../../src/engines/port.ts';
import { engineTask, gathered } from './tasks.ts';

/** Polls that get unusual answers: the service asks another engine only if this one has certainly made nothing. */

const never = new AbortController().signal;
const TASK = engineTask('edit', [gathered('source')]);

let server: http.Server | undefined;
afterEach(() => {
  server?.close();
  server?.closeAllConnections();
});

/** Serves answers by path, each a status and a body. */
async function serve(pages: Readonly<Record<string, readonly [status: number, body: unknown]>>): Promise<string> {
  server = http.createServer((request, response) => {
    const [status, body] = pages[request.url ?? ''] ?? pages['*'] ?? [404, {}];
    response.writeHead(status).end(typeof body === 'string' ? body : JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

function engineAt(adapter: AdapterName, baseUrl: string, options: object): HostedEngine {
  return ADAPTERS[adapter].create({
    name: 'far',
    baseUrl,
    options,
    key: () => 'key',
    webhookUrl: null,
    timeoutMs: 5_000,
  });
}

test.each([
  ['replicate', { operations: { edit: { model: 'google/nano-banana' } } }, { id: 'one', status: 'resting' }, {}],
  ['fashn', {}, { id: 'one', status: 'resting', output: null, error: null }, {}],
  ['kling', {}, { code: 0, data: { task_id: 'one', task_status: 'resting' } }, { path: '/v1/videos/text2video' }],
  ['bfl', {}, { id: 'one', status: 'Resting' }, {}],
  ['alibaba', {}, { output: { task_id: 'one', task_status: 'RESTING' } }, {}],
] as const)('a state that %s has never had before says nothing', async (adapter, options, body, details) => {
  const base = await serve({ '*': [200, body] });
  const receipt = { remoteId: 'one', details: { ...details, polling: `${base}/one` } };
  expect(await engineAt(adapter, base, options).read(receipt, TASK, never)).toMatchObject({ kind: 'unreadable' });
});

const typed = (type: string) => ({ detail: [{ loc: ['body'], msg: 'so it is', type }] });

test.each([
  ['a gateway in trouble', {}, 502, 'Bad Gateway', { kind: 'unreadable' }],
  ['a gateway that waits no longer', {}, 504, {}, { kind: 'unreadable' }],
  ['a key that is not taken any more', {}, 401, { detail: 'Invalid key' }, { kind: 'unreadable' }],
  ['a run that failed by itself', { error: 'it broke', error_type: 'runner_error' }, 502, '', { kind: 'unavailable' }],
  ['a run that was not served in time', {}, 504, typed('generation_timeout'), { kind: 'unavailable' }],
  ['a crash of the model', {}, 500, 'Internal Server Error', { kind: 'unavailable' }],
  [
    'a refusal by policy with the status of a crash',
    {},
    500,
    typed('content_policy_violation'),
    { kind: 'policy_blocked' },
  ],
  ['a result that is gone', {}, 404, { detail: 'not found' }, { kind: 'failed', code: 'provider_unavailable' }],
  ['a picture it cannot use', {}, 422, typed('face_detection_error'), { kind: 'input_rejected' }],
])('fal: %s instead of the result', async (_name, state, status, body, expected) => {
  const base = await serve({ '/one/status': [200, { status: 'COMPLETED', ...state }], '/one': [status, body] });
  const fal = engineAt('fal', base, { operations: { edit: { model: 'fal-ai/nano-banana/edit' } } });
  const receipt = { remoteId: 'one', details: { status: `${base}/one/status`, response: `${base}/one` } };
  expect(await fal.read(receipt, TASK, never)).toMatchObject(expected);
});

test.each([
  [301, 'unavailable'],
  [308, 'unavailable'],
  [408, 'uncertain'],
  [410, 'unavailable'],
  [500, 'unavailable'],
  [502, 'uncertain'],
  [503, 'refused'],
  [520, 'uncertain'],
  [521, 'unavailable'],
  [524, 'uncertain'],
])('a call for work that is answered %i is %s', async (status, kind) => {
  const base = await serve({ '*': [status, ''] });
  const fal = engineAt('fal', base, { operations: { edit: { model: 'fal-ai/nano-banana/edit' } } });
  expect(await fal.start(TASK, never)).toMatchObject({ kind });
});
