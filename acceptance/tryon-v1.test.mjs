import assert from 'node:assert/strict';
import { check } from './lib/check.mjs';
import { show, uuid, want, workspace } from './lib/client.mjs';
import { imageServer } from './lib/imageServer.mjs';
import { submission, v1Error } from './lib/shapes.mjs';

const TRY_ON = '/v1/images/virtual-try-on';
const ws = await workspace({ model_access: ['v4', 'v4x', 'v5'] });
const web = await imageServer();
const person = await ws.image();
const garments = await Promise.all(
  Array.from({ length: 5 }, () => ws.image(undefined, { type: 'virtual-try-on-outfit' })),
);
const products = await Promise.all(Array.from({ length: 5 }, () => ws.reference('outfit').then((a) => a.id)));
const urls = Array.from({ length: 5 }, (_, i) => web.url(`/photo.png?${i}`));
const valid = { person_image_id: person, outfit_image_ids: [garments[0]] };
const tryOn = (fields, headers) => ws.post(TRY_ON, { ...valid, ...fields }, headers);

// ── Sources ──
const persons = { person_image_id: person, person_image_url: web.url('/photo.jpg') };
const arrays = { outfit_image_ids: garments, outfit_image_urls: urls, outfit_asset_ids: products };
for (const [one, source] of Object.entries(persons)) {
  for (const [many, list] of Object.entries(arrays)) {
    check(
      `${one} combines with ${many}`,
      'Any person source combines with any garment source (six valid combinations)',
      async () => {
        const [job] = submission(want(await ws.post(TRY_ON, { [one]: source, [many]: [list[0]] }), 202).body);
        const done = await ws.final(job.id);
        assert.equal(done.status, 'completed', JSON.stringify(done));
        assert.equal(done.result.type, 'image');
      },
      { urls: one.endsWith('url') || many.endsWith('urls') },
    );
  }
}

const SOURCES =
  'exactly one person field (person_image_id or person_image_url) and exactly one garment array per request';
const without = { person_image_id: undefined, outfit_image_ids: undefined };
const sources = {
  'no person': { person_image_id: undefined },
  'two persons': { person_image_url: urls[0] },
  'no garment array': { outfit_image_ids: undefined },
  'two garment arrays': { outfit_asset_ids: [products[0]] },
  'three garment arrays': { outfit_asset_ids: [products[0]], outfit_image_urls: [urls[0]] },
  'neither person nor garment': without,
  'one person, the other null': { person_image_url: null },
  'one garment array, another null': { outfit_asset_ids: null },
  'one garment array, another empty': { outfit_asset_ids: [] },
};
check('none or two of the sources are 400', SOURCES, async () => {
  for (const [name, fields] of Object.entries(sources)) v1Error(await tryOn(fields), 400, 'invalid_request', name);
});

// ── Every field's own rules ──
const wrong = {
  model: ['v9', 'V6', '', 6, null],
  resolution: ['ultra', 'HIGH', 1, null],
  num_images: [0, 9, -1, 1.5, '2', null, true],
  seed: [1.5, '1', null, true],
  aspect_ratio: [5, null, ['1:1']],
  person_image_id: ['not-a-uuid', '', 5, null, [person]],
  outfit_image_ids: ['x', [], garments, ['not-a-uuid'], [null], null, { 0: garments[0] }],
  prompt: [5, null, ['a'], {}],
  style: [5, null, ['a']],
  asset_ids: ['x', [5], [null], null],
  speed: [5, null, true],
};
for (const [field, values] of Object.entries(wrong)) {
  check(
    `${field}: a value of the wrong type or out of range is 400, and the message points at it`,
    'body breaks the schema: … wrong type, `null` for an optional setting, out of range. The message names the field by JSON pointer',
    async () => {
      for (const value of values) {
        const body = v1Error(await tryOn({ [field]: value }), 400, 'invalid_request', JSON.stringify(value));
        assert.ok(
          body.message.includes(`/${field}`),
          `${field} = ${JSON.stringify(value)}: the message wants the pointer /${field}: ${body.message}`,
        );
      }
    },
  );
}
check('person_image_url: what is not a URL is 400', 'person_image_url | string, URI', async () => {
  for (const value of ['nonsense', '', 5, null]) {
    v1Error(
      await ws.post(TRY_ON, { person_image_url: value, outfit_image_ids: [garments[0]] }),
      400,
      'invalid_request',
      JSON.stringify(value),
    );
  }
});
check(
  'an address that no client could open is 400, and the limit of its length is named',
  'an address that no client could open: 400 `invalid_request`',
  async () => {
    const long = `https://shop.example/${'x'.repeat(2048)}`;
    for (const address of [
      'http://',
      'http://shop.example:99999/a.png',
      'http://[::1',
      'ftp://shop.example/a.png',
      long,
    ])
      for (const [pointer, fields] of [
        ['/person_image_url', { person_image_url: address, outfit_image_ids: [garments[0]] }],
        ['/outfit_image_urls/0', { person_image_id: person, outfit_image_urls: [address] }],
      ]) {
        const { message } = v1Error(await ws.post(TRY_ON, fields), 400, 'invalid_request', address.slice(0, 80));
        assert.ok(message.startsWith(pointer), `${message} names ${pointer}`);
        if (address === long) assert.match(message, /2,?048/, message);
      }
  },
);
check('a seed is any integer that JSON readers keep exactly', 'seed | integer', async () => {
  const sources = { person_image_id: person, outfit_image_ids: [garments[0]] };
  for (const seed of [2 ** 31, 2 ** 32 - 1, Number.MAX_SAFE_INTEGER, -Number.MAX_SAFE_INTEGER])
    want(await ws.post(TRY_ON, { ...sources, seed }), 202, String(seed));
});
for (const [field, item] of [
  ['outfit_image_urls', urls[0]],
  ['outfit_asset_ids', products[0]],
]) {
  check(`${field}: 1 to 4 items of the stated kind`, `${field} | array | 1 to 4 items`, async () => {
    for (const value of [[], Array(5).fill(item), ['nonsense'], [5], item, null]) {
      v1Error(
        await ws.post(TRY_ON, { person_image_id: person, [field]: value }),
        400,
        'invalid_request',
        JSON.stringify(value),
      );
    }
  });
}
check('an unknown field is rejected by name', 'Unknown fields are rejected', async () => {
  for (const field of [
    'garment',
    'outfit_asset_id',
    'outfit_image_id',
    'version_id',
    'create_version',
    'Model',
    'numImages',
    'n',
  ]) {
    const body = v1Error(await tryOn({ [field]: person }), 400, 'invalid_request', field);
    assert.ok(body.message.includes(field), `the message wants the field's name ${field}: ${body.message}`);
  }
});
check('a body that is no object is 400', 'body … breaks the schema', async () => {
  for (const body of ['[]', '"x"', 'null', '5', 'true'])
    v1Error(await ws.post(TRY_ON, body), 400, 'invalid_request', body);
});

// ── What is valid is accepted ──
check('every optional setting at once is accepted', 'the request body table', async () => {
  const scene = await ws.reference('preset', { preset_class: 'human_studio' });
  const fields = {
    model: 'v6',
    resolution: 'high',
    num_images: 2,
    seed: 7,
    aspect_ratio: '3:4',
    prompt: 'sleeves rolled up',
    style: 'studio',
    asset_ids: [scene.id],
    speed: 'fast',
  };
  submission(want(await tryOn(fields), 202).body, 2);
});
check('omitted settings mean v6, standard, one output', 'Omitted settings mean v6, standard, one output', async () => {
  const four = { person_image_id: person, outfit_image_ids: garments.slice(0, 4) };
  const [plain] = submission(
    want(await ws.post(TRY_ON, four), 202, 'four garments without a model (only v6-class models take four)').body,
    1,
  );
  const [explicit] = submission(
    want(await ws.post(TRY_ON, { ...four, model: 'v6', resolution: 'standard', num_images: 1 }), 202).body,
    1,
  );
  assert.equal(plain.credits_used, explicit.credits_used, 'the defaults cost what v6, standard, 1 costs');
});
check(
  'every aspect ratio of v6 is accepted',
  'Aspect ratios: `1:1 2:3 3:2 3:4 4:3 4:5 5:4 9:16 16:9 21:9`',
  async () => {
    for (const ratio of ['1:1', '2:3', '3:2', '3:4', '4:3', '4:5', '5:4', '9:16', '16:9', '21:9'])
      want(await tryOn({ aspect_ratio: ratio }), 202, ratio);
  },
);
check('21:9 is not for v1, v4, v4x, v5', '`v1`, `v4*`, `v5`: without `21:9`', async () => {
  for (const model of ['v1', 'v4', 'v4x', 'v5'])
    v1Error(await tryOn({ model, aspect_ratio: '21:9' }), 422, 'unsupported_option', model);
});
check('an aspect ratio that no model has is refused', 'aspect_ratio | Optional, model-dependent', async () => {
  for (const ratio of ['7:5', 'wide', ''])
    v1Error(await tryOn({ aspect_ratio: ratio }), [400, 422], ['invalid_request', 'unsupported_option'], ratio);
});

const limits = { v6: 4, v5: 3, v4: 2, v4x: 2, v1: 1, 'nano-banana': 3, 'nano-banana-pro': 4, 'nano-banana-2': 4 };
for (const [model, limit] of Object.entries(limits)) {
  check(
    `${model} takes up to ${limit} garments`,
    'Garments at most (models table); over it 422 `unsupported_option`, over four 400',
    async () => {
      want(await tryOn({ model, outfit_image_ids: garments.slice(0, limit) }), 202, `${limit} garments`);
      const over = await tryOn({ model, outfit_image_ids: garments.slice(0, limit + 1) });
      if (limit === 4) v1Error(over, 400, 'invalid_request', '5 garments');
      else v1Error(over, 422, 'unsupported_option', `${limit + 1} garments`);
    },
  );
}
check(
  'each model takes its own speeds and no other',
  '`speed` column of the models table; V6 accepts `fast`',
  async () => {
    const speeds = {
      v6: ['fast'],
      v5: ['fast', 'balanced', 'quality'],
      v4: ['fast', 'balanced', 'quality'],
      v1: ['fast', 'quality'],
      'nano-banana-2': [],
    };
    for (const [model, allowed] of Object.entries(speeds)) {
      for (const speed of ['fast', 'balanced', 'quality']) {
        const res = await tryOn({ model, speed });
        if (allowed.includes(speed)) want(res, 202, `${model} ${speed}`);
        else v1Error(res, 422, 'unsupported_option', `${model} ${speed}`);
      }
    }
    v1Error(
      await tryOn({ speed: 'warp' }),
      [400, 422],
      ['invalid_request', 'unsupported_option'],
      'a speed that no model has',
    );
  },
);
check(
  'v4, v4x and v5 need account access, the others do not',
  'v4, v4x and v5 can require account access: 403 `model_access_required`, `true` / `request_access`',
  async () => {
    const plain = await workspace({ plan: 'pro', model_access: [] });
    const fields = { person_image_id: await plain.image(), outfit_image_ids: [await plain.image()] };
    for (const model of ['v4', 'v4x', 'v5']) {
      const body = v1Error(await plain.post(TRY_ON, { ...fields, model }), 403, 'model_access_required', model);
      assert.deepEqual([body.cta, body.next_action], [true, 'request_access'], `${model}: cta and next_action`);
    }
    for (const model of ['v6', 'v1', 'nano-banana', 'nano-banana-pro', 'nano-banana-2'])
      want(await plain.post(TRY_ON, { ...fields, model }), 202, model);
  },
);

// ── Jobs ──
check('one job is created per output, 1 to 8', 'One job is created per output; num_images 1 to 8', async () => {
  for (const n of [1, 3, 8]) submission(want(await tryOn({ num_images: n }), 202).body, n);
});
check(
  'the creation snapshot is a Job with every field, unfinished',
  'All Job fields are required in responses; pending, generating: result null, error null',
  async () => {
    const res = want(await tryOn({ prompt: 'sandbox:delay=500' }), 202);
    const [job] = submission(res.body);
    assert.ok(['pending', 'generating'].includes(job.status), show(res));
    assert.ok(Math.abs(Date.parse(job.created_at) - Date.now()) < 60_000, 'created_at is the creation time');
    assert.match(job.task ?? '', /^virtual_try_on(\.|$)/, '`task` = `<operation>` or `<operation>.<engine>`');
    assert.ok(job.credits_used > 0, 'a try-on is charged');
  },
);

// ── References that do not resolve ──
check('a source that does not exist is 404', '404 `not_found`', async () => {
  for (const fields of [
    { person_image_id: uuid() },
    { outfit_image_ids: [garments[0], uuid()] },
    { asset_ids: [uuid()] },
  ]) {
    v1Error(await tryOn(fields), 404, 'not_found', JSON.stringify(fields));
  }
  v1Error(
    await ws.post(TRY_ON, { person_image_id: person, outfit_asset_ids: [uuid()] }),
    404,
    'not_found',
    'outfit_asset_ids',
  );
});
check(
  'a product without a source image is no visual reference',
  '422 `invalid_source`: an asset has no reference image / the wrong type',
  async () => {
    const empty = await ws.asset({ type: 'outfit' });
    v1Error(await ws.post(TRY_ON, { person_image_id: person, outfit_asset_ids: [empty.id] }), 422, 'invalid_source');
  },
);
check('an asset that is no product is refused as a garment', '422 `invalid_source`: … the wrong type', async () => {
  const avatar = await ws.reference('model');
  v1Error(await ws.post(TRY_ON, { person_image_id: person, outfit_asset_ids: [avatar.id] }), 422, 'invalid_source');
});

// ── Pictures by URL ──
const byUrl = (url) => ws.post(TRY_ON, { person_image_id: person, outfit_image_urls: [url] });
check(
  'a URL that gives no usable picture fails the job as input_rejected and is refunded',
  'at most 3 redirects, 15 MiB, 20 s, image by bytes; failure = job `failed` / `input_rejected`, refunded',
  async () => {
    for (const path of ['/missing.png', '/lying.png', '/large.png', '/hop/4']) {
      const job = await ws.final(submission(want(await byUrl(web.url(path)), 202).body)[0].id);
      assert.deepEqual(
        [job.status, job.error?.code, job.credits_used],
        ['failed', 'input_rejected', 0],
        `${path}: ${JSON.stringify(job)}`,
      );
    }
  },
  { urls: true },
);
check(
  'a picture is known by its bytes and through three redirects',
  'at most 3 redirects … image by bytes',
  async () => {
    for (const path of ['/untyped', '/photo.webp', '/hop/3']) {
      const job = await ws.final(submission(want(await byUrl(web.url(path)), 202).body)[0].id);
      assert.equal(job.status, 'completed', `${path}: ${JSON.stringify(job)}`);
    }
  },
  { urls: true },
);
check('an address that is not public is never asked', 'public unicast addresses only', async (t) => {
  const inside = await imageServer('127.0.0.2').catch(() => null);
  if (!inside) return t.skip('this machine has no address 127.0.0.2');
  for (const url of [
    inside.url('/photo.png'),
    inside.url('/photo.png').replace('127.0.0.2', '2130706434'),
    `http://[::ffff:127.0.0.2]:${new URL(inside.url('/')).port}/photo.png`,
  ]) {
    const res = await byUrl(url);
    if (res.status === 202) {
      const job = await ws.final(submission(res.body)[0].id, 25_000);
      assert.deepEqual([job.status, job.error?.code], ['failed', 'input_rejected'], `${url}: ${JSON.stringify(job)}`);
    } else v1Error(res, [400, 422], ['invalid_request', 'invalid_source'], url);
  }
  assert.deepEqual(inside.hits, [], 'no connection reached the private address');
  inside.close();
});
