import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { Job } from '@atelier/contract';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Atelier } from './client.ts';
import { ApiError, ConnectionError, DeadlineError, isUncertain, JobFailedError } from './errors.ts';

/** A request as the scripted service saw it. */
interface Seen {
  readonly method: string;
  readonly path: string;
  readonly headers: Headers;
  readonly form: FormData | null;
}

type Answer = Response | Error;

const PERSON = '0198f3a2-7c1e-7d53-9a34-5b1c2d3e4f50';
const TRY_ON = { person_image_id: PERSON, outfit_image_ids: [PERSON] };

/** A client whose service gives one scripted answer after another, the last one for ever. */
function scripted(...answers: readonly [Answer, ...Answer[]]): { client: Atelier; seen: Seen[] } {
  const seen: Seen[] = [];
  const answer: typeof fetch = async (target, init) => {
    init?.signal?.throwIfAborted();
    const { pathname, search } = new URL(String(target));
    const sent = new Response(init?.body ?? null, { headers: new Headers(init?.headers) });
    const form = init?.body instanceof ArrayBuffer ? await sent.formData() : null;
    seen.push({ method: init?.method ?? '', path: pathname + search, headers: sent.headers, form });
    const next = answers[Math.min(seen.length, answers.length) - 1];
    if (next instanceof Response) return next.clone();
    throw next;
  };
  return { client: new Atelier({ baseUrl: 'http://service.test/', apiKey: 'key', fetch: answer }), seen };
}

function job(fields: Partial<Job> = {}): Job {
  const rest = { task: null, created_at: '2026-01-01T00:00:00.000Z', result: null, error: null, credits_used: 0 };
  return { id: PERSON, status: 'pending', ...rest, ...fields };
}

const submitted = () => Response.json({ jobs: [job()] }, { status: 202 });
const refusal = (status: number, headers: Record<string, string> = {}, code = 'unavailable') =>
  Response.json({ code, message: 'No.' }, { status, headers });
const broken = new TypeError('fetch failed');

/** Skips all pauses and returns the outcome of the call. */
async function outcome<T>(call: Promise<T>): Promise<T | Error> {
  let ended = false;
  const settled = call.catch((error: Error) => error).finally(() => (ended = true));
  while (!ended) {
    await vi.runAllTimersAsync();
    await new Promise(setImmediate);
  }
  return settled;
}

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date', 'performance'] }));
afterEach(() => void vi.useRealTimers());

test('a submission broken off and refused is sent again under one idempotency key', async () => {
  const { client, seen } = scripted(broken, refusal(503), submitted());
  await expect(outcome(client.tryOn(TRY_ON))).resolves.toHaveLength(1);
  const keys = new Set(seen.map(({ headers }) => headers.get('idempotency-key')));
  expect(seen).toHaveLength(3);
  expect(keys.size).toBe(1);
  expect([...keys][0]).toMatch(/^[!-~]{1,128}$/);
});

test('two submissions have different keys; a key given by the caller is used', async () => {
  const { client, seen } = scripted(submitted());
  await client.tryOn(TRY_ON);
  await client.tryOn(TRY_ON);
  await client.tryOn(TRY_ON, { idempotencyKey: 'order-17' });
  const [first, second, third] = seen.map(({ headers }) => headers.get('idempotency-key'));
  expect(first).not.toBe(second);
  expect(third).toBe('order-17');
});

test.each([400, 401, 402, 403, 404, 409, 413, 415, 422])(
  '%i is final: sent once, thrown with code and request ID',
  async (status) => {
    const { client, seen } = scripted(refusal(status, { 'x-request-id': 'r-1' }, 'some_code'));
    const error = await outcome(client.job(PERSON));
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({ status, code: 'some_code', requestId: 'r-1' });
    expect(seen).toHaveLength(1);
  },
);

test.each([429, 500, 502, 503])('%i is tried four times in all, then thrown', async (status) => {
  const { client, seen } = scripted(refusal(status));
  expect(await outcome(client.job(PERSON))).toMatchObject({ status });
  expect(seen).toHaveLength(4);
});

test.each([
  ['503 unavailable', refusal(503)],
  ['429 rate_limited', refusal(429, {}, 'rate_limited')],
  ['409 idempotency_in_progress', refusal(409, {}, 'idempotency_in_progress')],
])('a submission that may have been taken stays uncertain when further tries meet %s', async (_, later) => {
  const { client, seen } = scripted(broken, later);
  const error = await outcome(client.tryOn(TRY_ON));
  expect(error).toBeInstanceOf(ConnectionError);
  expect(isUncertain(error)).toBe(true);
  expect(seen).toHaveLength(4);
});

test('what a later try is refused with for good is thrown, also after one that may have been taken', async () => {
  const { client } = scripted(broken, refusal(402, {}, 'insufficient_credits'));
  expect(await outcome(client.tryOn(TRY_ON))).toMatchObject({ code: 'insufficient_credits' });
});

test.each([
  [500, 'internal_error', true],
  [503, 'unknown', true],
  [503, 'unavailable', false],
  [429, 'rate_limited', false],
  [402, 'insufficient_credits', false],
  [409, 'idempotency_in_progress', true],
  [409, 'idempotency_uncertain', true],
])('%i %s leaves open whether the request was carried out: %s', (status, code, expected) => {
  expect(isUncertain(new ApiError(status, code, 'No.', null))).toBe(expected);
});

test('an upload that may have been stored is not sent twice; a refused one is', async () => {
  const uncertain = scripted(broken);
  expect(await outcome(uncertain.client.upload(new Blob(['x'])))).toBeInstanceOf(ConnectionError);
  expect(uncertain.seen).toHaveLength(1);
  const refused = scripted(refusal(429), Response.json({ id: PERSON }, { status: 201 }));
  expect(await outcome(refused.client.upload(new Blob(['x'])))).toMatchObject({ id: PERSON });
  expect(refused.seen).toHaveLength(2);
});

test('Retry-After is waited out to the second', async () => {
  const { client, seen } = scripted(refusal(429, { 'retry-after': '7' }), Response.json(job()));
  const call = client.job(PERSON);
  await vi.advanceTimersByTimeAsync(6_999);
  expect(seen).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(1);
  await call;
  expect(seen).toHaveLength(2);
});

test.each([
  ['a blob', () => new Blob(['bytes'])],
  ['bytes', () => new TextEncoder().encode('bytes')],
  ['a stream', () => new Blob(['bytes']).stream()],
])('%s is uploaded as a form, the type before the file', async (_, picture) => {
  const { client, seen } = scripted(Response.json({ id: PERSON }, { status: 201 }));
  await client.upload(picture(), { fileName: 'a.png', type: 'virtual-try-on-person' });
  const fields = [...(seen[0]?.form ?? [])];
  expect(fields.map(([name]) => name)).toEqual(['type', 'file']);
  const file = fields[1]?.[1];
  expect(file instanceof File && [file.name, await file.text()]).toEqual(['a.png', 'bytes']);
});

test('waiting ends with the final job and tells each change once', async () => {
  const generating = Response.json(job({ status: 'generating', progress: 0.5 }));
  const { client } = scripted(
    Response.json(job()),
    Response.json(job()),
    generating,
    generating,
    Response.json(job({ status: 'failed' })),
  );
  const told: string[] = [];
  const ended = await outcome(client.waitFor(PERSON, { onChange: ({ status }) => told.push(status) }));
  expect(ended).toMatchObject({ status: 'failed' });
  expect(told).toEqual(['pending', 'generating', 'failed']);
});

test('waiting is bounded: at the deadline it names the job, which goes on', async () => {
  const { client, seen } = scripted(Response.json(job()));
  const error = await outcome(client.waitFor(PERSON, { deadlineMs: 3_000, intervalMs: 1_000 }));
  expect(error).toBeInstanceOf(DeadlineError);
  expect(error).toMatchObject({ jobId: PERSON });
  expect(seen).toHaveLength(15);
  // At most every two seconds in the end, so that many jobs may be followed.
  await outcome(client.waitFor(PERSON, { deadlineMs: 60_000 }));
  expect(seen.length).toBeLessThan(75);
});

test('an aborted signal ends a wait, a pause and a request with its own reason', async () => {
  const reason = new Error('the user left');
  const waiting = scripted(Response.json(job()));
  const stopWaiting = new AbortController();
  const wait = outcome(
    waiting.client.waitFor(PERSON, { signal: stopWaiting.signal, onChange: () => stopWaiting.abort(reason) }),
  );
  expect(await wait).toBe(reason);
  expect(waiting.seen).toHaveLength(1);
  expect(await outcome(scripted(broken).client.job(PERSON, AbortSignal.abort(reason)))).toBe(reason);
});

test('an answer that is no JSON of the service is still an error with a code', async () => {
  const { client } = scripted(new Response('<html>', { status: 404 }));
  expect(await outcome(client.job(PERSON))).toMatchObject({ status: 404, code: 'unknown', requestId: null });
});

test('lists send only the filters that were given, and IDs are escaped', async () => {
  const { client, seen } = scripted(Response.json({ jobs: [], page_info: {} }));
  await client.jobs();
  await client.jobs({ status: 'failed', limit: 2 });
  await client.cancel('a/b');
  expect(seen.map(({ method, path }) => `${method} ${path}`)).toEqual([
    'GET /v1/jobs',
    'GET /v1/jobs?status=failed&limit=2',
    'POST /v1/jobs/a%2Fb/cancel',
  ]);
});

test('waiting goes on over times when the service is away', async () => {
  const away = [broken, broken, broken, broken, refusal(502), refusal(502), refusal(502), refusal(502)] as const;
  const { client } = scripted(...away, Response.json(job({ status: 'completed' })));
  expect(await outcome(client.waitFor(PERSON))).toMatchObject({ status: 'completed' });
});

test('the deadline holds for a service that accepts and never answers', async () => {
  const silent: typeof fetch = (_target, init) =>
    new Promise((_resolve, reject) => init?.signal?.addEventListener('abort', () => reject(init.signal?.reason)));
  const client = new Atelier({ baseUrl: 'http://service.test', apiKey: 'key', fetch: silent });
  expect(await outcome(client.waitFor(PERSON, { deadlineMs: 2_000 }))).toBeInstanceOf(DeadlineError);
});

test('what can never be sent is not tried again', async () => {
  const { client, seen } = scripted(submitted());
  expect(await outcome(client.tryOn(TRY_ON, { idempotencyKey: 'Bestellung №1' }))).toBeInstanceOf(TypeError);
  expect(seen).toEqual([]);
});

const RESULT = {
  id: PERSON,
  image_id: PERSON,
  url: 'http://media.test/a.png',
  width: 1,
  height: 1,
  type: 'image',
} as const;
const completed = () => job({ status: 'completed', result: RESULT });

test('run submits under one key, waits for every job and returns all of them in order', async () => {
  const other = '0198f3a2-7c1e-7d53-9a34-5b1c2d3e4f51';
  const { client, seen } = scripted(
    Response.json({ jobs: [job(), job({ id: other })] }, { status: 202 }),
    Response.json(job()),
    Response.json(job({ id: other, status: 'failed' })),
    Response.json(completed()),
  );
  const told: string[] = [];
  const ended = await outcome(
    client.run({ operation: 'virtual_try_on', input: TRY_ON }, { onChange: ({ status }) => told.push(status) }),
  );
  expect(ended).toMatchObject([{ status: 'completed' }, { id: other, status: 'failed' }]);
  expect(told).toEqual(['pending', 'failed', 'completed']);
  expect(seen.filter(({ method }) => method === 'POST')).toHaveLength(1);
});

test('a list is gone through page by page, and only as far as it is wanted', async () => {
  const page = (id: string, next: string | null) =>
    Response.json({ jobs: [job({ id })], page_info: { next_cursor: next, has_next_page: next !== null, limit: 1 } });
  const { client, seen } = scripted(page('a', 'two'), page('b', null));
  const ids: string[] = [];
  for await (const { id } of client.allJobs({ status: 'failed', limit: 1 })) ids.push(id);
  expect(ids).toEqual(['a', 'b']);
  expect(seen.map(({ path }) => path)).toEqual([
    '/v1/jobs?status=failed&limit=1',
    '/v1/jobs?status=failed&limit=1&cursor=two',
  ]);
  const half = scripted(page('a', 'two'));
  for await (const _ of half.client.allJobs()) break;
  expect(half.seen).toHaveLength(1);
});

/** A stream of events as the service sends it, cut into pieces of a few bytes. */
function eventStream(...jobs: readonly Job[]): Response {
  const text = `: heartbeat\n\n${jobs.map((one) => `event: job\ndata: ${JSON.stringify(one)}\n\n`).join('')}`;
  const bytes = new TextEncoder().encode(text);
  const pieces = Array.from({ length: Math.ceil(bytes.length / 7) }, (_, index) =>
    bytes.slice(index * 7, index * 7 + 7),
  );
  return new Response(ReadableStream.from(pieces), { headers: { 'content-type': 'text/event-stream' } });
}

async function statusesOf(jobs: AsyncIterable<Job>): Promise<string[]> {
  const statuses: string[] = [];
  for await (const { status } of jobs) statuses.push(status);
  return statuses;
}

test('events yield each change once, over a broken stream too, and end with the final state', async () => {
  const [pending, generating] = [job(), job({ status: 'generating', progress: 0.5 })];
  const { client, seen } = scripted(eventStream(pending, generating), broken, eventStream(generating, completed()));
  expect(await outcome(statusesOf(client.events(PERSON)))).toEqual(['pending', 'generating', 'completed']);
  expect(seen).toHaveLength(3);
});

test('events of a job that has ended give its final state when the service answers 204', async () => {
  const { client } = scripted(new Response(null, { status: 204 }), Response.json(completed()));
  expect(await outcome(statusesOf(client.events(PERSON)))).toEqual(['completed']);
});

test('events of a job that is not there are refused as any read is', async () => {
  const { client } = scripted(refusal(404, {}, 'not_found'));
  expect(await outcome(statusesOf(client.events(PERSON)))).toMatchObject({ status: 404, code: 'not_found' });
});

test('events that cannot be read are asked for again six times, and then end with an error', async () => {
  const unreadable = () =>
    new Response('event: job\ndata: <html>\n\n', { headers: { 'content-type': 'text/event-stream' } });
  const recovered = scripted(unreadable(), unreadable(), eventStream(completed()));
  expect(await outcome(statusesOf(recovered.client.events(PERSON)))).toEqual(['completed']);
  const { client, seen } = scripted(unreadable());
  expect(await outcome(statusesOf(client.events(PERSON)))).toMatchObject({
    message: expect.stringMatching(/not JSON/),
  });
  expect(seen).toHaveLength(6);
});

test('events of a service that falls silent are asked for again', async () => {
  const silent = new Response(new ReadableStream(), { headers: { 'content-type': 'text/event-stream' } });
  let calls = 0;
  const answer: typeof fetch = async (_, init) => {
    calls += 1;
    if (calls > 1) return eventStream(completed());
    const body = silent.body?.pipeThrough(new TransformStream(), init?.signal ? { signal: init.signal } : {});
    return new Response(body ?? null, silent);
  };
  const client = new Atelier({ baseUrl: 'http://service.test', apiKey: 'key', fetch: answer });
  expect(await outcome(statusesOf(client.events(PERSON)))).toEqual(['completed']);
  expect(calls).toBe(2);
});

test('a download is tried again, sends no key, and leaves nothing but the whole file', async () => {
  const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'atelier-download-'));
  try {
    const { client, seen } = scripted(broken, refusal(503), new Response('picture'));
    const file = path.join(folder, 'dressed.png');
    await outcome(client.download(completed(), file));
    expect(await fs.readFile(file, 'utf8')).toBe('picture');
    expect(seen.every(({ headers }) => !headers.has('authorization'))).toBe(true);
    await expect(client.download(completed(), path.join(folder, 'missing', 'a.png'))).rejects.toThrow('ENOENT');
    expect(await fs.readdir(folder)).toEqual(['dressed.png']);
  } finally {
    await fs.rm(folder, { recursive: true });
  }
});

test('a download of a job without a result says why it has none', async () => {
  const failed = job({ status: 'failed', error: { code: 'input_rejected', message: 'The mask is empty.' } });
  const error = await outcome(scripted(broken).client.bytes(failed));
  expect(error).toBeInstanceOf(JobFailedError);
  expect(error).toMatchObject({
    job: failed,
    message: `the job ${PERSON} has no result; input_rejected: The mask is empty.`,
  });
});

test('assets, webhooks and the ledger are asked for at their endpoints', async () => {
  const { client, seen } = scripted(Response.json({}));
  await client.assets.create({ type: 'outfit', alias: 'Shirt' });
  await client.assets.list({ type: 'outfit', search: 'shirt' });
  await client.assets.update('a', { alias: 'Blouse' });
  await client.assets.upload('a', new Blob(['x']), { type: 'virtual-try-on-outfit' });
  await client.assets.link('a', 'i');
  await client.assets.images('a', { references: true });
  await client.assets.suggestPreset(['i']);
  await client.assets.delete('a');
  await client.webhooks.create({ url: 'https://shop.example/hooks' });
  await client.webhooks.rotate('w');
  await client.webhooks.test('w');
  await client.webhooks.deliveries('w', { limit: 1 });
  await client.webhooks.redeliver('w', 'd');
  await client.webhooks.delete('w');
  await client.ledger({ limit: 1 });
  await client.image('i');
  await client.deleteImage('i');
  expect(seen.map(({ method, path }) => `${method} ${path}`)).toEqual([
    'POST /assets',
    'GET /assets?type=outfit&search=shirt&paginated=true',
    'PATCH /assets/a',
    'POST /assets/a/images',
    'POST /images/i/asset',
    'GET /assets/a/images?for_training=true',
    'POST /assets/analyze-preset',
    'DELETE /assets/a',
    'POST /v1/webhooks',
    'POST /v1/webhooks/w/rotate',
    'POST /v1/webhooks/w/test',
    'GET /v1/webhooks/w/deliveries?limit=1',
    'POST /v1/webhooks/w/deliveries/d/redeliver',
    'DELETE /v1/webhooks/w',
    'GET /v1/credits/entries?limit=1',
    'GET /images/i',
    'DELETE /images/i',
  ]);
});
