import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Answer, startTestService, type TestService, type TestWorkspace } from './support/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

/** A key of a workspace by its own interface. */
async function makeKey(owner: TestWorkspace, fields: Record<string, unknown> = {}) {
  const { status, body, text } = await owner.post('/v1/keys', { name: 'web shop', ...fields });
  expect(status, text).toBe(201);
  return { id: String(body.key.id), key: String(body.api_key), view: body.key };
}

/** The key of a workspace that calls. */
const ownKey = async (owner: TestWorkspace) => (await owner.get('/v1/account')).body.key;

test('a key is made with the rights that are asked for, shows its secret once, and works', async () => {
  const owner = await service.workspace();
  const fields = { scopes: ['read'], expires_at: '2099-01-01T00:00:00.000Z', credits_per_month: 2.5 };
  const { key, id, view } = await makeKey(owner, fields);
  expect(view).toMatchObject({ ...fields, requests_per_minute: null, credits_this_month: 0, revoked_at: null });
  expect(key.startsWith(view.prefix)).toBe(true);
  expect((await service.call(key, 'GET', '/v1/jobs')).status).toBe(200);
  const list = await owner.get('/v1/keys');
  expect(list.body.keys.map((each: { id: string }) => each.id)).toEqual([id, (await ownKey(owner)).id]);
  expect(list.text).not.toContain(key);
});

test('the list of keys goes on page by page', async () => {
  const owner = await service.workspace();
  const ids = [(await ownKey(owner)).id];
  for (let count = 0; count < 4; count++) ids.unshift((await makeKey(owner)).id);
  const seen: string[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const page: Answer['body'] = (await owner.get(`/v1/keys?limit=2${cursor && `&cursor=${cursor}`}`)).body;
    seen.push(...page.keys.map((each: { id: string }) => each.id));
    cursor = page.page_info.next_cursor;
  }
  expect(seen).toEqual(ids);
});

test('without scopes a key gets those of its maker, and no key gives scopes that it lacks', async () => {
  const owner = await service.workspace();
  const manager = await service.withKey(owner, { scopes: ['manage', 'read'] });
  const made = await makeKey(manager);
  expect(made.view.scopes).toEqual(['manage', 'read']);
  const refusals = [
    await manager.post('/v1/keys', { name: 'more', scopes: ['read', 'submit'] }),
    await manager.patch(`/v1/keys/${made.id}`, { scopes: ['read', 'submit'] }),
  ];
  for (const { status, body } of refusals) {
    expect([status, body.code]).toEqual([403, 'scope_required']);
    expect(body.message).toContain('/scopes names submit, which the key "till" lacks: it has manage, read.');
  }
  const { id } = await ownKey(owner);
  expect((await manager.patch(`/v1/keys/${id}`, { name: 'keeps its scopes' })).body.scopes).toContain('submit');
});

test('a change counts for the next request, and null takes a limit away', async () => {
  const owner = await service.workspace();
  const { key, id } = await makeKey(owner, { requests_per_minute: 5, credits_per_month: 1 });
  const scopeless = await owner.patch(`/v1/keys/${id}`, { scopes: ['submit'], requests_per_minute: null, name: 'b' });
  expect(scopeless.body).toMatchObject({
    name: 'b',
    scopes: ['submit'],
    requests_per_minute: null,
    credits_per_month: 1,
  });
  expect((await service.call(key, 'GET', '/v1/jobs')).body.code).toBe('scope_required');
  expect((await owner.patch(`/v1/keys/${id}`, {})).status).toBe(400);
});

test('a revoked key is refused at once, stays in the list and cannot be changed', async () => {
  const owner = await service.workspace();
  const { key, id } = await makeKey(owner);
  expect((await service.call(key, 'GET', '/v1/jobs')).status).toBe(200);
  for (let time = 0; time < 2; time++) expect((await owner.delete(`/v1/keys/${id}`)).status).toBe(204);
  expect((await service.call(key, 'GET', '/v1/jobs')).status).toBe(401);
  expect((await owner.get('/v1/keys')).body.keys[0]).toMatchObject({ id, revoked_at: expect.any(String) });
  expect((await owner.patch(`/v1/keys/${id}`, { name: 'again' })).body.message).toMatch(
    /was revoked at .* Make another one/,
  );
});

test('the last key that manages keeps its scope, and is revoked only on purpose', async () => {
  const owner = await service.workspace();
  const { id } = await ownKey(owner);
  await makeKey(owner, { scopes: ['read', 'submit'] });
  const demoted = await owner.patch(`/v1/keys/${id}`, { scopes: ['read'] });
  expect([demoted.status, demoted.body.message]).toEqual([400, expect.stringContaining('this is the last key')]);
  const refused = await owner.delete(`/v1/keys/${id}`);
  expect([refused.status, refused.body.message]).toEqual([400, expect.stringContaining('?leave_none=true')]);
  expect((await owner.delete(`/v1/keys/${id}?leave_none=true`)).status).toBe(204);
  expect((await owner.get('/v1/account')).status).toBe(401);
});

test('two managing keys that revoke each other at once leave one', async () => {
  const owner = await service.workspace();
  const { key, id } = await makeKey(owner);
  const own = (await ownKey(owner)).id;
  await Promise.all([owner.delete(`/v1/keys/${id}`), service.call(key, 'DELETE', `/v1/keys/${own}`)]);
  const living = (await service.admin('GET', `/admin/workspaces/${owner.id}/keys`)).body.keys.filter(
    (each: { revoked_at: string | null }) => each.revoked_at === null,
  );
  expect(living).toHaveLength(1);
});

test('keys of other workspaces are not found', async () => {
  const { id } = await ownKey(await service.workspace());
  const stranger = await service.workspace();
  for (const answer of [await stranger.delete(`/v1/keys/${id}`), await stranger.patch(`/v1/keys/${id}`, { name: 'x' })])
    expect([answer.status, answer.body.code]).toEqual([404, 'not_found']);
});
