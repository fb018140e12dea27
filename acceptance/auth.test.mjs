import assert from 'node:assert/strict';
import { check } from './lib/check.mjs';
import { admin, adminKey, call, uuid, want, workspace } from './lib/client.mjs';
import { legacyError, v1Error } from './lib/shapes.mjs';

const ws = await workspace();
const real = await workspace({ sandbox: false });
const UNAUTHORIZED = 'Missing/invalid key: 401 `unauthorized` with `WWW-Authenticate: Bearer`';

const bad = {
  'no Authorization header': undefined,
  'an empty bearer key': 'Bearer ',
  'another scheme': `Basic ${Buffer.from(`${ws.key}:`).toString('base64')}`,
  'a key without the scheme': ws.key,
  'an unknown key of the right form': `Bearer atl_${'A'.repeat(46)}`,
  'a key with one character changed': `Bearer ${ws.key.slice(0, -1)}${ws.key.endsWith('a') ? 'b' : 'a'}`,
  'the admin key': `Bearer ${adminKey}`,
};
for (const [name, authorization] of Object.entries(bad)) {
  check(`${name} is 401 in v1 and unversioned`, UNAUTHORIZED, async () => {
    const headers = authorization === undefined ? {} : { authorization };
    const v1 = await call(null, 'GET', `/v1/jobs/${uuid()}`, undefined, headers);
    v1Error(v1, 401, 'unauthorized');
    assert.match(v1.headers.get('www-authenticate') ?? '', /^Bearer/);
    const old = await call(null, 'GET', `/images/${uuid()}`, undefined, headers);
    legacyError(old, 401, 'unauthorized');
    assert.match(old.headers.get('www-authenticate') ?? '', /^Bearer/);
  });
}

check('every endpoint needs the key, before it looks at the body', 'All endpoints need authentication', async () => {
  const endpoints = [
    ['POST', '/v1/images/virtual-try-on'],
    ['POST', `/v1/images/${uuid()}/edit`],
    ['POST', '/v1/jobs'],
    ['GET', '/v1/jobs'],
    ['GET', '/v1/account'],
    ['GET', '/v1/credits/entries'],
    ['GET', '/v1/models'],
    ['POST', '/v1/videos/text-to-video'],
    ['POST', '/images'],
    ['POST', '/images/batch'],
    ['POST', '/images/generate'],
    ['POST', '/images/virtual-try-on'],
    ['POST', '/text-to-video'],
    ['GET', '/assets'],
    ['POST', '/assets'],
    ['POST', '/assets/analyze-preset'],
    ['DELETE', `/images/${uuid()}`],
  ];
  for (const [method, path] of endpoints)
    want(await call(null, method, path, method === 'POST' ? '{"broken' : undefined), 401, `${method} ${path}`);
});

check(
  'a key in the query string is not a key',
  'Every request carries header `Authorization: Bearer <API_KEY>`',
  async () => {
    want(await call(null, 'GET', `/v1/account?api_key=${ws.key}&access_token=${ws.key}`), 401);
  },
);

check(
  'keys have the stated form, sandbox keys their own prefix',
  'Keys: `atl_` + 40 or more base62 characters; sandbox keys start with `atl_test_`',
  () => {
    assert.match(real.key, /^atl_(?!test_)[0-9A-Za-z]{40,}$/, 'a workspace key');
    assert.match(ws.key, /^atl_test_[0-9A-Za-z]{40,}$/, 'a sandbox workspace key');
  },
);

check(
  'a second key works beside the first, and revoking it ends only it',
  '`POST /admin/workspaces/{id}/keys` → 201 `{key_id, api_key}`; `DELETE /admin/keys/{key_id}`; revocable',
  async () => {
    const { body } = want(await admin('POST', `/admin/workspaces/${ws.id}/keys`, { name: 'second' }), 201);
    want(await call(body.api_key, 'GET', '/v1/account'), 200, 'the second key');
    assert.ok((await admin('DELETE', `/admin/keys/${body.key_id}`)).status < 300, 'DELETE /admin/keys/{key_id}');
    v1Error(await call(body.api_key, 'GET', '/v1/account'), 401, 'unauthorized', 'the revoked key');
    want(await ws.get('/v1/account'), 200, 'the first key');
  },
);

check('the admin interface answers only to the admin key', 'Admin API: Bearer admin key', async () => {
  for (const key of [null, ws.key]) {
    for (const [method, path] of [
      ['GET', '/admin/workspaces'],
      ['POST', '/admin/workspaces'],
      ['POST', `/admin/workspaces/${ws.id}/credits`],
    ]) {
      want(
        await call(key, method, path, method === 'POST' ? { name: 'x', amount: 5, reason: 'x' } : undefined),
        [401, 403],
        `${method} ${path}`,
      );
    }
  }
  assert.equal(await ws.balance(), 10_000, 'nothing was granted');
});

check('the admin list names the workspace and never shows a key', 'stored only as a hash, shown once', async () => {
  const res = want(await admin('GET', '/admin/workspaces'), 200);
  assert.ok(!res.text.includes(ws.key), 'the list does not show the key');
});

check('authenticated answers are not cached', 'Authenticated responses are `Cache-Control: no-store`', async () => {
  for (const path of ['/v1/account', '/v1/jobs', '/assets'])
    assert.match((await ws.get(path)).headers.get('cache-control') ?? '', /no-store/, path);
});
