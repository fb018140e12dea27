import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { waitingForLock } from './support/database.ts';
import { startTestService, type TestService, type TestWorkspace } from './support/service.ts';

const TRY_ON = '/v1/images/virtual-try-on';
let service: TestService;
let workspace: TestWorkspace;
let valid: { person_image_id: string; outfit_image_ids: string[] };

beforeAll(async () => {
  service = await startTestService();
  workspace = await service.workspace();
  valid = { person_image_id: await workspace.image(), outfit_image_ids: [await workspace.image()] };
});
afterAll(() => service.stop());

const balanceOf = async ({ get }: TestWorkspace) => (await get('/v1/account')).body.balance;
const photosOf = async (own: TestWorkspace) => ({
  person_image_id: await own.image(),
  outfit_image_ids: [await own.image()],
});

test('a try-on answers 202 with one job per output, and each completes', async () => {
  const { status, body } = await workspace.post(TRY_ON, { ...valid, num_images: 3 });
  expect(status).toBe(202);
  expect(body.jobs).toHaveLength(3);
  for (const job of body.jobs) {
    expect(job).toMatchObject({
      status: 'pending',
      task: 'virtual_try_on',
      result: null,
      error: null,
      credits_used: 1,
    });
    const done = await workspace.final(job.id);
    expect(done).toMatchObject({
      status: 'completed',
      task: 'virtual_try_on.sandbox',
      error: null,
      result: { type: 'image' },
    });
    expect((await fetch(done.result.url)).status).toBe(200);
  }
});

test('a refused request names the field, what was given and what is allowed, and costs nothing', async () => {
  const before = await balanceOf(workspace);
  const refusals = [
    [{ ...valid, num_images: 9 }, 400, 'invalid_request', /\/num_images .*9/],
    [{ ...valid, garment: 'x' }, 400, 'invalid_request', /\/garment/],
    [{ outfit_image_ids: valid.outfit_image_ids }, 400, 'invalid_request', /person_image_id.*none was given/],
    [{ ...valid, person_image_url: 'https://example.com/a.jpg' }, 400, 'invalid_request', /were given/],
    [{ ...valid, person_image_id: randomUUID() }, 404, 'not_found', /image/],
    [{ ...valid, aspect_ratio: '7:5' }, 422, 'unsupported_option', /\/aspect_ratio is "7:5".*allowed for the model v6/],
    [{ ...valid, model: 'v5' }, 403, 'model_access_required', /v5/],
  ] as const;
  for (const [body, status, code, message] of refusals) {
    const answer = await workspace.post(TRY_ON, body);
    expect([answer.status, answer.body.code], answer.text).toEqual([status, code]);
    expect(answer.body.message).toMatch(message);
    expect(answer.body.request_id).toBe(answer.headers.get('x-request-id'));
  }
  expect(await balanceOf(workspace)).toBe(before);
});

test.each([2 ** 32 - 1, Number.MAX_SAFE_INTEGER, -Number.MAX_SAFE_INTEGER])('the seed %i is taken', async (seed) => {
  const workspace = await service.workspace();
  const { status, body } = await workspace.post('/v1/images/generate', { prompt: 'a coat', seed });
  expect(status).toBe(202);
  expect((await workspace.final(body.jobs[0].id)).status).toBe('completed');
});

test('a seed that JSON readers round is refused, naming the largest', async () => {
  const { status, body } = await workspace.post('/v1/images/generate', { prompt: 'a coat', seed: 2 ** 53 });
  expect(status).toBe(400);
  expect(body.message).toMatch(/^\/seed must be <= 9007199254740991/);
});

test('fifty submissions at once against a balance for twenty: exactly twenty are accepted, and the ledger adds up', async () => {
  const own = await service.workspace({ credits: 20 });
  const photos = await photosOf(own);
  const answers = await Promise.all(Array.from({ length: 50 }, () => own.post(TRY_ON, photos)));
  expect(answers.filter(({ status }) => status === 202)).toHaveLength(20);
  for (const { status, body } of answers)
    if (status !== 202) expect([status, body.code]).toEqual([402, 'insufficient_credits']);
  expect(await balanceOf(own)).toBe(0);
  const { entries } = (await own.get('/v1/credits/entries?limit=100')).body;
  expect(entries.reduce((sum: number, entry: { amount: number }) => sum + entry.amount, 0)).toBe(0);
  expect(entries[0].balance_after).toBe(0);
});

test('requests of many workspaces at once are each judged by themselves, and a refused one costs the others nothing', async () => {
  const rich = await Promise.all(Array.from({ length: 20 }, () => service.workspace({ credits: 10 })));
  const poor = await Promise.all(Array.from({ length: 5 }, () => service.workspace({ credits: 2 })));
  const photos = new Map(await Promise.all([...rich, ...poor].map(async (own) => [own, await photosOf(own)] as const)));
  const answers = await Promise.all(
    [...rich, ...poor].map((own) => own.post(TRY_ON, { ...photos.get(own), num_images: 3 })),
  );
  expect(answers.map(({ status }) => status)).toEqual([...rich.map(() => 202), ...poor.map(() => 402)]);
  expect(await Promise.all(rich.map(balanceOf))).toEqual(rich.map(() => 7));
  expect(await Promise.all(poor.map(balanceOf))).toEqual(poor.map(() => 2));
  for (const [index, own] of rich.entries()) {
    const { entries } = (await own.get('/v1/credits/entries?limit=10')).body;
    expect(entries.map((entry: { balance_after: number }) => entry.balance_after)).toEqual([7, 8, 9, 10]);
    for (const { id } of answers[index]?.body.jobs ?? []) expect((await own.final(id)).status).toBe('completed');
  }
});

test('a workspace that is locked holds up its own submissions and no others', async () => {
  const [held, free] = [await service.workspace(), await service.workspace()];
  const [heldPhotos, freePhotos] = [await photosOf(held), await photosOf(free)];
  const database = await service.database.connect();
  await database.query('begin');
  await database.query('select 1 from workspaces where id = $1 for update', [held.id]);
  const waiting = held.post(TRY_ON, heldPhotos);
  const answers = await Promise.all(Array.from({ length: 5 }, () => free.post(TRY_ON, freePhotos)));
  expect(answers.map(({ status }) => status)).toEqual([202, 202, 202, 202, 202]);
  await database.query('commit');
  await database.end();
  expect((await waiting).status).toBe(202);
});

test('a submission that waits while its workspace is deleted is told that its key leads nowhere, not that it is short of credits', async () => {
  const own = await service.workspace();
  expect(await balanceOf(own)).toBe(1_000);
  const database = await service.database.connect();
  await database.query('begin');
  await database.query('delete from workspaces where id = $1', [own.id]);
  const waiting = own.post('/v1/images/generate', { prompt: 'a coat' });
  await expect.poll(() => waitingForLock(database)).toBeGreaterThan(0);
  await database.query('commit');
  await database.end();
  const { status, body } = await waiting;
  expect([status, body.code, body.message]).toEqual([
    401,
    'unauthorized',
    'The workspace of this key was deleted. Use a key of another workspace.',
  ]);
});

test('a failed and a blocked job are refunded, once', async () => {
  const own = await service.workspace({ credits: 10 });
  const photos = await photosOf(own);
  for (const [prompt, status, code] of [
    ['sandbox:fail=generation_failed', 'failed', 'generation_failed'],
    ['sandbox:nsfw', 'policy_blocked', 'policy_blocked'],
  ]) {
    const { body } = await own.post(TRY_ON, { ...photos, prompt });
    const job = await own.final(body.jobs[0].id);
    expect(job).toMatchObject({ status, error: { code }, credits_used: 0, result: null });
    const kinds = (await own.get('/v1/credits/entries')).body.entries.filter(
      (entry: { job_id: string }) => entry.job_id === job.id,
    );
    expect(kinds.map((entry: { kind: string }) => entry.kind).sort()).toEqual(['charge', 'refund']);
  }
  expect(await balanceOf(own)).toBe(10);
});

test('an ID of another workspace is as one that never existed', async () => {
  const stranger = await service.workspace();
  const { body } = await workspace.post(TRY_ON, valid);
  for (const path of [`/v1/jobs/${body.jobs[0].id}`, `/images/${valid.person_image_id}`]) {
    expect([(await stranger.get(path)).status, (await workspace.get(path)).status]).toEqual([404, 200]);
  }
  const answer = await stranger.post(TRY_ON, { ...(await photosOf(stranger)), person_image_id: valid.person_image_id });
  expect([answer.status, answer.body.code]).toEqual([404, 'not_found']);
});

test('the sandbox does what the prompt asks for, and says which words it does not know', async () => {
  const own = await service.workspace();
  const photos = await photosOf(own);
  const endOf = async (prompt: string) => {
    const { body } = await own.post(TRY_ON, { ...photos, prompt });
    return own.final(body.jobs[0].id);
  };
  expect(await endOf('sandbox:fail=policy_blocked')).toMatchObject({
    status: 'policy_blocked',
    error: { code: 'policy_blocked' },
  });
  expect(await endOf('sandbox:fail=nonsense')).toMatchObject({
    status: 'failed',
    error: { code: 'input_rejected', message: expect.stringMatching(/"nonsense"; allowed: input_rejected, /) },
  });
  expect((await endOf('sandbox:flaky=4')).status).toBe('completed');
});

test('a canceled job ends as canceled and is refunded, whether it waits or runs', async () => {
  const own = await service.workspace({ credits: 5 });
  const { body } = await own.post(TRY_ON, { ...(await photosOf(own)), prompt: 'sandbox:delay=30000' });
  const canceled = await own.post(`/v1/jobs/${body.jobs[0].id}/cancel`);
  expect(canceled.body).toMatchObject({ status: 'failed', error: { code: 'canceled' }, credits_used: 0 });
  expect(await balanceOf(own)).toBe(5);
  expect((await own.post(`/v1/jobs/${body.jobs[0].id}/cancel`)).body).toEqual(canceled.body);
});
