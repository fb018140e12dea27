import type { Job } from '@atelier/contract';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Atelier } from './client.ts';
import { ApiError, ConnectionError, DeadlineError, isUncertain } from './errors.ts';

/** What the scripted service saw of a request. */
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

/** Lets every pause pass at once and gives what the call came to. */
async function outcome<T>(call: Promise<T>): Promise<T | Error> {
  let ended = false;
  const settled = call.catch((error: Error) => error).finally(() => (ended = true));
  while (!ended) {
    await vi.runAllTimersAsync();
    await new Promise(setImmediate);
  }
  return settled;
}

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] }));
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
  expect(seen.length).toBeLessThanOrEqual(5);
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
