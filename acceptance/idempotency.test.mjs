import assert from 'node:assert/strict';
import { check } from './lib/check.mjs';
import { admin, uuid, want, workspace } from './lib/client.mjs';
import { v1Error } from './lib/shapes.mjs';

const GENERATE = '/v1/images/generate';
const ws = await workspace();
const send = (key, body = { prompt: 'a dress' }, path = GENERATE, who = ws) =>
  who.post(path, body, { 'idempotency-key': key });
const same = (a, b) =>
  assert.deepEqual([b.status, b.text], [a.status, a.text], 'a replay has the status and body of the first answer');

check('a replay has the same status and body and makes no job', 'idempotent replays are snapshots', async () => {
  const own = await workspace();
  const key = uuid();
  const first = want(await send(key, undefined, GENERATE, own), 202);
  same(first, await send(key, undefined, GENERATE, own));
  assert.equal((await own.jobs()).length, 1, 'one job exists');
  assert.equal(await own.balance(), 10_000 - first.body.jobs[0].credits_used, 'charged once');
});
check(
  'a replay stays the snapshot after the job has ended',
  'Creation responses and idempotent replays are snapshots; poll for the latest value',
  async () => {
    const key = uuid();
    const first = want(await send(key), 202);
    assert.equal((await ws.final(first.body.jobs[0].id)).status, 'completed');
    same(first, await send(key));
  },
);
const paths = {
  'POST /v1/jobs': ['/v1/jobs', { operation: 'generate', input: { prompt: 'x' } }],
  'text-to-video': ['/v1/videos/text-to-video', { prompt: 'x' }],
  edit: async () => [`/v1/images/${(await ws.result()).id}/edit`, { prompt: 'x', num_images: 2 }],
  'virtual try-on': async () => [
    '/v1/images/virtual-try-on',
    { person_image_id: await ws.image(), outfit_image_ids: [await ws.image()] },
  ],
};
check('every v1 creation request can be replayed', 'Idempotency-Key applies to v1 creation requests', async () => {
  for (const entry of Object.values(paths)) {
    const [path, body] = typeof entry === 'function' ? await entry() : entry;
    const key = uuid();
    same(want(await send(key, body, path), 202), await send(key, body, path));
  }
});
check('without a key every request is its own', 'Header: optional `Idempotency-Key`', async () => {
  const [a] = await ws.submit(GENERATE, { prompt: 'x' });
  const [b] = await ws.submit(GENERATE, { prompt: 'x' });
  assert.notEqual(a.id, b.id);
});
check(
  'the key is 1 to 128 printable characters',
  'Idempotency-Key | 1 to 128 characters, printable ASCII without space (pattern `^[!-~]+$`)',
  async () => {
    for (const key of ['!', '~', `k${uuid()}`, '"quoted",{}\\', `${uuid()}${'x'.repeat(128 - 36)}`])
      want(await send(key), 202, key);
    for (const key of ['', 'x'.repeat(129), 'two words', 'tab\there', 'caf\u00e9', 'x\u00a0'])
      v1Error(await send(key), 400, 'invalid_idempotency_key', JSON.stringify(key));
  },
);
check(
  'the same key with another body is a conflict',
  '409 `idempotency_conflict`: same key, another method, path or body',
  async () => {
    const key = uuid();
    const first = want(await send(key), 202);
    for (const body of [
      { prompt: 'another dress' },
      { prompt: 'a dress', num_images: 2 },
      { prompt: 'a dress', seed: 1 },
    ])
      v1Error(await send(key, body), 409, 'idempotency_conflict', JSON.stringify(body));
    same(first, await send(key));
  },
);
check(
  'key order and white space make no other request, the order of a list does',
  '409 `idempotency_conflict`: bodies are compared as JSON values: key order and spaces do not matter',
  async () => {
    const key = uuid();
    const [person, one, two] = [await ws.image(), await ws.image(), await ws.image()];
    const path = '/v1/images/virtual-try-on';
    const first = want(
      await send(key, `{"person_image_id":"${person}","outfit_image_ids":["${one}","${two}"],"seed":1}`, path),
      202,
    );
    const turned = `{ "seed": 1,\n\t"outfit_image_ids": [ "${one}", "${two}" ], "person_image_id": "${person}" }`;
    same(first, await send(key, turned, path));
    const swapped = { person_image_id: person, outfit_image_ids: [two, one], seed: 1 };
    v1Error(await send(key, swapped, path), 409, 'idempotency_conflict');
  },
);
check(
  'the same key with another path is a conflict',
  '409 `idempotency_conflict`: same key, another … path',
  async () => {
    const key = uuid();
    want(await send(key), 202);
    v1Error(await send(key, { prompt: 'a dress' }, '/v1/videos/text-to-video'), 409, 'idempotency_conflict');
    v1Error(
      await send(key, { operation: 'generate', input: { prompt: 'a dress' } }, '/v1/jobs'),
      409,
      'idempotency_conflict',
    );
  },
);
check(
  'concurrent duplicates make exactly one set of jobs',
  '409 `idempotency_in_progress`: the first request with this key has not finished; `Retry-After: 1`',
  async () => {
    const own = await workspace();
    const key = uuid();
    const body = { prompt: 'a dress', num_images: 2 };
    const all = await Promise.all(Array.from({ length: 12 }, () => send(key, body, GENERATE, own)));
    const accepted = all.filter((r) => r.status === 202);
    assert.ok(accepted.length >= 1, 'one is accepted');
    for (const r of accepted) same(accepted[0], r);
    for (const res of all.filter((r) => r.status !== 202)) {
      v1Error(res, 409, 'idempotency_in_progress');
      assert.equal(res.headers.get('retry-after'), '1', 'Retry-After: 1');
    }
    assert.equal((await own.jobs()).length, 2, 'one set of jobs');
    same(accepted[0], await send(key, body, GENERATE, own));
  },
);
check('keys belong to a workspace', "Requests use that workspace's access and credits", async () => {
  const other = await workspace();
  const key = uuid();
  const first = want(await send(key), 202);
  const second = want(await send(key, { prompt: 'a coat' }, GENERATE, other), 202);
  assert.notEqual(first.body.jobs[0].id, second.body.jobs[0].id);
});

const refusals = {
  'a 400': [400, { prompt: 'x', num_images: 9 }],
  'an unknown field': [400, { prompt: 'x', foo: 1 }],
  'a 404': [404, { prompt: 'x', outfit_image_ids: [uuid()] }],
};
for (const [name, [status, body]] of Object.entries(refusals)) {
  check(`${name} does not use up the key`, 'a request that was refused has no outcome to replay', async () => {
    const key = uuid();
    want(await send(key, body), status);
    want(await send(key), 202, 'the corrected request with the same key');
  });
}
check('a body that is not JSON does not use up the key', '400 `invalid_json`', async () => {
  const key = uuid();
  v1Error(await send(key, '{"prompt":'), 400, 'invalid_json');
  want(await send(key), 202);
});
check('insufficient credits do not use up the key', '402 `insufficient_credits`', async () => {
  const poor = await workspace({ credits: 0 });
  const key = uuid();
  v1Error(await send(key, undefined, GENERATE, poor), 402, 'insufficient_credits');
  assert.ok(
    (await admin('POST', `/admin/workspaces/${poor.id}/credits`, { amount: 100, reason: 'top up' })).status < 300,
    'the grant',
  );
  want(await send(key, undefined, GENERATE, poor), 202, 'the same request after a grant');
});
check(
  'the unversioned interface ignores the header',
  '`Idempotency-Key` | ignored on unversioned endpoints',
  async () => {
    const key = uuid();
    const [a, b] = [
      await send(key, { prompt: 'x' }, '/images/generate'),
      await send(key, { prompt: 'x' }, '/images/generate'),
    ];
    assert.notEqual(want(a, 202).body[0].id, want(b, 202).body[0].id);
    want(await send('not valid', { prompt: 'x' }, '/images/generate'), 202, 'a key outside the pattern');
  },
);
