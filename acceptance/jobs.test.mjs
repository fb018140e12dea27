import assert from 'node:assert/strict';
import { check } from './lib/check.mjs';
import { media, pages, uuid, want, workspace } from './lib/client.mjs';
import { imageServer } from './lib/imageServer.mjs';
import { blackMask, decodePng, mask, png, sniff } from './lib/images.mjs';
import * as shapes from './lib/shapes.mjs';

const ws = await workspace();
const web = await imageServer();
const person = await ws.image();
const garment = await ws.image();
const source = (await ws.result()).id;
const video = await ws.video();
const maskId = await ws.image(mask(48, 64), { type: 'inpaint-mask' });
const upload = await ws.image(png({ width: 48, height: 64 }));
const { v1Error } = shapes;

// ── Every operation, by its own path and through the envelope ──
const operations = {
  virtual_try_on: {
    path: '/v1/images/virtual-try-on',
    input: { person_image_id: person, outfit_image_ids: [garment] },
  },
  generate: { path: '/v1/images/generate', input: { prompt: 'a linen suit by the sea' } },
  edit: { path: (id) => `/v1/images/${id}/edit`, image: source, input: { prompt: 'make it blue' } },
  inpaint: {
    path: (id) => `/v1/images/${id}/inpaint`,
    image: upload,
    input: { mask_image_id: maskId, prompt: 'a belt' },
  },
  upscale: { path: (id) => `/v1/images/${id}/upscale`, image: source, input: { upscale_factor: 2 } },
  animate: {
    path: (id) => `/v1/images/${id}/animate`,
    image: source,
    input: { prompt: 'turns around' },
    type: 'video',
  },
  text_to_video: { path: '/v1/videos/text-to-video', input: { prompt: 'a model walks' }, type: 'video' },
};
for (const [operation, { path, image, input, type = 'image' }] of Object.entries(operations)) {
  const ends = async (res) => {
    const [job] = shapes.submission(want(res, 202).body);
    assert.match(
      job.task ?? '',
      new RegExp(`^${operation}(\\.|$)`),
      '`task` = `<operation>` or `<operation>.<engine>`',
    );
    const done = shapes.job(await ws.final(job.id));
    assert.equal(done.status, 'completed', JSON.stringify(done));
    assert.equal(done.result.type, type, `${operation} makes a ${type}`);
    return done;
  };
  check(
    `${operation} at its own path ends completed`,
    'Per-operation path (v1): 202, Submission; a completed job carries a media URL and a reusable media ID',
    async () => {
      await ends(await ws.post(image ? path(image) : path, input));
    },
  );
  check(
    `${operation} through POST /v1/jobs ends completed`,
    "Envelope for any supported operation; image_id moved here from the URL; input is the operation's own body",
    async () => {
      await ends(await ws.post('/v1/jobs', { operation, ...(image ? { image_id: image } : {}), input }));
    },
  );
}

// ── The envelope's own rules ──
const envelopes = {
  'an unknown operation': { operation: 'explode', input: {} },
  'no operation': { input: { prompt: 'x' } },
  'operation null': { operation: null, input: { prompt: 'x' } },
  'no input': { operation: 'generate' },
  'input null': { operation: 'generate', input: null },
  'input that is no object': { operation: 'generate', input: [] },
  'an unknown field in the envelope': { operation: 'generate', input: { prompt: 'x' }, extra: 1 },
  'an unknown field in the input': { operation: 'generate', input: { prompt: 'x', extra: 1 } },
  'edit without image_id': { operation: 'edit', input: { prompt: 'x' } },
  'image_id that is no UUID': { operation: 'edit', image_id: 'x', input: { prompt: 'x' } },
  'image_id inside the input': { operation: 'edit', input: { prompt: 'x', image_id: source } },
  'operation fields beside the input': { operation: 'generate', prompt: 'x', input: {} },
};
check(
  'the envelope refuses what is not in its table',
  'Unknown request fields on v1 creation requests are rejected; operation, image_id, input',
  async () => {
    for (const [name, body] of Object.entries(envelopes))
      v1Error(await ws.post('/v1/jobs', body), 400, 'invalid_request', name);
  },
);
check('the envelope names an input field by its pointer', 'The message names the field by JSON pointer', async () => {
  const body = v1Error(
    await ws.post('/v1/jobs', { operation: 'generate', input: { prompt: 'x', num_images: 9 } }),
    400,
    'invalid_request',
  );
  assert.match(body.message, /\/input\/num_images/, body.message);
});

// ── Rules of each operation's body ──
const at = (operation, fields) => {
  const { path, image, input } = operations[operation];
  return ws.post(image ? path(image) : path, { ...input, ...fields });
};
const bodies = {
  edit: [
    { prompt: undefined },
    { prompt: null },
    { prompt: 5 },
    { reference_image_ids: Array(5).fill(upload) },
    { reference_image_ids: ['x'] },
    { num_images: 9 },
    { resolution: 'ultra' },
    { version_id: source },
    { foo: 1 },
  ],
  inpaint: [
    { mask_image_id: undefined },
    { mask_url: web.url('/photo.png') },
    { mask_image_id: 'x' },
    { mask_image_id: null },
    { denoise: 1.1 },
    { denoise: -0.1 },
    { denoise: '0.5' },
    { mask_expansion_percent: 21 },
    { mask_expansion_percent: -1 },
    { reference_image_id: 'x' },
    { foo: 1 },
  ],
  upscale: [
    { upscale_factor: 3 },
    { upscale_factor: 0 },
    { upscale_factor: '2' },
    { upscale_factor: null },
    { denoise: 2 },
    { num_images: 2 },
    { prompt: 'x' },
    { foo: 1 },
  ],
  animate: [
    { duration_seconds: 7 },
    { duration_seconds: '5' },
    { duration_seconds: null },
    { last_frame_image_id: 'x' },
    { foo: 1 },
  ],
  text_to_video: [
    { prompt: undefined },
    { prompt: null },
    { duration_seconds: 60 },
    { asset_ids: ['x', 5] },
    { foo: 1 },
  ],
  generate: [
    { prompt: undefined },
    { generate_mode: 'magic' },
    { preset_class: 'moon' },
    { asset_ids: 'x' },
    { outfit_image_ids: ['x'] },
    { num_images: 0 },
    { foo: 1 },
  ],
};
for (const [operation, wrong] of Object.entries(bodies)) {
  check(
    `${operation}: fields outside their rules are 400`,
    'Bodies (every field optional unless bold): ranges and allowed values; unknown fields are rejected',
    async () => {
      for (const fields of wrong)
        v1Error(
          await at(operation, fields),
          400,
          'invalid_request',
          JSON.stringify({
            ...fields,
            ...(Object.values(fields)[0] === undefined ? { [Object.keys(fields)[0]]: 'absent' } : {}),
          }),
        );
    },
  );
}
const empty = {
  'nothing at all': ['generate', { prompt: undefined }, /prompt/],
  'a prompt of spaces': ['generate', { prompt: ' \n ' }, /prompt/],
  'generate_mode prompt without a prompt': [
    'generate',
    { prompt: undefined, outfit_image_ids: [garment], generate_mode: 'prompt' },
    /prompt/,
  ],
  'generate_mode products without a product': ['generate', { generate_mode: 'products' }, /outfit_/],
  'an edit of spaces': ['edit', { prompt: ' ' }, /^\/prompt/],
  'a film of spaces': ['text_to_video', { prompt: '\u3000' }, /^\/prompt/],
};
check(
  'a request that asks for nothing is 400, and names the field',
  'generate: at least one reference or a prompt; **`prompt`** of edit and text_to_video',
  async () => {
    for (const [name, [operation, fields, says]] of Object.entries(empty)) {
      const { message } = v1Error(await at(operation, fields), 400, 'invalid_request', name);
      assert.match(message, says, name);
    }
  },
);
check('animate has no num_images above 1', 'animate: No `num_images` above 1', async () => {
  v1Error(await at('animate', { num_images: 2 }), [400, 422], ['invalid_request', 'unsupported_option']);
});
check(
  'generate takes four products together, not five',
  '`outfit_asset_ids`, `outfit_image_ids` (together 0–4 products)',
  async () => {
    const product = await ws.reference('outfit');
    const other = await ws.reference('outfit');
    want(
      await at('generate', { outfit_asset_ids: [product.id, other.id], outfit_image_ids: [person, garment] }),
      202,
      'four products',
    );
    v1Error(
      await at('generate', { outfit_asset_ids: [product.id, other.id], outfit_image_ids: [person, garment, upload] }),
      [400, 422],
      ['invalid_request', 'unsupported_option'],
      'five products',
    );
  },
);
check('generate takes a reference alone', 'At least one reference or a prompt', async () => {
  want(await at('generate', { prompt: undefined, outfit_image_ids: [garment], generate_mode: 'products' }), 202);
});
check('a model of another operation is refused', 'the Operations column of the models table', async () => {
  for (const [operation, model] of [
    ['edit', 'v6'],
    ['edit', 'upscale-1'],
    ['upscale', 'v6'],
    ['text_to_video', 'video-2.5'],
    ['animate', 'nano-banana'],
    ['generate', 'v1'],
    ['virtual_try_on', 'video-3'],
  ]) {
    v1Error(
      await at(operation, { model }),
      [400, 422],
      ['invalid_request', 'unsupported_option'],
      `${operation} with ${model}`,
    );
  }
});
check(
  'animate accepts both video models and both durations',
  '`video-3`, `video-2.5`: animate; `duration_seconds` (5 default, 10)',
  async () => {
    for (const model of ['video-3', 'video-2.5'])
      for (const duration_seconds of [5, 10])
        want(await at('animate', { model, duration_seconds }), 202, `${model} ${duration_seconds}`);
  },
);
check(
  'a mask may be a PNG data URI or, where allowed, a URL',
  'one of **`mask_image_id`**, **`mask_url`**, **`mask`** (PNG data URI)',
  async () => {
    const data = `data:image/png;base64,${mask(48, 64).toString('base64')}`;
    const [job] = shapes.submission(want(await at('inpaint', { mask_image_id: undefined, mask: data }), 202).body);
    assert.equal((await ws.final(job.id)).status, 'completed');
    v1Error(await at('inpaint', { mask: data }), 400, 'invalid_request', 'two masks');
  },
);
check('a mask of another aspect ratio is 422', 'a mask of another aspect ratio is 422', async () => {
  const wide = await ws.image(mask(96, 48), { type: 'inpaint-mask' });
  v1Error(await at('inpaint', { mask_image_id: wide }), 422, ['invalid_source', 'unsupported_option']);
});
check(
  'a mask that selects nothing is refused before the charge',
  'A mask that selects nothing is 422 `invalid_source`',
  async () => {
    const black = `data:image/png;base64,${blackMask().toString('base64')}`;
    for (const sandbox of [true, false]) {
      const own = await workspace({ sandbox, credits: 10 });
      const image = await own.image();
      const stored = await own.image(blackMask(), { type: 'inpaint-mask' });
      for (const body of [{ mask_image_id: stored }, { mask: black }])
        v1Error(await own.post(`/v1/images/${image}/inpaint`, body), 422, 'invalid_source', Object.keys(body)[0]);
      assert.equal(await own.balance(), 10, 'nothing was charged');
    }
  },
);
check(
  'a mask by URL keeps the rules of masks: its job ends input_rejected, refunded',
  'A mask that selects nothing is 422 `invalid_source` (by URL: `input_rejected`); a mask of another aspect ratio is 422',
  async () => {
    for (const path of ['/black.png', '/wide.png']) {
      const own = await workspace({ credits: 10 });
      const job = await own.run(`/v1/images/${await own.image()}/inpaint`, { mask_url: web.url(path) });
      assert.deepEqual([job.status, job.error?.code, job.credits_used], ['failed', 'input_rejected', 0], path);
      assert.equal(await own.balance(), 10, `${path}: the balance is as before`);
    }
  },
  { urls: true },
);
for (const sandbox of [true, false]) {
  check(
    `inpaint keeps the size and every pixel outside the mask (${sandbox ? 'sandbox' : 'real'} workspace)`,
    "the output has exactly the source's size, and … every pixel outside the expanded mask is the source's, byte for byte",
    async () => {
      const [width, height] = [61, 83];
      const own = await workspace({ sandbox });
      const image = await own.image(png({ width, height }));
      const mask_image_id = await own.image(mask(width, height), { type: 'inpaint-mask' });
      const job = await own.run(`/v1/images/${image}/inpaint`, { mask_image_id, mask_expansion_percent: 0 });
      assert.equal(job.status, 'completed', JSON.stringify(job));
      assert.deepEqual([job.result.width, job.result.height], [width, height], 'the size of the source');
      const before = decodePng((await media((await own.record(image)).path)).bytes);
      const after = decodePng((await media(job.result.url)).bytes);
      assert.deepEqual([after.width, after.height], [width, height], 'the file has it too');
      const changed = { kept: 0, marked: 0 };
      for (let y = 0; y < height; y++)
        for (let x = 0; x < width; x++)
          if (String(before.at(x, y)) !== String(after.at(x, y))) changed[x < width / 2 ? 'kept' : 'marked']++;
      assert.equal(changed.kept, 0, 'pixels that the mask keeps and that changed');
      assert.ok(changed.marked > 0, 'pixels that the mask marks were painted');
    },
  );
}
check(
  'an upscale has the size asked for, in a sandbox too',
  '`upscale_factor` (1 = restore only, 2 default, 4)',
  async () => {
    const image = await ws.image(png({ width: 64, height: 96 }));
    for (const upscale_factor of [2, 4]) {
      const { result } = await ws.run(`/v1/images/${image}/upscale`, { upscale_factor });
      const file = sniff((await media(result.url)).bytes);
      assert.deepEqual(
        [result.width, result.height],
        [64 * upscale_factor, 96 * upscale_factor],
        `by ${upscale_factor}`,
      );
      assert.deepEqual([file.width, file.height], [result.width, result.height], `by ${upscale_factor}: the file`);
    }
  },
);
check(
  'inpaint without a prompt removes, with one repaints',
  '`prompt` (absent = remove what is under the mask)',
  async () => {
    want(await at('inpaint', { prompt: undefined }), 202);
  },
);
check('upscale to over 64 megapixels is 422', 'output at most 64 megapixels', async () => {
  const big = await ws.image(png({ width: 2400, height: 2400, color: 120 }));
  v1Error(await ws.post(`/v1/images/${big}/upscale`, { upscale_factor: 4 }), 422, [
    'unsupported_option',
    'invalid_source',
  ]);
});
check(
  'edit makes one new job per output and preserves the source',
  'Creates one new job per output and preserves the source',
  async () => {
    const before = await ws.record(upload);
    const jobs = await ws.submit(`/v1/images/${upload}/edit`, { prompt: 'green', num_images: 3 });
    const done = await Promise.all(jobs.map((j) => ws.final(j.id)));
    assert.equal(new Set(done.map((j) => j.result.id)).size, 3, 'three outputs, three media IDs');
    const after = await ws.record(upload);
    assert.deepEqual(
      [after.path, after.status, after.width_px],
      [before.path, before.status, before.width_px],
      'the source is as it was',
    );
  },
);
check(
  'an ID of a job or a version where v1 wants that of a picture is 404 that names result.id',
  'a job ID must not be assumed to equal a media ID; use result.id',
  async () => {
    const own = await workspace();
    const job = await own.run('/v1/images/generate', { prompt: 'x' });
    const image = await own.image();
    const answer = want(await own.post(`/images/${image}/edit`, { prompt: 'blue' }), 202).body;
    const version = shapes.parentWithVersion(answer, image, 'edited');
    const made = await own.final(version.source_image_id);
    for (const [wrong, right] of [
      [job.id, job.result.id],
      [version.id, made.result.id],
    ])
      for (const [path, body] of [
        [`/v1/images/${wrong}/edit`, { prompt: 'x' }],
        ['/v1/jobs', { operation: 'upscale', image_id: wrong, input: {} }],
        ['/v1/images/virtual-try-on', { person_image_id: wrong, outfit_image_ids: [image] }],
      ]) {
        const { message } = v1Error(await own.post(path, body), 404, 'not_found', path);
        assert.ok(message.includes('result.id') && message.includes(right), message);
        const foreign = v1Error(await ws.post(path, body), 404, 'not_found', `${path} of another workspace`);
        assert.ok(!foreign.message.includes('result.id'), foreign.message);
      }
  },
);
check('a result feeds the next operation', 'Pass an image result ID into the next image operation', async () => {
  const edited = await ws.run(`/v1/images/${source}/edit`, { prompt: 'red' });
  const again = await ws.run('/v1/images/virtual-try-on', {
    person_image_id: edited.result.id,
    outfit_image_ids: [source],
  });
  assert.equal(again.status, 'completed', JSON.stringify(again));
});

// ── Final statuses ──
check(
  'a completed image result can be fetched and is what it says',
  'Completed media URL; width, height: Pixels',
  async () => {
    const { result } = await ws.run('/v1/images/generate', { prompt: 'x' });
    const file = await media(result.url);
    assert.equal(file.status, 200);
    const picture = sniff(file.bytes);
    assert.ok(['png', 'jpeg', 'webp'].includes(picture.type), `a picture, got ${file.headers.get('content-type')}`);
    if (result.width !== null)
      assert.deepEqual(
        [picture.width, picture.height],
        [result.width, result.height],
        'the picture has the stated size',
      );
  },
);
check('a completed video result is a video', 'type | `image` or `video`', async () => {
  shapes.result(video);
  const file = await media(video.url);
  assert.equal(file.status, 200);
  assert.ok(['mp4', 'webm'].includes(sniff(file.bytes).type), `a video, got ${file.headers.get('content-type')}`);
});
check(
  'a failed job names its failure and gives the charge back',
  'failed: error.code and error.message; `sandbox:fail=<failure code>`; Every failed or blocked job is refunded',
  async () => {
    for (const code of ['input_rejected', 'provider_unavailable', 'queue_timeout', 'generation_failed']) {
      const job = shapes.job(await ws.run('/v1/images/generate', { prompt: `x sandbox:fail=${code}` }));
      assert.deepEqual([job.status, job.error.code, job.credits_used, job.result], ['failed', code, 0, null]);
    }
  },
);
for (const [word, why] of [
  ['block', 'input refused'],
  ['nsfw', 'output filtered'],
]) {
  check(
    `sandbox:${word} ends policy_blocked (${why})`,
    '`sandbox:block` → `policy_blocked`, `sandbox:nsfw` → `policy_blocked`; error present (v1)',
    async () => {
      const job = shapes.job(await ws.run(`/v1/images/${source}/edit`, { prompt: `x sandbox:${word}` }));
      assert.deepEqual([job.status, job.credits_used, job.result], ['policy_blocked', 0, null]);
    },
  );
}
check(
  'an engine that is unavailable once is tried again',
  '`sandbox:flaky=<n>` (the engine is unavailable n times, then succeeds)',
  async () => {
    assert.equal((await ws.run('/v1/images/generate', { prompt: 'x sandbox:flaky=1' })).status, 'completed');
  },
);
check('outputs of one request end apart', 'Each job reports its own charge; one job per output', async () => {
  const jobs = await ws.submit('/v1/images/generate', { prompt: 'x', num_images: 2 });
  for (const { id } of jobs) assert.equal((await ws.final(id)).status, 'completed');
});
check('a final status never changes', 'Final statuses never change', async () => {
  const job = await ws.run('/v1/images/generate', { prompt: 'x sandbox:fail=generation_failed' });
  assert.deepEqual(await ws.job(job.id), job);
});
check('sandbox words mean nothing outside a sandbox', 'Outside a sandbox these words mean nothing', async () => {
  const real = await workspace({ sandbox: false });
  const [job] = await real.submit(`/v1/images/${await real.image()}/edit`, {
    prompt: 'make it brighter sandbox:fail=queue_timeout',
  });
  const done = await real.final(job.id, 25_000);
  assert.notEqual(done.error?.code, 'queue_timeout', JSON.stringify(done));
});

// ── A video is no image source ──
const uses = {
  edit: () => ws.post(`/v1/images/${video.id}/edit`, { prompt: 'x' }),
  inpaint: () => ws.post(`/v1/images/${video.id}/inpaint`, { mask_image_id: maskId }),
  upscale: () => ws.post(`/v1/images/${video.id}/upscale`, {}),
  animate: () => ws.post(`/v1/images/${video.id}/animate`, {}),
  'the envelope': () => ws.post('/v1/jobs', { operation: 'edit', image_id: video.id, input: { prompt: 'x' } }),
  'person of a try-on': () =>
    ws.post('/v1/images/virtual-try-on', { person_image_id: video.id, outfit_image_ids: [garment] }),
  'garment of a try-on': () =>
    ws.post('/v1/images/virtual-try-on', { person_image_id: person, outfit_image_ids: [video.id] }),
  'reference of an edit': () => at('edit', { reference_image_ids: [video.id] }),
};
check(
  'a video result is refused as the source of image operations',
  'Video results cannot be used as sources of image-only operations (422 `invalid_source`)',
  async () => {
    for (const [name, send] of Object.entries(uses)) v1Error(await send(), 422, 'invalid_source', name);
  },
);

// ── Learning of completion ──
check('an unknown job is 404', '404 `not_found`', async () => {
  v1Error(await ws.get(`/v1/jobs/${uuid()}`), 404, 'not_found');
  v1Error(await ws.get('/v1/jobs/not-a-uuid'), [400, 404], ['invalid_request', 'not_found']);
});
check('while it runs a job has neither result nor error', 'pending, generating: result null, error null', async () => {
  const [{ id }] = await ws.submit('/v1/images/generate', { prompt: 'x sandbox:delay=700' });
  const job = shapes.job(await ws.job(id));
  assert.ok(['pending', 'generating'].includes(job.status), job.status);
  assert.equal((await ws.final(id)).status, 'completed');
});
check(
  'wait=N answers when the job ends, or after N seconds',
  '`GET /v1/jobs/{id}?wait=N` (long poll, 0–60 s)',
  async () => {
    const [{ id }] = await ws.submit('/v1/images/generate', { prompt: 'x sandbox:delay=1500' });
    const start = Date.now();
    const early = want(await ws.get(`/v1/jobs/${id}?wait=0`), 200).body;
    assert.ok(['pending', 'generating'].includes(early.status) && Date.now() - start < 1200, 'wait=0 answers at once');
    const done = shapes.job(want(await ws.get(`/v1/jobs/${id}?wait=20`), 200).body);
    assert.equal(done.status, 'completed', 'wait=20 answers with the final status');
    assert.ok(Date.now() - start < 15_000, 'and not only after 20 s');
  },
);
check('wait outside 0–60 is 400', '`wait` 0–60; 400: query parameter breaks the schema', async () => {
  const [{ id }] = await ws.submit('/v1/images/generate', { prompt: 'x' });
  for (const wait of ['61', '-1', 'abc'])
    v1Error(await ws.get(`/v1/jobs/${id}?wait=${wait}`), 400, 'invalid_request', `wait=${wait}`);
});
check('an unknown query parameter is 400', '400: body, query or path parameter: unknown field', async () => {
  for (const path of ['/v1/jobs', '/v1/account', '/v1/models', '/v1/credits/entries', '/v1/webhooks'])
    v1Error(await ws.get(`${path}?hat=1`), 400, 'invalid_request', path);
});
check(
  'the event stream sends the Job on change and closes after the final one',
  'SSE sends `event: job` with the Job as data on every change and closes after the final one',
  async () => {
    const [{ id }] = await ws.submit('/v1/images/generate', { prompt: 'x sandbox:delay=300' });
    const res = await fetch(`${ws.origin}/v1/jobs/${id}/events`, {
      headers: { authorization: `Bearer ${ws.key}` },
      signal: AbortSignal.timeout(15_000),
    });
    assert.equal(res.status, 200);
    assert.match(res.headers.get('content-type'), /^text\/event-stream/);
    const events = (await res.text()).split(/\r?\n\r?\n/).filter((e) => /^event: ?job$/m.test(e));
    const seen = events.map((e) => shapes.job(JSON.parse(/^data: ?(.*)$/m.exec(e)[1])));
    assert.ok(seen.length > 0 && seen.every((j) => j.id === id), 'events of this job');
    assert.equal(seen.at(-1).status, 'completed', 'the last event is the final one');
  },
);

check(
  'an event has an ID, and a reconnect after the final one is answered 204',
  'SSE … closes after the final one (204 ends an EventSource that reconnects)',
  async () => {
    const { id } = await ws.run('/v1/images/generate', { prompt: 'x' });
    const path = `/v1/jobs/${id}/events`;
    const [, last] = /^id: ?(.+)$/m.exec(want(await ws.get(path), 200).text) ?? [];
    assert.ok(last, 'an id: line');
    assert.equal(want(await ws.get(path, { 'last-event-id': last }), 204).text, '');
    assert.match(
      want(await ws.get(path, { 'last-event-id': 'another' }), 200).text,
      /^event: ?job$/m,
      'one that missed it',
    );
  },
);

// ── Cancel ──
check(
  'cancel ends a waiting or running job as failed / canceled, refunded',
  '`POST /v1/jobs/{id}/cancel`; job failure `canceled`; refunded',
  async () => {
    const own = await workspace();
    const before = await own.balance();
    const [{ id }] = await own.submit('/v1/images/generate', { prompt: 'x sandbox:delay=20000' });
    assert.equal(shapes.job(want(await own.post(`/v1/jobs/${id}/cancel`), 200).body).id, id, 'the answer is the Job');
    const job = shapes.job(await own.final(id, 10_000));
    assert.deepEqual([job.status, job.error.code, job.credits_used], ['failed', 'canceled', 0]);
    assert.equal(await own.balance(), before, 'the balance is as before');
  },
);
check(
  'cancel does not change a job that has ended',
  'cancel answers 200 with the Job (a job that had ended is answered as it is)',
  async () => {
    for (const prompt of ['x', 'x sandbox:fail=generation_failed']) {
      const job = await ws.run('/v1/images/generate', { prompt });
      assert.deepEqual(want(await ws.post(`/v1/jobs/${job.id}/cancel`), 200).body, job);
      assert.deepEqual(await ws.job(job.id), job);
    }
  },
);
check('cancel of an unknown job is 404', '404 `not_found`', async () =>
  v1Error(await ws.post(`/v1/jobs/${uuid()}/cancel`), 404, 'not_found'),
);

// ── List ──
check('the list pages through every job once, newest first', '`GET /v1/jobs` (cursor list)', async () => {
  const own = await workspace();
  const ids = [];
  for (let i = 0; i < 5; i++) ids.push((await own.submit('/v1/images/generate', { prompt: `number ${i}` }))[0].id);
  const listed = await pages(own, '/v1/jobs?limit=2', 'jobs', (page) =>
    assert.ok(page.jobs.length <= 2, 'limit is kept'),
  );
  listed.forEach(shapes.job);
  assert.deepEqual(
    listed.map((j) => j.id),
    ids.reverse(),
  );
});
check('the list filters by status, operation and time', 'filters `status`, `operation`, `created_after`', async () => {
  const own = await workspace();
  const good = await own.run('/v1/images/generate', { prompt: 'x' });
  const bad = await own.run('/v1/images/generate', { prompt: 'x sandbox:fail=generation_failed' });
  const film = await own.run('/v1/videos/text-to-video', { prompt: 'x' });
  const ids = async (query) => (await own.jobs(query)).map((j) => j.id).sort();
  assert.deepEqual(await ids('&status=failed'), [bad.id], 'status');
  assert.deepEqual(await ids('&operation=text_to_video'), [film.id], 'operation');
  assert.deepEqual(await ids('&operation=generate&status=completed'), [good.id], 'both');
  const before = new Date(Date.parse(film.created_at) - 1).toISOString();
  assert.deepEqual(await ids(`&created_after=${before}`), [film.id], 'created_after');
});
check(
  'a cursor belongs to the filters of its page',
  'a cursor used with other filters: 400 `invalid_request`',
  async () => {
    const own = await workspace();
    for (const prompt of ['one', 'two']) await own.submit('/v1/images/generate', { prompt });
    const first = want(await own.get('/v1/jobs?limit=1&operation=generate'), 200).body;
    const cursor = encodeURIComponent(first.page_info.next_cursor);
    for (const query of ['', 'operation=edit', 'operation=generate&status=failed'])
      v1Error(await own.get(`/v1/jobs?limit=1&cursor=${cursor}&${query}`), 400, 'invalid_request', query);
    const second = want(await own.get(`/v1/jobs?limit=1&operation=generate&cursor=${cursor}`), 200).body;
    assert.deepEqual([second.jobs.length, second.page_info.has_next_page], [1, false]);
    assert.notEqual(second.jobs[0].id, first.jobs[0].id);
  },
);
check(
  'list parameters outside their rules are 400',
  '400 `invalid_request`: query parameter breaks the schema',
  async () => {
    for (const query of [
      'status=done',
      'operation=explode',
      'created_after=yesterday',
      'limit=0',
      'limit=101',
      'limit=x',
      'cursor=%00nonsense',
    ]) {
      v1Error(await ws.get(`/v1/jobs?${query}`), 400, 'invalid_request', query);
    }
  },
);
check(
  'models lists every public name',
  "`GET /v1/models` (models, operations, options, prices, what the caller's plan may use)",
  async () => {
    const { text } = want(await ws.get('/v1/models'), 200);
    for (const name of [
      'v6',
      'v5',
      'v4',
      'v4x',
      'v1',
      'nano-banana',
      'nano-banana-pro',
      'nano-banana-2',
      'upscale-1',
      'video-3',
      'video-2.5',
    ])
      assert.ok(text.includes(`"${name}"`), name);
  },
);
/** What the engine of an operation of a model can do, as the service says. */
async function abilities(who, operation) {
  const { models } = want(await who.get('/v1/models'), 200).body;
  const model = models.find((m) => m.default_for.includes(operation));
  return { model, ...model.engines.find((e) => e.operation === operation) };
}
check(
  'models name for each operation the engine and what it can do',
  "`GET /v1/models` (models, operations, options, prices, what the caller's plan may use)",
  async () => {
    const real = await workspace({ sandbox: false });
    const lists = await Promise.all([ws, real].map(async (who) => want(await who.get('/v1/models'), 200).body.models));
    for (const { name, operations, engines, available, gated, prices } of lists.flat()) {
      assert.deepEqual(
        engines.map((e) => e.operation).sort(),
        [...operations].sort(),
        `${name}: one entry per operation`,
      );
      for (const entry of engines)
        shapes.fields(
          entry,
          {
            engine: shapes.orNull(shapes.is.text),
            text_only: shapes.is.boolean,
            prompt: shapes.oneOf('free', 'instructions', 'hints', 'none'),
            about: shapes.is.string,
            examples: shapes.is.array,
          },
          `${name} ${entry.operation}`,
        );
      assert.ok([available, gated].every(shapes.is.boolean) && prices.standard > 0, `${name}: access and prices`);
    }
    for (const operation of Object.keys(operations))
      assert.ok((await abilities(ws, operation)).engine, `${operation} is served`);
  },
);
check(
  'what the engine cannot do is refused with 422 before the charge',
  '422 `unsupported_option`: valid in itself but not with this model or operation',
  async (t) => {
    const own = await workspace({ sandbox: false, credits: 100 });
    const image = await own.image();
    const requests = [
      ['generate', (a) => !a.text_only, '/v1/images/generate', { prompt: 'a red coat' }],
      ['text_to_video', (a) => !a.text_only, '/v1/videos/text-to-video', { prompt: 'a walk by the sea' }],
      ['edit', (a) => a.prompt === 'instructions', `/v1/images/${image}/edit`, { prompt: 'write a poem about trains' }],
    ];
    let refused = 0;
    for (const [operation, isImpossible, path, body] of requests) {
      if (!isImpossible(await abilities(own, operation))) continue;
      v1Error(await own.post(path, body), 422, 'unsupported_option', operation);
      refused++;
    }
    assert.equal(await own.balance(), 100, 'nothing was charged');
    assert.deepEqual(await own.jobs(), [], 'no job was made');
    if (!refused) t.skip('the engines of this service can do all of it');
  },
);
