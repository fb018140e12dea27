// Every ID of workspace A, used by workspace B, must look exactly like an ID that never existed.
import assert from 'node:assert/strict';
import { check } from './lib/check.mjs';
import { pages, show, uuid, want, workspace } from './lib/client.mjs';
import { mask, png } from './lib/images.mjs';

const RULE = 'An ID of another workspace gives the same 404 `not_found` as one that never existed: same body shape';
const [owner, stranger] = [await workspace(), await workspace()];
const asset = await owner.reference('outfit');
const image = await owner.image();
const job = await owner.run(`/v1/images/${image}/edit`, { prompt: 'blue' });
const parent = want(await owner.post(`/images/${image}/edit`, { prompt: 'red' }), 202).body;
const foreign = {
  image,
  result: job.result.id,
  job: job.id,
  asset: asset.id,
  version: parent.versions[0].id,
  running: (await owner.submit('/v1/images/generate', { prompt: 'x sandbox:delay=6000' }))[0].id,
};
await owner.finalRecord(parent.versions[0].source_image_id);
const versions = (await owner.record(image)).versions.length;

const own = {
  image: await stranger.image(),
  mask: await stranger.image(mask()),
  asset: (await stranger.asset({ type: 'outfit' })).id,
};
const TRY_ON = '/v1/images/virtual-try-on';

/** what: { name: [kind of foreign ID, (id) => request of the stranger] } */
const requests = {
  'v1 jobs': {
    'GET /v1/jobs/{id}': ['job', (id) => stranger.get(`/v1/jobs/${id}`)],
    'GET /v1/jobs/{id}?wait=': ['running', (id) => stranger.get(`/v1/jobs/${id}?wait=1`)],
    'GET /v1/jobs/{id}/events': ['job', (id) => stranger.get(`/v1/jobs/${id}/events`)],
    'POST /v1/jobs/{id}/cancel': ['running', (id) => stranger.post(`/v1/jobs/${id}/cancel`)],
  },
  'v1 operations on an image': {
    'v1 edit': ['image', (id) => stranger.post(`/v1/images/${id}/edit`, { prompt: 'x' })],
    'v1 edit of a result': ['result', (id) => stranger.post(`/v1/images/${id}/edit`, { prompt: 'x' })],
    'v1 inpaint': ['image', (id) => stranger.post(`/v1/images/${id}/inpaint`, { mask_image_id: own.mask })],
    'v1 upscale': ['image', (id) => stranger.post(`/v1/images/${id}/upscale`, {})],
    'v1 animate': ['image', (id) => stranger.post(`/v1/images/${id}/animate`, {})],
    'envelope image_id': [
      'result',
      (id) => stranger.post('/v1/jobs', { operation: 'edit', image_id: id, input: { prompt: 'x' } }),
    ],
  },
  'v1 try-on and generate': {
    'try-on person_image_id': [
      'image',
      (id) => stranger.post(TRY_ON, { person_image_id: id, outfit_image_ids: [own.image] }),
    ],
    'try-on outfit_image_ids': [
      'image',
      (id) => stranger.post(TRY_ON, { person_image_id: own.image, outfit_image_ids: [own.image, id] }),
    ],
    'try-on outfit_asset_ids': [
      'asset',
      (id) => stranger.post(TRY_ON, { person_image_id: own.image, outfit_asset_ids: [id] }),
    ],
    'try-on asset_ids': [
      'asset',
      (id) => stranger.post(TRY_ON, { person_image_id: own.image, outfit_image_ids: [own.image], asset_ids: [id] }),
    ],
    'generate asset_ids': ['asset', (id) => stranger.post('/v1/images/generate', { prompt: 'x', asset_ids: [id] })],
    'generate outfit_image_ids': ['image', (id) => stranger.post('/v1/images/generate', { outfit_image_ids: [id] })],
  },
  'v1 further sources': {
    'edit reference_image_ids': [
      'image',
      (id) => stranger.post(`/v1/images/${own.image}/edit`, { prompt: 'x', reference_image_ids: [id] }),
    ],
    'inpaint mask_image_id': ['image', (id) => stranger.post(`/v1/images/${own.image}/inpaint`, { mask_image_id: id })],
    'animate last_frame_image_id': [
      'image',
      (id) => stranger.post(`/v1/images/${own.image}/animate`, { last_frame_image_id: id }),
    ],
  },
  'image records': {
    'GET /images/{id}': ['image', (id) => stranger.get(`/images/${id}`)],
    'GET /images/{id} with a job ID': ['job', (id) => stranger.get(`/images/${id}`)],
    'DELETE /images/{id}': ['image', (id) => stranger.delete(`/images/${id}`)],
  },
  'unversioned operations': {
    'unversioned edit': ['image', (id) => stranger.post(`/images/${id}/edit`, { prompt: 'x' })],
    'unversioned edit version_id': [
      'version',
      (id) => stranger.post(`/images/${own.image}/edit`, { prompt: 'x', version_id: id }),
    ],
    'unversioned inpaint': ['image', (id) => stranger.post(`/images/${id}/inpaint`, { mask_image_id: own.mask })],
    'unversioned upscale': ['image', (id) => stranger.post(`/images/${id}/upscale`, {})],
    'unversioned video': ['image', (id) => stranger.post(`/images/${id}/video`, {})],
    'unversioned try-on': [
      'image',
      (id) => stranger.post('/images/virtual-try-on', { person_image_id: id, outfit_image_id: own.image }),
    ],
    'unversioned try-on outfit_asset_id': [
      'asset',
      (id) => stranger.post('/images/virtual-try-on', { person_image_id: own.image, outfit_asset_id: id }),
    ],
  },
  assets: {
    'POST /images/{id}/asset of a foreign image': [
      'image',
      (id) => stranger.post(`/images/${id}/asset`, { asset_id: own.asset }),
    ],
    'POST /images/{id}/asset to a foreign asset': [
      'asset',
      (id) => stranger.post(`/images/${own.image}/asset`, { asset_id: id }),
    ],
    'GET /assets/{id}/images': ['asset', (id) => stranger.get(`/assets/${id}/images`)],
    'POST /assets/{id}/images': [
      'asset',
      (id) => stranger.upload(png(), { path: `/assets/${id}/images`, type: 'virtual-try-on-outfit' }),
    ],
    'PATCH /assets/{id}': ['asset', (id) => stranger.patch(`/assets/${id}`, { alias: 'mine' })],
    'PATCH display_image_id': ['image', (id) => stranger.patch(`/assets/${own.asset}`, { display_image_id: id })],
    'DELETE /assets/{id}': ['asset', (id) => stranger.delete(`/assets/${id}`)],
    'analyze-preset': ['image', (id) => stranger.post('/assets/analyze-preset', { image_ids: [id] })],
  },
};

/** What of an answer may be compared: all but the ID itself and what differs by nature. */
function face(res, id) {
  const { request_id: _, ...body } = res.body ?? {};
  const headers = [...res.headers.keys()].filter((h) => !['date', 'keep-alive', 'connection'].includes(h)).sort();
  return {
    status: res.status,
    body: JSON.stringify(body).replaceAll(id, '<id>'),
    headers,
    type: res.headers.get('content-type'),
  };
}
for (const [what, group] of Object.entries(requests)) {
  check(`${what}: a foreign ID is as a random one`, RULE, async () => {
    for (const [name, [kind, send]] of Object.entries(group)) {
      const random = uuid();
      const [theirs, nobodys] = [await send(foreign[kind]), await send(random)];
      assert.deepEqual(
        [theirs.status, theirs.body?.code],
        [404, 'not_found'],
        `${name}, a foreign ID: ${show(theirs)}`,
      );
      assert.deepEqual(
        face(theirs, foreign[kind]),
        face(nobodys, random),
        `${name}: the two answers are the same but for the ID`,
      );
    }
  });
}

check('batch omits foreign records', 'inaccessible or missing records are omitted', async () => {
  const { body } = want(
    await stranger.post('/images/batch', { ids: [foreign.image, own.image, foreign.job, foreign.result] }),
    200,
  );
  assert.deepEqual(
    body.map((r) => r.id),
    [own.image],
  );
});
check('lists show nothing of another workspace', "Requests use that workspace's access", async () => {
  const jobs = await stranger.jobs();
  assert.ok(!jobs.some((j) => [foreign.job, foreign.running].includes(j.id)), 'jobs');
  for (const query of ['type=outfit', 'type=outfit&include_public=true']) {
    assert.ok(!want(await stranger.get(`/assets?${query}`), 200).text.includes(foreign.asset), query);
    assert.ok(
      !(await pages(stranger, `/assets?paginated=true&${query}`, 'assets')).some((a) => a.id === foreign.asset),
      `${query} in pages`,
    );
  }
  const entries = JSON.stringify(await stranger.entries());
  assert.ok(!entries.includes(foreign.job), 'ledger');
});
check('nothing of the owner was changed by all this', 'Not yours = not there', async () => {
  assert.equal((await owner.record(image)).status, 'completed');
  assert.equal((await owner.record(image)).versions.length, versions, 'the versions of the image');
  assert.equal((await owner.job(foreign.job)).status, 'completed');
  assert.notEqual((await owner.job(foreign.running)).error?.code, 'canceled', 'the running job');
  const assets = want(await owner.get('/assets?type=outfit'), 200).body;
  assert.deepEqual(
    assets.map((a) => [a.id, a.alias, a.image_count]),
    [[asset.id, asset.alias, 1]],
  );
});
