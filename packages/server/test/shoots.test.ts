import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Answer, startTestService, type TestService, type TestWorkspace } from './support/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

/** What a {@link shop} has; the rest are fields of its workspace. */
interface Wanted extends Record<string, unknown> {
  readonly products?: number;
  readonly input?: object;
}

/** A workspace with an avatar, a look of it and products. The SKUs are S-1, S-2 and so on; each has one photo. */
async function shop({ products = 3, input = {}, ...fields }: Wanted = {}) {
  const workspace = await service.workspace(fields);
  const asset = async (type: string, sku: string, photos = 1) => {
    const { body } = await workspace.post('/assets', { type, alias: `${type} ${sku}`, sku });
    for (let each = 0; each < photos; each++)
      await workspace.post(`/images/${await workspace.image()}/asset`, { asset_id: body.id });
    return body.id as string;
  };
  const avatar = await asset('model', 'A-1');
  const productIds: string[] = [];
  for (let each = 1; each <= products; each++) productIds.push(await asset('outfit', `S-${each}`));
  const recipe = { name: 'Studio', operation: 'virtual_try_on', avatar_ids: [avatar], input };
  const look = await workspace.post('/v1/looks', recipe);
  expect(look.status).toBe(201);
  return { workspace, asset, avatar, productIds, look: look.body };
}

/** Reads a shoot until it is as wanted. */
async function until(
  workspace: TestWorkspace,
  id: string,
  wanted: (shoot: Answer['body']) => boolean,
): Promise<Answer['body']> {
  for (;;) {
    const { body } = await workspace.get(`/v1/shoots/${id}`);
    if (wanted(body)) return body;
    await new Promise((resolve) => setTimeout(resolve, 30));
  }
}

const ended = ({ status }: Answer['body']) => status === 'completed';
const itemsOf = async (workspace: TestWorkspace, id: string, query = '') =>
  (await workspace.get(`/v1/shoots/${id}/items?limit=100${query}`)).body.items;
const balanceOf = async (workspace: TestWorkspace) => (await workspace.get('/v1/account')).body.balance;

test('a look is applied to products, and each image tells its product, view and job', async () => {
  const { workspace, look, productIds, avatar } = await shop({ input: { num_images: 2 } });
  const body = { look_id: look.id, skus: ['S-2', 'S-1', 'S-9'] };
  const estimate = await workspace.post('/v1/shoots/estimate', body);
  expect(estimate.body).toMatchObject({ products: 2, pictures: 4, price: 4, balance: 1000 });
  expect(estimate.body.unusable).toEqual([
    { product_id: null, name: null, sku: 'S-9', reason: 'No product has this SKU.' },
  ]);
  const { status, body: shoot } = await workspace.post('/v1/shoots', body);
  expect(status).toBe(201);
  expect(shoot).toMatchObject({ look_name: 'Studio', item_count: 4, price: 4, pause: null });
  expect(await until(workspace, shoot.id, ended)).toMatchObject({ items: { completed: 4 }, credits_used: 4 });
  const items = await itemsOf(workspace, shoot.id);
  expect(items.map(({ sku }: { sku: string }) => sku)).toEqual(['S-1', 'S-1', 'S-2', 'S-2']);
  expect(items[2]).toMatchObject({ product_id: productIds[1], avatar_id: avatar, view: 1, error: null });
  const job = await workspace.final(items[2].job_id);
  expect(job.result).toEqual(items[2].result);
  expect(new Set(items.map((item: { job_id: string }) => item.job_id)).size).toBe(4);
  expect(job.request).toMatchObject({ operation: 'virtual_try_on', input: { num_images: 2 } });
  expect(await balanceOf(workspace)).toBe(996);
});

test('a look names views by their place, and a product without one of them is reported', async () => {
  const { workspace, asset, look } = await shop();
  await asset('outfit', 'MANY', 3);
  const changed = await workspace.patch(`/v1/looks/${look.id}`, { views: [2, 3] });
  expect(changed.body).toMatchObject({ name: 'Studio', views: [2, 3], avatar_ids: look.avatar_ids });
  const { body } = await workspace.post('/v1/shoots', { look_id: look.id, all: true });
  expect(body.item_count).toBe(2);
  const items = await itemsOf(workspace, body.id);
  expect(items.map(({ view }: { view: number }) => view)).toEqual([2, 3]);
  const estimate = await workspace.post('/v1/shoots/estimate', { look_id: look.id, search: 's-' });
  expect(estimate.body.pictures).toBe(0);
  expect(estimate.body.unusable).toHaveLength(3);
  const none = await workspace.post('/v1/shoots', { look_id: look.id, search: 's-' });
  expect(none).toMatchObject({ status: 422, body: { code: 'invalid_source' } });
});

test('a look is checked by the rules of its operation, under its own pointers', async () => {
  const { workspace, avatar, productIds } = await shop({ products: 1 });
  const refusal = async (fields: object) => {
    const body = { name: 'Other', operation: 'virtual_try_on', avatar_ids: [avatar], ...fields };
    const answer = await workspace.post('/v1/looks', body);
    return `${answer.body.code} ${answer.body.message}`;
  };
  expect(await refusal({ input: { aspect_ratio: '7:3' } })).toMatch(
    /^unsupported_option \/input\/aspect_ratio is "7:3"/,
  );
  expect(await refusal({ input: { num_images: 99 } })).toMatch(/^invalid_request \/input\/num_images/);
  expect(await refusal({ input: { outfit_text: 'tucked in' } })).toMatch(/^invalid_request \/input/);
  expect(await refusal({ input: { asset_ids: [avatar] } })).toMatch(/^invalid_request \/input\/asset_ids is filled in/);
  expect(await refusal({ avatar_ids: [] })).toMatch(/^invalid_request \/avatar_ids needs one avatar or more/);
  expect(await refusal({ avatar_ids: productIds })).toMatch(/^invalid_source \/avatar_ids\/0: .* of type outfit/);
  expect(await refusal({ scene_id: avatar })).toMatch(/^invalid_source \/scene_id: .* of type model/);
  expect(await refusal({ name: 'Studio' })).toMatch(/^invalid_request \/name is "Studio", the name of the look/);
});

test('a shoot stops when the credits are used up, and goes on by itself when some are granted', async () => {
  const { workspace, look } = await shop({ credits: 2 });
  const { body } = await workspace.post('/v1/shoots', { look_id: look.id, all: true });
  const paused = await until(workspace, body.id, ({ status }) => status === 'paused');
  expect(paused).toMatchObject({ pause: { code: 'insufficient_credits' }, items: { waiting: 1 } });
  const resumed = await workspace.post(`/v1/shoots/${body.id}/resume`);
  expect(resumed.body.status).toBe('running');
  await until(workspace, body.id, ({ status }) => status === 'paused');
  await service.admin('POST', `/admin/workspaces/${workspace.id}/credits`, { amount: 1, reason: 'more' });
  expect(await until(workspace, body.id, ended)).toMatchObject({ items: { completed: 3 }, pause: null });
  expect(await balanceOf(workspace)).toBe(0);
});

test('a shoot pauses when its key is revoked, and goes on under the key that resumes it', async () => {
  const { workspace, look } = await shop({ credits: 1, products: 2 });
  const { body: made } = await workspace.post('/v1/keys', { name: 'temporary', scopes: ['read', 'submit'] });
  const temporary = { authorization: `Bearer ${made.api_key}` };
  const { body } = await workspace.post('/v1/shoots', { look_id: look.id, all: true }, temporary);
  await until(workspace, body.id, ({ status }) => status === 'paused');
  await workspace.delete(`/v1/keys/${made.key.id}`);
  await service.admin('POST', `/admin/workspaces/${workspace.id}/credits`, { amount: 1, reason: 'more' });
  const isStopped = ({ pause }: Answer['body']) => pause?.code === 'scope_required';
  expect(await until(workspace, body.id, isStopped)).toMatchObject({ items: { waiting: 1 } });
  await workspace.post(`/v1/shoots/${body.id}/resume`);
  expect(await until(workspace, body.id, ended)).toMatchObject({ items: { completed: 2 } });
});

test('a shoot pauses at the monthly limit of its key, says so, and resumes after the limit is raised', async () => {
  const { workspace, look } = await shop();
  const fields = { name: 'autumn', scopes: ['read', 'submit'], credits_per_month: 1 };
  const { body: made } = await workspace.post('/v1/keys', fields);
  const limited = { authorization: `Bearer ${made.api_key}` };
  const { body } = await workspace.post('/v1/shoots', { look_id: look.id, all: true }, limited);
  const isPaused = ({ status, items }: Answer['body']) => status === 'paused' && items.completed === 1;
  const paused = await until(workspace, body.id, isPaused);
  expect(paused).toMatchObject({ pause: { code: 'key_limit_exceeded' }, items: { waiting: 2 }, credits_used: 1 });
  expect(paused.pause.message).toMatch(
    /^This needs 1 credits; the key has 0 left of its limit until .*raise the limit of the key/,
  );
  await workspace.post(`/v1/shoots/${body.id}/resume`, undefined, limited);
  await until(workspace, body.id, isPaused);
  await workspace.patch(`/v1/keys/${made.key.id}`, { credits_per_month: 3 });
  await workspace.post(`/v1/shoots/${body.id}/resume`, undefined, limited);
  expect(await until(workspace, body.id, ended)).toMatchObject({ items: { completed: 3 }, pause: null });
});

test('a shoot makes files of the format that its look asks for, and none once the consent to its avatar has ended', async () => {
  const { workspace, look, avatar } = await shop({ products: 1, input: { output_format: 'jpeg' } });
  const wanted = { look_id: look.id, all: true };
  const { body } = await workspace.post('/v1/shoots', wanted);
  await until(workspace, body.id, ended);
  const [item] = await itemsOf(workspace, body.id);
  expect((await fetch(item.result.url)).headers.get('content-type')).toBe('image/jpeg');
  await workspace.patch(`/assets/${avatar}`, { characteristics: { consent: { until: '2020-01-31' } } });
  const refused = await workspace.post('/v1/shoots', wanted);
  expect([refused.status, refused.body.code]).toEqual([422, 'invalid_source']);
  await workspace.patch(`/assets/${avatar}`, { characteristics: { consent: { until: '31.01.2020' } } });
  expect((await workspace.post('/v1/shoots', wanted)).status).toBe(201);
});

test('a shoot keeps room for other requests, and ends with a small plan all the same', async () => {
  const { workspace, look } = await shop({ plan: 'free', products: 5, input: { prompt: 'sandbox:delay=100' } });
  const { body } = await workspace.post('/v1/shoots', { look_id: look.id, all: true });
  let most = 0;
  await until(workspace, body.id, (shoot) => {
    most = Math.max(most, shoot.items.pending + shoot.items.generating);
    return ended(shoot);
  });
  // The plan allows four.
  expect(most).toBeLessThanOrEqual(3);
  expect(most).toBeGreaterThan(0);
});

test('a canceled shoot makes nothing more and refunds what is under way; a retry makes the rest', async () => {
  const { workspace, look } = await shop({ products: 4, input: { prompt: 'sandbox:delay=60000' } });
  const { body } = await workspace.post('/v1/shoots', { look_id: look.id, product_ids: look.avatar_ids });
  expect(body.code).toBe('invalid_source');
  const { body: shoot } = await workspace.post('/v1/shoots', { look_id: look.id, all: true });
  await until(workspace, shoot.id, ({ items }) => items.waiting === 0);
  const canceled = await workspace.post(`/v1/shoots/${shoot.id}/cancel`);
  expect(canceled.body).toMatchObject({ status: 'canceled', credits_used: 0, items: { failed: 4 } });
  expect(await balanceOf(workspace)).toBe(1000);
  const [first] = await itemsOf(workspace, shoot.id, '&status=failed');
  expect(first.error.code).toBe('canceled');
  const again = await workspace.post(`/v1/shoots/${shoot.id}/retry`, { item_ids: [first.id] });
  expect(again.body).toMatchObject({ status: 'running', finished_at: null, items: { waiting: 1, failed: 3 } });
  await until(workspace, shoot.id, ({ items }) => items.waiting === 0);
  await workspace.post(`/v1/shoots/${shoot.id}/cancel`);
  expect(await balanceOf(workspace)).toBe(1000);
});

test('a failed image is refunded, and made again when it is asked for', async () => {
  const { workspace, look } = await shop({ products: 2, input: { prompt: 'sandbox:fail=generation_failed' } });
  const { body } = await workspace.post('/v1/shoots', { look_id: look.id, all: true });
  const failed = await until(workspace, body.id, ended);
  expect(failed).toMatchObject({ items: { failed: 2 }, credits_used: 0 });
  const before = await itemsOf(workspace, body.id);
  expect(before[0].error.code).toBe('generation_failed');
  await workspace.post(`/v1/shoots/${body.id}/retry`, {});
  await until(workspace, body.id, ended);
  const after = await itemsOf(workspace, body.id);
  expect(after[0].job_id).not.toBe(before[0].job_id);
  expect(await balanceOf(workspace)).toBe(1000);
});

test('a shoot stays readable when its look, its products and their photos are gone', async () => {
  const { workspace, look, productIds } = await shop({ credits: 1, products: 2 });
  const { body } = await workspace.post('/v1/shoots', { look_id: look.id, all: true });
  await until(workspace, body.id, ({ status }) => status === 'paused');
  await workspace.delete(`/v1/looks/${look.id}`);
  for (const id of productIds) {
    const photos = (await workspace.get(`/assets/${id}/images`)).body;
    await workspace.delete(`/assets/${id}`);
    for (const photo of photos) await workspace.delete(`/images/${photo.id}`);
  }
  await service.admin('POST', `/admin/workspaces/${workspace.id}/credits`, { amount: 5, reason: 'more' });
  const done = await until(workspace, body.id, ended);
  expect(done).toMatchObject({ look_id: null, look_name: 'Studio', items: { completed: 1, failed: 1 } });
  const items = await itemsOf(workspace, body.id);
  expect(items.map(({ product_name }: { product_name: string }) => product_name)).toEqual(['outfit S-1', 'outfit S-2']);
  expect(items[1].error.code).toBe('not_found');
});

test('a repeated request with one key makes one shoot, and another body is a conflict', async () => {
  const { workspace, look } = await shop({ products: 1 });
  const send = (body: object) => workspace.post('/v1/shoots', body, { 'idempotency-key': 'season-1' });
  const answers = await Promise.all(Array.from({ length: 4 }, () => send({ look_id: look.id, all: true })));
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
  expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
  expect(await send({ look_id: look.id, search: 'S' })).toMatchObject({
    status: 409,
    body: { code: 'idempotency_conflict' },
  });
  expect((await workspace.get('/v1/shoots')).body.shoots).toHaveLength(1);
});

test('two processes submit each image once', async () => {
  const { workspace, look } = await shop({ products: 12 });
  const second = await service.beside();
  const { body } = await workspace.post('/v1/shoots', { look_id: look.id, all: true });
  await until(workspace, body.id, ended);
  await second.stop();
  expect(await balanceOf(workspace)).toBe(988);
  const { jobs } = (await workspace.get('/v1/jobs?limit=100')).body;
  expect(jobs).toHaveLength(12);
});
