import { randomUUID } from 'node:crypto';
import { ERRORS, type ErrorCode, errorRule } from '@atelier/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Answer, startTestService, type TestService, type TestWorkspace } from './support/service.ts';

const TRY_ON = '/v1/images/virtual-try-on';
const JOBS = '/v1/jobs';

/** Some workspaces, each with one person photo and one garment photo, that run into the limits of their kind. */
interface Bench {
  readonly service: TestService;
  readonly rich: TestWorkspace;
  readonly poor: TestWorkspace;
  readonly free: TestWorkspace;
  readonly photos: (workspace: TestWorkspace) => Promise<{ person_image_id: string; outfit_image_ids: string[] }>;
}

let bench: Bench;
beforeAll(async () => {
  const service = await startTestService();
  const photos: Bench['photos'] = async (workspace) => ({
    person_image_id: await workspace.image(),
    outfit_image_ids: [await workspace.image()],
  });
  bench = {
    service,
    rich: await service.workspace(),
    poor: await service.workspace({ credits: 0 }),
    free: await service.workspace({ plan: 'free' }),
    photos,
  };
});
afterAll(() => bench.service.stop());

/** A way to meet each code, and the required content of its message: the field, the given value, the allowed ones. */
const CASES: readonly [ErrorCode, what: string, (bench: Bench) => Promise<Answer>, says: RegExp][] = [
  ['invalid_json', 'half a body', ({ rich }) => rich.post(TRY_ON, '{"model":'), /not valid JSON/],
  ['invalid_json', 'one key twice', ({ rich }) => rich.post(TRY_ON, '{"model": "v6", "model": "v1"}'), /"model" twice/],
  ['invalid_json', 'something after the end', ({ rich }) => rich.post(TRY_ON, '{} {}'), /not valid JSON/],
  [
    'invalid_json',
    'bytes that are no UTF-8',
    ({ rich }) => rich.post(TRY_ON, Buffer.from('{"prompt": "gr\xfcn"}', 'latin1')),
    /not UTF-8/,
  ],
  [
    'unsupported_media_type',
    'a body said to be compressed',
    ({ rich }) => rich.post(TRY_ON, {}, { 'content-encoding': 'gzip' }),
    /Content-Encoding is "gzip"; send the body as it is/,
  ],
  [
    'invalid_request',
    'an unknown field',
    ({ rich }) => rich.post(TRY_ON, { hat: 1 }),
    /\/hat is not a field.* person_image_id/,
  ],
  [
    'invalid_request',
    'a number too large',
    ({ rich }) => rich.post(TRY_ON, { num_images: 9 }),
    /\/num_images .*8; 9 was given/,
  ],
  [
    'invalid_request',
    'a number beyond all numbers',
    ({ rich }) => rich.post(TRY_ON, '{"num_images": 1e400}'),
    /\/num_images must be integer; Infinity was given/,
  ],
  [
    'invalid_request',
    'null',
    ({ rich }) => rich.post(TRY_ON, { seed: null }),
    /\/seed must be integer; null was given/,
  ],
  [
    'invalid_request',
    'another word',
    ({ rich }) => rich.post(TRY_ON, { model: 'v7' }),
    /\/model must be one of v6, .*"v7"/,
  ],
  [
    'invalid_request',
    'no source',
    ({ rich }) => rich.post(TRY_ON, {}),
    /person_image_id.*person_image_url.*none was given/,
  ],
  [
    'invalid_request',
    'a wrong field inside the envelope',
    ({ rich }) => rich.post(JOBS, { operation: 'virtual_try_on', input: { num_images: '2' } }),
    /\/input\/num_images must be integer; "2" was given/,
  ],
  [
    'invalid_request',
    'a NUL in a text',
    ({ rich }) => rich.post(TRY_ON, { prompt: 'a\0b' }),
    /\/prompt holds U\+0000 or half .*Unicode/,
  ],
  [
    'invalid_request',
    'half a surrogate pair',
    ({ rich }) => rich.post(TRY_ON, { style: '\ud800' }),
    /\/style holds U\+0000/,
  ],
  ['invalid_request', 'a NUL in a query', ({ rich }) => rich.get('/v1/jobs?cursor=%00'), /\/cursor holds U\+0000/],
  [
    'invalid_request',
    'a cursor nobody gave out',
    ({ rich }) => rich.get(`${JOBS}?cursor=${Buffer.from('-'.repeat(36)).toString('base64url')}`),
    /\/cursor is not a cursor of this list/,
  ],
  [
    'invalid_request',
    'a cursor of the same list with another filter',
    async ({ rich, photos }) => {
      for (const _ of [1, 2]) await rich.post(TRY_ON, await photos(rich));
      const { next_cursor } = (await rich.get(`${JOBS}?limit=1&operation=virtual_try_on`)).body.page_info;
      expect((await rich.get(`${JOBS}?limit=5&operation=virtual_try_on&cursor=${next_cursor}`)).status).toBe(200);
      return rich.get(`${JOBS}?cursor=${next_cursor}`);
    },
    /^\/cursor belongs to a list with other filters; .* with the filters of that page/,
  ],
  ...(
    [
      ['http://', /names no host/],
      ['http:///x.png', /names no host/],
      ['http://a..b/c', /has the host "a\.\.b", which no client can open/],
      ['http://.', /has the host "\."/],
      ['http://[::/', /has the host "\[::"/],
      ['http://shop.example:99999/a.png', /has the port 99999; allowed: 1 to 65535/],
      ['http://shop.example:0/a.png', /has the port 0; allowed: 1 to 65535/],
      ['ftp://shop.example/a.png', /has the scheme "ftp"; allowed: http and https/],
      ['https://me:secret@shop.example/a.png', /holds a user name or a password; allowed: an address without them/],
      ['https://a b/', /is "https:\/\/a b\/", which holds a character that must be percent-encoded/],
      ['/a.png', /is "\/a\.png"; allowed: an http or https address/],
      [`https://shop.example/${'a'.repeat(2_048)}`, /has 2,069 characters; allowed: at most 2,048/],
    ] as const
  ).map(([url, says]): (typeof CASES)[number] => [
    'invalid_request',
    `the address ${url.slice(0, 60)}, which no client can open`,
    ({ rich }) => rich.post(TRY_ON, { person_image_url: url }),
    new RegExp(`^/person_image_url ${says.source}`),
  ]),
  [
    'invalid_request',
    'a leap second',
    ({ rich }) => rich.get(`${JOBS}?created_after=2016-12-31T23:59:60Z`),
    /\/created_after must be a valid date-time/,
  ],
  [
    'invalid_request',
    'no source inside the envelope',
    ({ rich }) => rich.post(JOBS, { operation: 'virtual_try_on', input: {} }),
    /^\/input needs exactly one person source \(person_image_id, person_image_url\); none was given/,
  ],
  ['invalid_request', 'a wrong query', ({ rich }) => rich.get(`${JOBS}?limit=0`), /\/limit .*1; 0 was given/],
  [
    'invalid_request',
    'an ID that is none',
    ({ rich }) => rich.get(`${JOBS}/7`),
    /\/id must be a valid uuid; "7" was given/,
  ],
  [
    'invalid_request',
    'a path too long',
    ({ rich }) => rich.get(`${JOBS}/${'7'.repeat(300)}`),
    /too long; allowed: at most 256 characters/,
  ],
  [
    'invalid_request',
    'a form whose parts nobody could tell apart',
    ({ rich }) => rich.post('/images', '--', { 'content-type': `multipart/form-data; boundary=${'b'.repeat(300)}` }),
    /form is broken/,
  ],
  [
    'invalid_idempotency_key',
    'a key with a space',
    ({ rich }) => rich.post(TRY_ON, {}, { 'idempotency-key': 'a b' }),
    /3 characters; allowed: 1 to 128 printable ASCII/,
  ],
  [
    'invalid_idempotency_key',
    'a key too long',
    ({ rich }) => rich.post(TRY_ON, {}, { 'idempotency-key': 'k'.repeat(129) }),
    /129 characters; allowed: 1 to 128/,
  ],
  ['unauthorized', 'no key', ({ service }) => service.call(null, 'GET', JOBS), /Authorization: Bearer <key>/],
  ['unauthorized', 'an unknown key', ({ service }) => service.call('atl_nobody', 'GET', JOBS), /is unknown or revoked/],
  [
    'insufficient_credits',
    'too few credits',
    async ({ poor, photos }) => poor.post(TRY_ON, await photos(poor)),
    /credits/,
  ],
  [
    'model_access_required',
    'a gated model',
    async ({ rich, photos }) => rich.post(TRY_ON, { ...(await photos(rich)), model: 'v5' }),
    /no access to the model v5/,
  ],
  [
    'plan_limit_exceeded',
    'too many images',
    async ({ free, photos }) => free.post(TRY_ON, { ...(await photos(free)), num_images: 3 }),
    /plan free makes at most 2 .*; 3 were requested/,
  ],
  [
    'plan_limit_exceeded',
    'a resolution of another plan',
    async ({ free, photos }) => free.post(TRY_ON, { ...(await photos(free)), resolution: 'high' }),
    /resolution is high; the plan free allows standard/,
  ],
  [
    'plan_limit_exceeded',
    'too many jobs at once',
    async ({ free, photos }) => {
      const body = { ...(await photos(free)), num_images: 2, prompt: 'sandbox:delay=60000' };
      const filling = [await free.post(TRY_ON, body), await free.post(TRY_ON, body)];
      const refused = await free.post(TRY_ON, body);
      for (const { id } of filling.flatMap((answer) => answer.body.jobs)) await free.post(`${JOBS}/${id}/cancel`);
      return refused;
    },
    /allows 4 unfinished jobs; .* 6/,
  ],
  [
    'forbidden',
    'a change of the public library',
    async ({ rich }) => {
      const { body } = await rich.get('/assets?type=preset&public_only=true');
      return rich.patch(`/assets/${body[0].id}`, { alias: 'mine' });
    },
    /read-only/,
  ],
  ['not_found', 'a job of nobody', ({ rich }) => rich.get(`${JOBS}/${randomUUID()}`), /There is no job [0-9a-f-]{36}/],
  [
    'not_found',
    'an ID of nobody inside the envelope',
    async ({ rich }) => {
      const input = { person_image_id: await rich.image(), outfit_image_ids: [await rich.image(), randomUUID()] };
      return rich.post(JOBS, { operation: 'virtual_try_on', input });
    },
    /^\/input\/outfit_image_ids\/1: there is no image [0-9a-f-]{36}/,
  ],
  ['not_found', 'a path of nobody', ({ rich }) => rich.get('/v1/nothing'), /nothing at \/v1\/nothing/],
  ['method_not_allowed', 'another method', ({ rich }) => rich.delete(JOBS), /takes GET, HEAD, POST; DELETE was sent/],
  [
    'method_not_allowed',
    'a method that carries a body, without one',
    ({ service, rich }) => service.call(rich.key, 'QUERY', JOBS),
    /takes GET, HEAD, POST; QUERY was sent/,
  ],
  [
    'idempotency_conflict',
    'a key used for another body',
    async ({ rich, photos }) => {
      const body = await photos(rich);
      await rich.post(TRY_ON, body, { 'idempotency-key': 'conflict' });
      return rich.post(TRY_ON, { ...body, seed: 7 }, { 'idempotency-key': 'conflict' });
    },
    /used for POST \/v1\/images\/virtual-try-on with another body/,
  ],
  [
    'payload_too_large',
    'a body over 1 MiB',
    ({ rich }) => rich.post(TRY_ON, `"${'x'.repeat(1_048_577)}"`),
    /too large; a JSON body may have at most 1 MiB/,
  ],
  [
    'unsupported_media_type',
    'a body that is not JSON',
    ({ rich }) => rich.post(TRY_ON, '{}', { 'content-type': 'text/plain' }),
    /must be application\/json; the header Content-Type is "text\/plain"/,
  ],
  [
    'unsupported_media_type',
    'an upload that is no form',
    ({ rich }) => rich.post('/images', { file: 'x' }),
    /must be multipart\/form-data; the header Content-Type is "application\/json"/,
  ],
  [
    'invalid_source',
    'a product without a photo',
    async ({ rich }) => {
      const { body } = await rich.post('/assets', { type: 'outfit', alias: 'shirt' });
      return rich.post(TRY_ON, { person_image_id: await rich.image(), outfit_asset_ids: [body.id] });
    },
    /photo|image/,
  ],
  [
    'unsupported_option',
    'an aspect ratio the model lacks',
    async ({ rich, photos }) => rich.post(TRY_ON, { ...(await photos(rich)), model: 'v1', aspect_ratio: '21:9' }),
    /\/aspect_ratio is "21:9"; allowed for the model v1: 1:1/,
  ],
  [
    'invalid_source',
    'a product among the references',
    async ({ rich, photos }) => {
      const { body } = await rich.post('/assets', { type: 'outfit', alias: 'shirt' });
      return rich.post(TRY_ON, { ...(await photos(rich)), asset_ids: [body.id] });
    },
    /\/asset_ids\/0: the asset .* is of type outfit; allowed: model and preset/,
  ],
  [
    'unsupported_option',
    'one garment too many',
    async ({ rich }) => {
      const outfit_image_ids = [await rich.image(), await rich.image()];
      return rich.post(TRY_ON, { person_image_id: await rich.image(), outfit_image_ids, model: 'v1' });
    },
    /\/outfit_image_ids\/1: the model v1 takes at most 1 garment; 2 were given/,
  ],
  [
    'unsupported_option',
    'an aspect ratio the model lacks, inside the envelope',
    async ({ rich, photos }) =>
      rich.post(JOBS, { operation: 'virtual_try_on', input: { ...(await photos(rich)), aspect_ratio: '7:3' } }),
    /^\/input\/aspect_ratio is "7:3"/,
  ],
  [
    'unsupported_option',
    'a speed the model lacks',
    async ({ rich, photos }) => rich.post(TRY_ON, { ...(await photos(rich)), speed: 'quality' }),
    /\/speed is "quality"; allowed for the model v6: fast/,
  ],
  [
    'internal_error',
    'a broken table',
    async ({ rich, service }) => {
      const database = await service.database.connect();
      await database.query('alter table ledger_entries rename to elsewhere');
      const answer = await rich.get('/v1/credits/entries');
      await database.query('alter table elsewhere rename to ledger_entries');
      await database.end();
      return answer;
    },
    /^Something went wrong on our side\. Under \/v1, send it again/,
  ],
  [
    'rate_limited',
    'more requests than the plan takes',
    async ({ service }) => {
      const hasty = await service.workspace({ plan: 'free' });
      const answers = await Promise.all(Array.from({ length: 260 }, () => hasty.get('/v1/account')));
      return answers.find(({ status }) => status === 429) ?? (answers[0] as Answer);
    },
    /plan free takes 120 requests a minute; send the next one in \d+ seconds/,
  ],
  [
    'unavailable',
    'a database that is away',
    async ({ rich, service }) => {
      const answers: Answer[] = [];
      await service.database.away(async () => void answers.push(await rich.get('/v1/account')));
      return answers[0] as Answer;
    },
    /cannot take this request right now/,
  ],
];

test.each(CASES)('%s: %s', async (code, _, provoke, says) => {
  const { status, headers, body, text } = await provoke(bench);
  expect([status, body?.code], text).toEqual([ERRORS[code].status, code]);
  expect(body.request_id ?? headers.get('x-request-id')).toBe(headers.get('x-request-id'));
  expect(body.message).toMatch(says);
  expect(body.message).not.toMatch(/select|relation|node_modules|\.ts\b/);
  const { nextAction } = errorRule(code);
  if (nextAction) expect(body).toMatchObject({ cta: true, next_action: nextAction });
  if (status === 401) expect(headers.get('www-authenticate')).toBe('Bearer');
  if (status === 405) expect(headers.get('allow')).toBe('GET, HEAD, POST');
  if (status === 429 || status === 503) expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
});

test('every code has a case, but those another file meets and the one this service never needs', () => {
  const met = new Set(CASES.map(([code]) => code));
  // Twins are met in idempotency.test.ts, keys in keys.test.ts, addresses in products.test.ts. An outcome is never
  // uncertain: its receipt commits with the work.
  const ofKeys = ['scope_required', 'key_limit_exceeded'];
  const others = ['idempotency_in_progress', 'idempotency_uncertain', 'source_unavailable'];
  expect(Object.keys(ERRORS).filter((code) => !met.has(code as ErrorCode))).toEqual([...ofKeys, ...others]);
});

test('the unversioned interface says the same in its eight fields', async () => {
  const { poor, photos } = bench;
  const { person_image_id, outfit_image_ids } = await photos(poor);
  const answer = await poor.post('/images/virtual-try-on', { person_image_id, outfit_image_id: outfit_image_ids[0] });
  expect(answer.status).toBe(402);
  expect(answer.body).toEqual({
    error: ERRORS.insufficient_credits.sentence,
    code: 'insufficient_credits',
    message: expect.stringMatching(/credits/),
    cta: true,
    next_action: 'add_credits',
    current_plan: 'enterprise',
    user_message: `${ERRORS.insufficient_credits.sentence} ${ERRORS.insufficient_credits.advice}`,
    extra_context: '',
  });
});
