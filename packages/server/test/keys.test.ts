import { ENDPOINT_LIST, scopeOf } from '@atelier/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestService, type TestService, type TestWorkspace } from './support/service.ts';

const TRY_ON = '/v1/images/virtual-try-on';
const WAITS = 'sandbox:delay=60000';

let service: TestService;
/** The time of the service; tests move it. */
let now = new Date('2026-03-31T23:00:00Z');
beforeAll(async () => {
  service = await startTestService({ parts: { clock: { now: () => now } } });
});
afterAll(() => service.stop());

async function tryOnBody(workspace: TestWorkspace, fields: Record<string, unknown> = {}) {
  return { person_image_id: await workspace.image(), outfit_image_ids: [await workspace.image()], ...fields };
}

/** What a key has spent this month, by its account. */
const spentBy = async (key: TestWorkspace) => (await key.get('/v1/account')).body.key.credits_this_month;

/** Addresses of an endpoint with IDs that nobody has. */
const addressOf = (path: string) => path.replaceAll(/\{[a-z_]+\}/g, '0198f3a2-7c1e-7d53-9a34-5b1c2d3e4f50');

test('every endpoint for workspaces refuses a key without its scope, before anything else', async () => {
  const owner = await service.workspace();
  const lacking = {
    read: await service.withKey(owner, { scopes: ['submit', 'manage'] }),
    submit: await service.withKey(owner, { scopes: ['read', 'manage'] }),
    manage: await service.withKey(owner, { scopes: ['read', 'submit'] }),
  };
  const endpoints = ENDPOINT_LIST.filter(({ auth }) => auth === 'workspace');
  expect(endpoints.length).toBeGreaterThan(30);
  for (const endpoint of endpoints) {
    const scope = scopeOf(endpoint);
    const { status, body } = await service.call(lacking[scope].key, endpoint.method, addressOf(endpoint.path));
    expect([endpoint.id, status, body.code]).toEqual([endpoint.id, 403, 'scope_required']);
    expect(body.message).toContain(`needs the scope ${scope}; the key "till" has`);
  }
});

test('a key of before the scopes may do everything, and the account says what a key may do', async () => {
  const { get } = await service.workspace();
  expect((await get('/v1/account')).body.key).toMatchObject({
    name: 'first key',
    scopes: ['read', 'submit', 'manage'],
    expires_at: null,
    requests_per_minute: null,
    credits_per_month: null,
    credits_this_month: 0,
  });
});

test('an expired key is refused from its moment on, and told since when', async () => {
  const expiry = new Date(now.getTime() + 60_000).toISOString();
  const key = await service.withKey(await service.workspace(), { expires_at: expiry });
  expect((await key.get('/v1/account')).status).toBe(200);
  now = new Date(now.getTime() + 60_000);
  const { status, body } = await key.get('/v1/account');
  expect([status, body.code]).toEqual([401, 'unauthorized']);
  expect(body.message).toContain(`The API key "till" expired at ${expiry}`);
});

test('an expiry must lie ahead, and limits must be amounts', async () => {
  const { id } = await service.workspace();
  for (const [fields, pointer] of [
    [{ expires_at: '2020-01-01T00:00:00Z' }, '/expires_at'],
    [{ expires_at: null }, '/expires_at'],
    [{ scopes: [] }, '/scopes'],
    [{ scopes: ['admin'] }, '/scopes/0'],
    [{ credits_per_month: 0.001 }, '/credits_per_month'],
    [{ requests_per_minute: 0 }, '/requests_per_minute'],
  ] as const) {
    const { status, body } = await service.admin('POST', `/admin/workspaces/${id}/keys`, { name: 'till', ...fields });
    expect([status, body.code]).toEqual([400, 'invalid_request']);
    expect(body.message).toContain(pointer);
  }
});

test('a key that has made its requests of a minute is refused, while other keys of the workspace go on', async () => {
  const owner = await service.workspace();
  const key = await service.withKey(owner, { requests_per_minute: 3 });
  const answers = await Promise.all(Array.from({ length: 5 }, () => key.get('/v1/account')));
  const refused = answers.filter(({ status }) => status === 429);
  expect(refused).toHaveLength(2);
  for (const { body, headers } of refused) {
    expect(body.message).toMatch(/^The key "till" takes 3 requests a minute/);
    expect(headers.get('ratelimit-policy')).toBe('"key";q=3;w=60');
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
  }
  const passed = answers.find(({ status }) => status === 200);
  expect(passed?.headers.get('ratelimit-policy')).toBe('"key";q=3;w=60, "requests";q=60000;w=60');
  expect((await owner.get('/v1/account')).status).toBe(200);
});

test('requests at once spend a limit of credits exactly, and refunds count back', async () => {
  const owner = await service.workspace();
  const price = (await owner.post(TRY_ON, await tryOnBody(owner))).body.jobs[0].credits_used;
  const key = await service.withKey(owner, { credits_per_month: price * 3 });
  const body = await tryOnBody(owner, { prompt: WAITS });
  const answers = await Promise.all(Array.from({ length: 8 }, () => key.post(TRY_ON, body)));
  const taken = answers.filter(({ status }) => status === 202);
  expect(taken).toHaveLength(3);
  for (const { status, body: refusal } of answers.filter((answer) => !taken.includes(answer)))
    expect([status, refusal.code, refusal.next_action]).toEqual([403, 'key_limit_exceeded', 'change_key']);
  expect(answers.map((answer) => answer.body.message)).toContain(
    `This needs ${price} credits; the key has 0 left of its limit until 2026-04-01T00:00:00.000Z. Wait for the next month, or raise the limit of the key with one that has the scope manage.`,
  );
  for (const { body: submission } of taken) await key.post(`/v1/jobs/${submission.jobs[0].id}/cancel`);
  expect(await spentBy(key)).toBe(0);
  expect((await key.post(TRY_ON, { ...body, num_images: 4 })).status).toBe(403);
  expect((await key.post(TRY_ON, { ...body, num_images: 3 })).status).toBe(202);
});

test('a limit of credits begins anew with the month, and a late refund counts in the month of its job', async () => {
  const owner = await service.workspace();
  const waits = await tryOnBody(owner, { prompt: WAITS });
  const price = (await owner.post(TRY_ON, await tryOnBody(owner))).body.jobs[0].credits_used;
  const key = await service.withKey(owner, { credits_per_month: price });
  const march = await key.post(TRY_ON, waits);
  expect([march.status, await spentBy(key)]).toEqual([202, price]);
  expect((await key.post(TRY_ON, waits)).status).toBe(403);
  now = new Date('2026-04-01T00:00:00Z');
  expect(await spentBy(key)).toBe(0);
  const april = await key.post(TRY_ON, waits);
  expect(april.status).toBe(202);
  await key.post(`/v1/jobs/${march.body.jobs[0].id}/cancel`);
  expect(await spentBy(key)).toBe(price);
  await key.post(`/v1/jobs/${april.body.jobs[0].id}/cancel`);
  expect(await spentBy(key)).toBe(0);
});
