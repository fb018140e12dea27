import assert from 'node:assert/strict';
import { check } from './lib/check.mjs';
import { call, media, uuid, want, workspace } from './lib/client.mjs';
import { imageServer } from './lib/imageServer.mjs';
import { blackMask, mask, png, sniff } from './lib/images.mjs';
import * as shapes from './lib/shapes.mjs';

const ws = await workspace();
const web = await imageServer();
const person = await ws.image(png(), { type: 'virtual-try-on-person' });
const garments = await Promise.all(
  Array.from({ length: 4 }, () => ws.image(undefined, { type: 'virtual-try-on-outfit' })),
);
const product = (await ws.reference('outfit')).id;
const maskId = await ws.image(mask(), { type: 'inpaint-mask' });
const { legacyError, record, parentWithVersion } = shapes;

const TRY_ON = '/images/virtual-try-on';
const valid = { person_image_id: person, outfit_image_id: garments[0] };
const tryOn = (fields) => ws.post(TRY_ON, { ...valid, ...fields });
const noGarment = { outfit_image_id: undefined };

/** An array of n pending records. */
function pending(res, n = 1) {
  want(res, 202);
  assert.ok(Array.isArray(res.body), `wants an array of image records, got ${res.text.slice(0, 200)}`);
  assert.equal(res.body.length, n, 'n records, each its own job');
  for (const r of res.body) {
    record(r);
    assert.deepEqual([r.status, r.is_generated, r.path], ['pending', true, null], 'a pending record');
  }
  return res.body;
}

// ── Try-on ──
const garmentSources = {
  outfit_image_id: { outfit_image_id: garments[0] },
  outfit_asset_id: { outfit_asset_id: product },
  outfit_image_ids: { outfit_image_ids: [garments[0]] },
  outfit_asset_ids: { outfit_asset_ids: [product] },
};
check(
  'try-on with any garment source gives a pending record that completes',
  'HTTP 202. With create_version false: array of pending image records (poll each id)',
  async () => {
    for (const [name, source] of Object.entries(garmentSources)) {
      const [{ id }] = pending(await ws.post(TRY_ON, { person_image_id: person, ...source }));
      const done = record(await ws.finalRecord(id));
      assert.deepEqual(
        [done.status, done.type, done.is_generated],
        ['completed', 'image', true],
        `${name}: ${JSON.stringify(done)}`,
      );
      assert.ok(done.path && done.finish_timestamp, 'a completed record has its path and finish time');
      assert.equal((await media(done.path)).status, 200, 'the path can be fetched');
    }
  },
);
check(
  'try-on takes person and garments by URL',
  'person_image_url; outfit_image_url, outfit_image_urls',
  async () => {
    for (const source of [
      { outfit_image_url: web.url('/photo.png') },
      { outfit_image_urls: [web.url('/photo.webp')] },
    ]) {
      const [{ id }] = pending(await ws.post(TRY_ON, { person_image_url: web.url('/photo.jpg'), ...source }));
      assert.equal((await ws.finalRecord(id)).status, 'completed');
    }
  },
  { urls: true },
);
check(
  'try-on wants exactly one person and one garment source',
  '400: none or two sources; any one garment source, or one array',
  async () => {
    for (const fields of [
      { person_image_id: undefined },
      noGarment,
      { outfit_asset_id: product },
      { outfit_image_ids: [garments[1]] },
      { ...noGarment, outfit_image_ids: [garments[0]], outfit_asset_ids: [product] },
      { person_image_url: web.url('/photo.jpg') },
    ]) {
      legacyError(await tryOn(fields), 400, 'invalid_request', JSON.stringify(fields));
    }
  },
);
check('the default model is v1, not v6', 'unversioned try-on defaults to `v1`', async () => {
  legacyError(
    await tryOn({ ...noGarment, outfit_image_ids: garments.slice(0, 2) }),
    422,
    'unsupported_option',
    'two garments without a model: v1 takes one',
  );
  legacyError(await tryOn({ aspect_ratio: '21:9' }), 422, 'unsupported_option', '21:9 without a model: v1 has none');
});
check('a multi-garment array takes three, not four', 'maximum 3 items each, supported models only', async () => {
  for (const model of ['v6', 'nano-banana-2']) {
    pending(await tryOn({ ...noGarment, model, outfit_image_ids: garments.slice(0, 3) }));
    legacyError(
      await tryOn({ ...noGarment, model, outfit_image_ids: garments }),
      400,
      'invalid_request',
      `${model}, four garments`,
    );
  }
});
check('num_images n gives n records, each its own job', 'n records, in order, each its own job', async () => {
  const records = pending(await tryOn({ num_images: 3 }), 3);
  assert.equal(new Set(records.map((r) => r.id)).size, 3);
  for (const { id } of records) assert.equal((await ws.finalRecord(id)).status, 'completed');
});
check(
  'try-on settings out of range are 400',
  '`num_images` (1 to 8, default 1); resolution `standard`, `high`',
  async () => {
    for (const fields of [
      { num_images: 0 },
      { num_images: 9 },
      { num_images: 1.5 },
      { resolution: 'hd' },
      { model: 'v9' },
      { create_version: 'yes' },
      { seed: 'x' },
      { prompt: 5 },
      { ...noGarment, outfit_image_ids: [] },
    ]) {
      legacyError(await tryOn(fields), 400, 'invalid_request', JSON.stringify(fields));
    }
  },
);
check('unknown fields are ignored', 'Unknown fields | ignored (v1: rejected)', async () => {
  pending(await tryOn({ storefront_session: 'abc', prompt_appendix: 'x', foo: { bar: 1 } }));
});
check(
  'create_version links a version to the person image',
  "With create_version true: the person image with a newly linked version; track that version's source_image_id",
  async () => {
    const own = await ws.image();
    const version = parentWithVersion(
      want(await tryOn({ person_image_id: own, create_version: true }), 202).body,
      own,
      'tried_on',
    );
    assert.equal((await ws.finalRecord(version.source_image_id)).status, 'completed');
  },
);
check(
  'try-on can start from a version of the person image',
  '`version_id` (optional source version belonging to person_image_id)',
  async () => {
    const own = await ws.image();
    const version = await edited(own);
    const [{ id }] = pending(await tryOn({ person_image_id: own, version_id: version.id }));
    assert.equal((await ws.finalRecord(id)).status, 'completed');
    legacyError(
      await tryOn({ version_id: version.id }),
      [404, 422],
      ['not_found', 'invalid_source'],
      'a version of another image',
    );
  },
);
check(
  'gated models are 403',
  'The unversioned interface answers with the same statuses: 403 `model_access_required`',
  async () => {
    const plain = await workspace({ plan: 'pro', model_access: [] });
    const body = legacyError(
      await plain.post(TRY_ON, {
        person_image_id: await plain.image(),
        outfit_image_id: await plain.image(),
        model: 'v5',
      }),
      403,
      'model_access_required',
    );
    assert.deepEqual([body.cta, body.next_action], [true, 'request_access']);
  },
);

// ── Generate ──
check(
  'generate gives an array of pending records',
  'HTTP 202, array of image records; poll every returned id',
  async () => {
    const records = pending(
      await ws.post('/images/generate', { prompt: 'a coat', resolution: 'standard', num_images: 2 }),
      2,
    );
    for (const { id } of records) assert.equal((await ws.finalRecord(id)).status, 'completed');
  },
);
check(
  'generate takes avatars, presets, products and its other fields',
  'Body shape: asset_ids, outfit_asset_ids, model_version, generate_mode, resolution, aspect_ratio, num_images, outfit_text, prompt',
  async () => {
    const avatar = await ws.reference('model');
    const scene = await ws.reference('preset', { preset_class: 'human_location' });
    const body = {
      asset_ids: [avatar.id, scene.id],
      outfit_asset_ids: [product],
      model_version: 'nano-banana-2',
      generate_mode: 'presets',
      resolution: 'high',
      aspect_ratio: '3:4',
      num_images: 1,
      outfit_text: 'tucked in',
      prompt: 'evening',
    };
    const [{ id }] = pending(await ws.post('/images/generate', body));
    assert.equal((await ws.finalRecord(id)).status, 'completed');
  },
);

// ── Operations on an image: parent with versions ──
async function edited(image, prompt = 'blue') {
  const res = want(await ws.post(`/images/${image}/edit`, { prompt }), 202);
  const version = parentWithVersion(res.body, image, 'edited');
  await ws.finalRecord(version.source_image_id);
  return version;
}
const onImage = {
  edit: [202, 'edited', { prompt: 'blue', model: 'nano-banana-2', resolution: 'standard', num_images: 1 }],
  inpaint: [202, 'inpainted', { mask_image_id: maskId, prompt: 'a belt', denoise: 0.4, mask_expansion_percent: 3 }],
  upscale: [200, 'upscaled', { upscale_factor: 2 }],
  video: [200, 'animated', { model: 'video-2.5', prompt: 'turns' }],
};
for (const [operation, [status, type, body]] of Object.entries(onImage)) {
  check(
    `${operation} answers ${status} with the parent and a new ${type} version`,
    "parent image with versions; poll the new version's source_image_id",
    async () => {
      const own = await ws.image();
      const version = parentWithVersion(
        want(await ws.post(`/images/${own}/${operation}`, body), status).body,
        own,
        type,
      );
      const job = record(await ws.finalRecord(version.source_image_id));
      assert.equal(job.status, 'completed', JSON.stringify(job));
      assert.equal(job.type, type === 'animated' ? 'video' : 'image');
      const later = parentWithVersion(await ws.record(own), own, type);
      assert.deepEqual([later.id, later.status], [version.id, 'completed'], 'the version has ended');
      assert.ok(later.path, 'and has its path');
    },
  );
}
check(
  'the parent stays completed while a version is pending',
  'A parent image can stay `completed` while a new version is pending',
  async () => {
    const own = await ws.image();
    const version = parentWithVersion(
      want(await ws.post(`/images/${own}/edit`, { prompt: 'x sandbox:delay=800' }), 202).body,
      own,
      'edited',
    );
    assert.ok(['pending', 'generating'].includes(version.status), version.status);
    const parent = record(await ws.record(own));
    assert.equal(parent.status, 'completed');
    assert.ok(['pending', 'generating'].includes(parent.versions[0].status), "the version's status is its own");
  },
);
check(
  'the parent stays completed when a version fails',
  'the status of a new version must never be inferred from the parent status',
  async () => {
    const own = await ws.image();
    const version = await edited(own, 'x sandbox:fail=provider_unavailable');
    const parent = await ws.record(own);
    const failed = parent.versions.find((v) => v.id === version.id);
    assert.deepEqual(
      [parent.status, failed.status, failed.failure_code],
      ['completed', 'failed', 'provider_unavailable'],
    );
  },
);
check(
  'without version_id the original is edited, not the latest version',
  'Without version_id the original source image is edited, not the latest version',
  async () => {
    const own = await ws.image();
    const broken = await edited(own, 'x sandbox:fail=generation_failed');
    const version = await edited(own);
    assert.notEqual(version.id, broken.id);
    assert.equal(
      (await ws.record(own)).versions.find((v) => v.id === version.id).status,
      'completed',
      'a failed latest version is no obstacle',
    );
    legacyError(
      await ws.post(`/images/${own}/edit`, { prompt: 'x', version_id: broken.id }),
      422,
      'invalid_source',
      'that version as the source',
    );
  },
);
check('versions stand newest first, in the answer and in the record', '`versions` | newest first', async () => {
  const own = await ws.image();
  const first = await edited(own);
  const second = await edited(own, 'red');
  const answer = want(await ws.post(`/images/${own}/edit`, { prompt: 'green' }), 202).body;
  const ids = [parentWithVersion(answer, own, 'edited').id, second.id, first.id];
  assert.equal(new Set(ids).size, 3);
  for (const { versions } of [answer, await ws.record(own)])
    assert.deepEqual(
      versions.map((v) => v.id),
      ids,
    );
});
check(
  'version_id chooses the source version of the same image',
  '`version_id` selects a specific earlier version as the source',
  async () => {
    const [own, other] = [await ws.image(), await ws.image()];
    const first = await edited(own);
    const version = parentWithVersion(
      want(await ws.post(`/images/${own}/edit`, { prompt: 'red', version_id: first.id }), 202).body,
      own,
      'edited',
    );
    assert.notEqual(version.id, first.id);
    assert.equal((await ws.finalRecord(version.source_image_id)).status, 'completed');
    legacyError(
      await ws.post(`/images/${other}/edit`, { prompt: 'x', version_id: first.id }),
      [404, 422],
      ['not_found', 'invalid_source'],
      'a version of another image',
    );
    legacyError(
      await ws.post(`/images/${own}/edit`, { prompt: 'x', version_id: uuid() }),
      404,
      'not_found',
      'no such version',
    );
  },
);
check('num_images n on edit makes n versions', 'Creates one new job per output', async () => {
  const own = await ws.image();
  const parent = record(want(await ws.post(`/images/${own}/edit`, { prompt: 'x', num_images: 2 }), 202).body);
  assert.equal(parent.versions.length, 2);
  assert.equal(new Set(parent.versions.map((v) => v.source_image_id)).size, 2);
});
check('operations on an unknown image are 404', '404 `not_found`', async () => {
  for (const [operation, [, , body]] of Object.entries(onImage))
    legacyError(await ws.post(`/images/${uuid()}/${operation}`, body), 404, 'not_found', operation);
});
check(
  'a mask that selects nothing is refused before the charge',
  'A mask that selects nothing is 422 `invalid_source`',
  async () => {
    const own = await workspace({ credits: 10 });
    const [image, black] = [await own.image(), await own.image(blackMask(), { type: 'inpaint-mask' })];
    legacyError(await own.post(`/images/${image}/inpaint`, { mask_image_id: black }), 422, 'invalid_source');
    assert.equal(await own.balance(), 10, 'nothing was charged');
  },
);
check('bodies of image operations are checked', '400 `invalid_request`', async () => {
  const bad = {
    edit: [{}, { prompt: 5 }],
    inpaint: [{ prompt: 'x' }, { mask_image_id: 'x' }],
    upscale: [{ upscale_factor: 3 }],
    video: [{ duration_seconds: 7 }, { model: 'v6' }],
  };
  for (const [operation, list] of Object.entries(bad))
    for (const body of list)
      legacyError(
        await ws.post(`/images/${person}/${operation}`, body),
        [400, 422],
        ['invalid_request', 'unsupported_option'],
        `${operation} ${JSON.stringify(body)}`,
      );
});

// ── Video ──
for (const [name, path, body] of [
  ['image-to-video with the default model', `/images/${person}/video`, { prompt: 'turns' }],
  ['image-to-video with video-3', `/images/${person}/video`, { model: 'video-3' }],
  ['text-to-video', '/text-to-video', { prompt: 'a walk' }],
]) {
  check(
    `${name} answers 200 with a standalone video`,
    '200, new standalone video image; poll the returned image id',
    async () => {
      const film = record(want(await ws.post(path, body), 200).body);
      assert.notEqual(film.id, person);
      assert.deepEqual([film.type, film.status], ['video', 'pending']);
      const done = record(await ws.finalRecord(film.id));
      assert.equal(done.status, 'completed', JSON.stringify(done));
      assert.ok(done.video_path && done.path, '`video_path` (as `path`, videos only)');
      assert.ok(['mp4', 'webm'].includes(sniff((await media(done.path)).bytes).type), 'the path is a video');
    },
  );
}
check(
  'a video is no source of an image operation',
  'Video results cannot be used as sources of image-only operations',
  async () => {
    const { id } = want(await ws.post('/text-to-video', { prompt: 'x' }), 200).body;
    const film = await ws.finalRecord(id);
    legacyError(await ws.post(`/images/${film.id}/edit`, { prompt: 'x' }), 422, 'invalid_source');
    legacyError(await tryOn({ person_image_id: film.id }), 422, 'invalid_source');
  },
);

// ── Statuses and units ──
const outcomes = {
  'sandbox:nsfw': ['nsfw_filtered', null],
  'sandbox:block': ['policy_blocked', 'policy_blocked'],
  'sandbox:fail=input_rejected': ['failed', 'input_rejected'],
  'sandbox:fail=queue_timeout': ['failed', 'queue_timeout'],
  'sandbox:fail=provider_unavailable': ['failed', 'provider_unavailable'],
};
for (const [prompt, [status, code]] of Object.entries(outcomes)) {
  check(
    `${prompt} shows as ${status}`,
    '`failure_code`: input_rejected, provider_unavailable, queue_timeout, policy_blocked; `nsfw_filtered` when the output was filtered',
    async () => {
      const [{ id }] = pending(await ws.post('/images/generate', { prompt: `x ${prompt}` }));
      const done = record(await ws.finalRecord(id));
      assert.equal(done.status, status);
      if (code) assert.equal(done.failure_code, code);
      assert.ok(done.fail_reason, 'fail_reason is readable');
      assert.deepEqual([done.path, done.credits_used], [null, 0], 'no picture, refunded');
      assert.equal(
        (await ws.job(id)).status,
        status === 'nsfw_filtered' ? 'policy_blocked' : status,
        'the same job seen by v1',
      );
    },
  );
}
check(
  'credits are internal units: 100 for each display credit',
  '100 internal units = 1 display credit. This conversion applies to legacy responses only',
  async () => {
    const [r] = pending(await ws.post('/images/generate', { prompt: 'x' }));
    const job = await ws.job(r.id);
    assert.equal(r.credits_used, Math.round(job.credits_used * 100));
    assert.equal((await ws.finalRecord(r.id)).credits_used, r.credits_used);
  },
);
check(
  "a job ID stays the image's name in every unversioned path and body",
  "a record, a parent answer, its `versions[].image_id` and a batch entry carry the ID the caller asked with; a job ID stays valid as the image's name",
  async () => {
    const [{ id }] = pending(await ws.post('/images/generate', { prompt: 'x' }));
    assert.equal((await ws.finalRecord(id)).id, id, 'GET /images/{id}');
    const version = parentWithVersion(
      want(await ws.post(`/images/${id}/edit`, { prompt: 'red' }), 202).body,
      id,
      'edited',
    );
    assert.equal((await ws.finalRecord(version.source_image_id)).status, 'completed');
    pending(await tryOn({ person_image_id: id, outfit_image_id: id }));
    const mediaId = (await ws.job(id)).result.id;
    assert.equal(record(await ws.record(mediaId)).id, mediaId, 'by its media ID the same image carries that');
  },
);

// ── Batch ──
check(
  'batch gives the records in the order asked, duplicates once',
  'order of the request, duplicates once; Match results by `id`',
  async () => {
    const [{ id: job }] = pending(await ws.post('/images/generate', { prompt: 'x' }));
    const { body } = want(await ws.post('/images/batch', { ids: [garments[1], job, garments[0], garments[1]] }), 200);
    body.forEach(record);
    assert.deepEqual(
      body.map((r) => r.id),
      [garments[1], job, garments[0]],
    );
  },
);
check(
  'batch omits what is missing',
  'inaccessible or missing records are omitted, not returned as placeholders',
  async () => {
    assert.deepEqual(
      want(await ws.post('/images/batch', { ids: [uuid(), garments[0], uuid()] }), 200).body.map((r) => r.id),
      [garments[0]],
    );
    assert.deepEqual(want(await ws.post('/images/batch', { ids: [uuid()] }), 200).body, []);
  },
);
check('batch takes 1 to 100 ids', '`{"ids": [...]}`, 1–100', async () => {
  for (const body of [
    {},
    { ids: [] },
    { ids: Array.from({ length: 101 }, uuid) },
    { ids: garments[0] },
    { ids: [5] },
    { ids: null },
  ])
    legacyError(await ws.post('/images/batch', body), 400, 'invalid_request', JSON.stringify(body).slice(0, 60));
});

// ── Errors ──
check(
  'every failure has the body of eight fields',
  '`error`, `code`, `message`, `cta`, `next_action`, `current_plan`, `user_message`, `extra_context`: every string present',
  async () => {
    legacyError(await call(null, 'GET', '/assets'), 401, 'unauthorized');
    legacyError(await ws.get(`/images/${uuid()}`), 404, 'not_found');
    legacyError(await ws.post('/images/generate', '{"prompt"'), 400, 'invalid_json');
    legacyError(
      await ws.post('/images/generate', 'prompt=x', { 'content-type': 'application/x-www-form-urlencoded' }),
      415,
      'unsupported_media_type',
    );
    legacyError(await ws.request('PUT', '/assets'), 405, 'method_not_allowed');
  },
);
check(
  'too few credits name the account action and the plan',
  '402: cta true, next_action add_credits, current_plan',
  async () => {
    const poor = await workspace({ credits: 0, plan: 'pro' });
    const body = legacyError(await poor.post('/images/generate', { prompt: 'x' }), 402, 'insufficient_credits');
    assert.deepEqual([body.cta, body.next_action, body.current_plan], [true, 'add_credits', 'pro']);
  },
);
