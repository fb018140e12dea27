import type { UsageGroup } from '@atelier/contract';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { startTestService, type TestService, type TestWorkspace } from './support/service.ts';

const TRY_ON = '/v1/images/virtual-try-on';

let service: TestService;
let now = new Date('2026-05-03T10:00:00Z');
beforeAll(async () => {
  service = await startTestService({ parts: { clock: { now: () => now } } });
});
afterAll(() => service.stop());

/** Submits with a key and waits for the end; the price of one job. */
async function work(key: TestWorkspace, path: string, body: Record<string, unknown>): Promise<number> {
  const submission = await key.post(path, body);
  expect(submission.status, submission.text).toBe(202);
  for (const { id } of submission.body.jobs) await key.final(id);
  return submission.body.jobs[0].credits_used;
}

async function photos(owner: TestWorkspace) {
  return { person_image_id: await owner.image(), outfit_image_ids: [await owner.image()] };
}

/** A saved product with a photo. */
async function product(owner: TestWorkspace, alias: string, sku: string): Promise<string> {
  const { body } = await owner.post('/assets', { type: 'outfit', alias, sku });
  await owner.post(`/images/${await owner.image()}/asset`, { asset_id: body.id });
  return body.id;
}

const usage = async (owner: TestWorkspace, query: string) => (await owner.get(`/v1/usage?${query}`)).body;
const brief = (groups: readonly UsageGroup[]) =>
  groups.map(({ name, jobs, completed, failed, credits }) => [name, jobs, completed, failed, credits]);

test('jobs are counted by key, operation, model and day, with what they cost after refunds', async () => {
  const owner = await service.workspace();
  const till = await service.withKey(owner);
  const body = await photos(owner);
  now = new Date('2026-05-02T23:59:59.999Z');
  const price = await work(owner, TRY_ON, { ...body, num_images: 2 });
  now = new Date('2026-05-03T00:00:00Z');
  const generated = await work(till, '/v1/images/generate', { prompt: 'a linen suit' });
  await work(till, TRY_ON, { ...body, prompt: 'sandbox:fail=generation_failed' });
  now = new Date('2026-05-03T10:00:00Z');

  const byKey = await usage(owner, 'group_by=key');
  expect(byKey).toMatchObject({ from: '2026-05-01T00:00:00.000Z', to: now.toISOString(), has_more: false });
  expect(brief(byKey.groups).sort()).toEqual([
    ['first key', 2, 2, 0, 2 * price],
    ['till', 2, 1, 1, generated],
  ]);
  expect(byKey.total).toEqual({
    jobs: 4,
    completed: 3,
    failed: 1,
    policy_blocked: 0,
    unfinished: 0,
    credits_charged: 3 * price + generated,
    credits_refunded: price,
    credits: 2 * price + generated,
  });
  expect(brief((await usage(owner, 'group_by=operation')).groups).sort()).toEqual([
    ['generate', 1, 1, 0, generated],
    ['virtual_try_on', 3, 2, 1, 2 * price],
  ]);
  expect(
    brief((await usage(owner, 'group_by=model')).groups)
      .map(([name]) => name)
      .sort(),
  ).toEqual(['nano-banana-2', 'v6']);
  expect(brief((await usage(owner, 'group_by=day')).groups)).toEqual([
    ['2026-05-02', 2, 2, 0, 2 * price],
    ['2026-05-03', 2, 1, 1, generated],
  ]);
  expect((await usage(owner, 'from=2026-05-03T00:00:00Z&group_by=key')).total.jobs).toBe(2);
  expect((await usage(owner, 'to=2026-05-03T00:00:00Z')).total.jobs).toBe(2);
  expect((await usage(await service.workspace(), 'group_by=key')).groups).toEqual([]);
});

test('a job counts for each product it shows, once in the total, and for none where it shows none', async () => {
  const owner = await service.workspace();
  const [shirt, suit] = [await product(owner, 'linen shirt', 'LS-1'), await product(owner, '=linen, suit', 'LS-2')];
  const person_image_id = await owner.image();
  const price = await work(owner, TRY_ON, { person_image_id, outfit_asset_ids: [shirt, suit] });
  await work(owner, TRY_ON, { person_image_id, outfit_asset_ids: [shirt] });
  await work(owner, TRY_ON, { person_image_id, outfit_image_ids: [await owner.image()] });
  const { groups, total } = await usage(owner, 'group_by=product&to=2026-05-04T00:00:00Z');
  expect(total).toMatchObject({ jobs: 3, credits: 3 * price });
  expect(groups[0]).toMatchObject({ id: shirt, name: 'linen shirt', sku: 'LS-1', jobs: 2, credits: 2 * price });
  expect(groups.map(({ id, jobs }: UsageGroup) => [id, jobs])).toEqual(
    expect.arrayContaining([
      [suit, 1],
      [null, 1],
    ]),
  );

  const csv = await owner.get('/v1/usage?group_by=product&to=2026-05-04T00:00:00Z', { accept: 'text/csv' });
  expect(csv.headers.get('content-type')).toBe('text/csv; charset=utf-8');
  expect(csv.headers.get('content-disposition')).toBe('attachment; filename="usage-by-product-2026-05-01.csv"');
  const [head, first, ...rows] = csv.text.split('\r\n');
  expect(head).toBe(
    'id,name,sku,jobs,completed,failed,policy_blocked,unfinished,credits_charged,credits_refunded,credits',
  );
  expect(first).toBe(`${shirt},linen shirt,LS-1,2,2,0,0,0,${2 * price},0,${2 * price}`);
  expect(rows.find((row) => row.startsWith(suit))).toContain(`,"'=linen, suit",LS-2,1,`);
  expect((await owner.get('/v1/usage?group_by=product&to=2026-05-04T00:00:00Z&format=csv')).text).toBe(csv.text);
  expect((await owner.get('/v1/usage?format=json', { accept: 'text/csv' })).body.group_by).toBe('day');
});

test('a look counts the jobs of its shoots, also when it is gone', async () => {
  const owner = await service.workspace();
  const price = await work(owner, TRY_ON, await photos(owner));
  const { body } = await owner.get('/v1/jobs');
  const client = await service.database.connect();
  onTestFinished(() => client.end());
  const [look, shoot, item] = Array.from({ length: 3 }, () => crypto.randomUUID());
  await client.query(
    `insert into looks (id, workspace_id, name, recipe, created_at, updated_at) values ($1, $2, 'Summer', '{}', now(), now())`,
    [look, owner.id],
  );
  await client.query(
    `insert into shoots (id, workspace_id, look_id, look_name, recipe, status, price, item_count, created_at)
     values ($1, $2, $3, 'Spring', '{}', 'running', 1, 1, now())`,
    [shoot, owner.id, look],
  );
  await client.query(
    `insert into shoot_items (id, shoot_id, position, request_id, asset_id, product_name, sku, media_id, view, state, job_id)
     values ($1, $2, 0, gen_random_uuid(), gen_random_uuid(), 'old coat', 'C-1', gen_random_uuid(), 1, 'submitted', $3)`,
    [item, shoot, body.jobs[0].id],
  );
  expect(brief((await usage(owner, 'group_by=look&to=2026-05-04T00:00:00Z')).groups)).toEqual([
    ['Summer', 1, 1, 0, price],
  ]);
  expect((await usage(owner, 'group_by=product&to=2026-05-04T00:00:00Z')).groups[0]).toMatchObject({
    name: 'old coat',
    sku: 'C-1',
  });
  await client.query('delete from looks where id = $1', [look]);
  expect((await usage(owner, 'group_by=look&to=2026-05-04T00:00:00Z')).groups[0]).toMatchObject({
    id: null,
    name: 'Spring',
    jobs: 1,
  });
});

test('a time must end after it begins, and be no longer than a year', async () => {
  const { get } = await service.workspace();
  for (const query of ['from=2026-06-01T00:00:00Z', 'from=2024-01-01T00:00:00Z', 'group_by=colour']) {
    const { status, body } = await get(`/v1/usage?${query}`);
    expect([status, body.code]).toEqual([400, 'invalid_request']);
  }
});
