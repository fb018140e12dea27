import assert from 'node:assert/strict';
import { check } from './lib/check.mjs';
import { admin, uuid, want, workspace } from './lib/client.mjs';
import { noise } from './lib/images.mjs';
import { fields, is, legacyError, oneOf, optional, orNull, v1Error } from './lib/shapes.mjs';

const GENERATE = '/v1/images/generate';
const cents = (credits) => Math.round(credits * 100);
/** Display credits that one generated picture costs. */
const price = (await (await workspace()).submit(GENERATE, { prompt: 'x' }))[0].credits_used;

async function ledgerAddsUp(ws) {
  const entries = await ws.entries();
  for (const e of entries)
    fields(
      e,
      {
        id: is.uuid,
        kind: oneOf('grant', 'charge', 'refund', 'adjustment'),
        amount: Number.isFinite,
        balance_after: is.credits,
        job_id: orNull(is.uuid),
        reason: optional(orNull(is.string)),
        created_at: is.time,
      },
      'ledger entry',
    );
  const sum = entries.reduce((total, e) => total + cents(e.amount), 0);
  assert.equal(
    sum,
    cents(await ws.balance()),
    `the entries add up to the balance: ${JSON.stringify(entries).slice(0, 400)}`,
  );
}

check(
  'a new workspace has the credits it was given',
  '`POST /admin/workspaces` `{name, plan?, credits?}`',
  async () => {
    const ws = await workspace({ credits: 12.5 });
    assert.equal(await ws.balance(), 12.5);
    await ledgerAddsUp(ws);
  },
);
check(
  'the account tells plan, balance and limits',
  'account `{"workspace_id", "name", "plan", "sandbox", "balance" (display credits), "limits": {…}, "model_access": […]}`',
  async () => {
    const ws = await workspace({ plan: 'pro', credits: 3.5, model_access: ['v5'] });
    const { body } = want(await ws.get('/v1/account'), 200);
    fields(
      body,
      {
        workspace_id: is.uuid,
        name: is.text,
        plan: oneOf('pro'),
        sandbox: oneOf(true),
        balance: oneOf(3.5),
        limits: is.object,
        model_access: is.array,
      },
      'account',
    );
    assert.equal(body.workspace_id, ws.id);
    assert.ok(body.model_access.includes('v5') && !body.model_access.includes('v4'), JSON.stringify(body.model_access));
  },
);
check(
  'the account tells what the workspace may hold and upload, and what it holds',
  'account `"limits": {…}`: storage of a workspace by its plan',
  async () => {
    const ws = await workspace();
    const limit = orNull((v) => Number.isInteger(v) && v > 0);
    const read = async () => {
      const { limits, storage } = want(await ws.get('/v1/account'), 200).body;
      fields(limits, { storage_bytes: limit, upload_bytes_per_day: limit }, 'limits');
      fields(
        limits,
        {
          num_images: (v) => v >= 1 && v <= 8,
          unfinished_jobs: (v) => Number.isInteger(v) && v > 0,
          requests_per_minute: (v) => Number.isInteger(v) && v > 0,
          resolutions: (v) => v.includes('standard'),
        },
        'limits',
      );
      fields(storage, { held_bytes: is.count, uploaded_bytes_today: is.count }, 'storage');
      return storage;
    };
    assert.deepEqual(await read(), { held_bytes: 0, uploaded_bytes_today: 0 });
    const id = await ws.image();
    const held = await read();
    assert.ok(held.held_bytes > 0 && held.uploaded_bytes_today > 0, JSON.stringify(held));
    want(await ws.delete(`/images/${id}`), 204);
    assert.equal((await read()).held_bytes, 0, 'a deletion frees them');
  },
);
check(
  'an upload over the storage of the plan is 403, and a deletion makes room',
  '403 `plan_limit_exceeded`; `true` / `upgrade_plan`',
  async (t) => {
    const ws = await workspace({ plan: 'free' });
    const { storage_bytes } = want(await ws.get('/v1/account'), 200).body.limits;
    if (!(storage_bytes <= 1024 * 1024)) return t.skip('needs a plan "free" of at most 1 MiB (storage_bytes)');
    const side = Math.ceil(Math.sqrt(storage_bytes / 5));
    const id = await ws.image(noise(side, side));
    const refused = legacyError(await ws.upload(noise(side, side)), 403, 'plan_limit_exceeded');
    assert.deepEqual([refused.cta, refused.next_action, refused.current_plan], [true, 'upgrade_plan', 'free']);
    assert.ok(want(await ws.get('/v1/account'), 200).body.storage.held_bytes <= storage_bytes, 'the limit holds');
    want(await ws.delete(`/images/${id}`), 204);
    await ws.image(noise(side, side));
  },
);
check('a completed job is charged what it reports', 'each job reports its own charge', async () => {
  const ws = await workspace({ credits: 500 });
  const job = await ws.run(GENERATE, { prompt: 'x' });
  assert.equal(job.status, 'completed');
  assert.ok(job.credits_used > 0, 'credits_used is the charge');
  assert.equal(cents(await ws.balance()), 50_000 - cents(job.credits_used));
});
check(
  'the request total is the sum over its jobs',
  'The request total is the sum of the latest value of each distinct job',
  async () => {
    const ws = await workspace({ credits: 500 });
    const jobs = await ws.submit(GENERATE, { prompt: 'x', num_images: 3 });
    const total = jobs.reduce((sum, j) => sum + cents(j.credits_used), 0);
    assert.equal(cents(await ws.balance()), 50_000 - total, 'the balance falls by the total at once');
  },
);
check(
  'credits are whole hundredths',
  'Credits are held as integers in internal units (100 = 1 display credit); Fractional amounts are kept',
  async () => {
    const ws = await workspace();
    for (const [path, body] of [
      [GENERATE, { prompt: 'x' }],
      [GENERATE, { prompt: 'x', resolution: 'high' }],
      ['/v1/videos/text-to-video', { prompt: 'x' }],
      [`/v1/images/${await ws.image()}/upscale`, {}],
    ]) {
      const [job] = await ws.submit(path, body);
      assert.ok(Math.abs(job.credits_used * 100 - cents(job.credits_used)) < 1e-6, `${path}: ${job.credits_used}`);
      assert.equal(
        (await ws.record(job.id)).credits_used,
        cents(job.credits_used),
        `${path}: the unversioned record shows internal units, 100 per display credit`,
      );
    }
  },
);
for (const [name, prompt, status] of [
  ['failed', 'x sandbox:fail=provider_unavailable', 'failed'],
  ['blocked', 'x sandbox:block', 'policy_blocked'],
  ['filtered', 'x sandbox:nsfw', 'policy_blocked'],
]) {
  check(
    `a ${name} job shows 0 and the balance is whole again`,
    'A completed refund makes credits_used 0 on later polls; Every failed or blocked job is refunded',
    async () => {
      const ws = await workspace({ credits: 500 });
      const [snapshot] = await ws.submit(GENERATE, { prompt });
      assert.ok(snapshot.credits_used > 0, 'the creation snapshot shows the charge');
      const job = await ws.final(snapshot.id);
      assert.deepEqual([job.status, job.credits_used], [status, 0]);
      assert.equal(await ws.balance(), 500);
      await ledgerAddsUp(ws);
    },
  );
}
check(
  'the creation snapshot is unchanged on replay after a refund',
  'Creation responses and idempotent replays are snapshots',
  async () => {
    const ws = await workspace();
    const headers = { 'idempotency-key': uuid() };
    const body = { prompt: 'x sandbox:fail=generation_failed' };
    const first = want(await ws.post(GENERATE, body, headers), 202);
    assert.equal((await ws.final(first.body.jobs[0].id)).credits_used, 0);
    const replay = await ws.post(GENERATE, body, headers);
    assert.deepEqual(replay.body, first.body);
    assert.ok(replay.body.jobs[0].credits_used > 0, 'the snapshot keeps the charge');
  },
);
check(
  'too few credits are 402 with a call to action, and nothing is made',
  "402 `insufficient_credits`: balance is under the request's total; `true` / `add_credits`",
  async () => {
    const ws = await workspace({ credits: price });
    const body = v1Error(await ws.post(GENERATE, { prompt: 'x', num_images: 2 }), 402, 'insufficient_credits');
    assert.deepEqual([body.cta, body.next_action], [true, 'add_credits']);
    assert.equal((await ws.jobs()).length, 0, 'no job of the request was made');
    assert.equal(await ws.balance(), price, 'nothing was charged');
  },
);
check('a balance of exactly the total is enough', "balance is under the request's total", async () => {
  const ws = await workspace({ credits: price });
  await ws.submit(GENERATE, { prompt: 'x' });
  assert.equal(await ws.balance(), 0);
  v1Error(await ws.post(GENERATE, { prompt: 'x' }), 402, 'insufficient_credits');
});
check('a grant is added and entered', '`POST /admin/workspaces/{id}/credits` `{amount, reason}`', async () => {
  const ws = await workspace({ credits: 1 });
  assert.ok((await admin('POST', `/admin/workspaces/${ws.id}/credits`, { amount: 2.25, reason: 'gift' })).status < 300);
  assert.equal(await ws.balance(), 3.25);
  await ledgerAddsUp(ws);
  assert.deepEqual(
    (await ws.entries()).map((e) => [e.amount, e.balance_after]),
    [
      [2.25, 3.25],
      [1, 1],
    ],
    'newest first, each with the balance after it',
  );
});
check(
  'the ledger of a mixed history adds up to the balance',
  'the sum of entries equals the balance, always (`GET /v1/credits/entries`)',
  async () => {
    const ws = await workspace({ credits: 1000 });
    const made = await Promise.all(
      ['x', 'x sandbox:fail=generation_failed', 'x sandbox:block', 'x sandbox:flaky=1'].map((prompt) =>
        ws.submit(GENERATE, { prompt, num_images: 2 }),
      ),
    );
    const done = await Promise.all(made.flat().map((j) => ws.final(j.id)));
    await ledgerAddsUp(ws);
    const entries = await ws.entries();
    for (const { id, status } of done) {
      const kinds = entries
        .filter((e) => e.job_id === id)
        .map((e) => e.kind)
        .sort();
      assert.deepEqual(kinds, status === 'completed' ? ['charge'] : ['charge', 'refund'], `entries of a ${status} job`);
    }
    assert.equal(
      cents(await ws.balance()),
      100_000 - done.reduce((sum, j) => sum + cents(j.credits_used), 0),
      'the balance is the grant less what the jobs show',
    );
  },
);
check('a request that is refused costs nothing', 'nothing is lost or half-done', async () => {
  const ws = await workspace({ credits: 100 });
  for (const body of [
    {},
    { prompt: 'x', num_images: 9 },
    { prompt: 'x', outfit_image_ids: [uuid()] },
    { prompt: 'x', foo: 1 },
  ])
    assert.ok((await ws.post(GENERATE, body)).status >= 400);
  assert.equal(await ws.balance(), 100);
  assert.equal((await ws.jobs()).length, 0);
});
check('reads, uploads, assets and analysis are free', 'synchronous, free; Work is charged in credits', async () => {
  const ws = await workspace({ credits: 5 });
  const image = await ws.image();
  await ws.reference('outfit');
  want(await ws.post('/assets/analyze-preset', { image_ids: [image] }), 200);
  assert.equal(await ws.balance(), 5);
});
