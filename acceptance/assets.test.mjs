import assert from 'node:assert/strict';
import { check } from './lib/check.mjs';
import { pages, uuid, want, workspace } from './lib/client.mjs';
import * as images from './lib/images.mjs';
import { asset, assetPage, legacyError, PRESET_CLASSES, record } from './lib/shapes.mjs';

const ws = await workspace();
const list = async (who, query) => want(await who.get(`/assets?${query}`), 200, `GET /assets?${query}`).body;
const page = async (who, query) => assetPage(await list(who, `paginated=true&${query}`));
const ids = (assets) => assets.map((a) => a.id);
/** Records of GET /assets/{id}/images. */
const imagesOf = async (id, query = '') => want(await ws.get(`/assets/${id}/images${query}`), 200).body.map(record);

// ── Create ──
for (const [type, extra] of Object.entries({
  outfit: { sku: 'SKU-1' },
  model: { characteristics: { age: 30, hair: { colour: 'black' } } },
  preset: { preset_class: 'human_studio', prompt: 'grey wall', characteristics: { light: 'soft' } },
})) {
  check(
    `${type}: POST /assets answers 201 with the asset`,
    'Response: the asset, including its `id`; POST /assets → 201',
    async () => {
      const made = asset(await ws.asset({ type, alias: `my ${type}`, ...extra }));
      assert.deepEqual([made.type, made.alias, made.public, made.image_count], [type, `my ${type}`, false, 0]);
      for (const [field, value] of Object.entries(extra)) assert.deepEqual(made[field], value, field);
    },
  );
}
check(
  'what an asset cannot be is 400',
  'Body: `type` (`outfit`, `model`, `preset`), `alias`, optional `sku`, `characteristics` (object, ≤ 16 KiB)',
  async () => {
    const good = { type: 'model', alias: 'a' };
    for (const fields of [
      { type: 'shoe' },
      { type: undefined },
      { type: null },
      { alias: undefined },
      { alias: 5 },
      { alias: ' ' },
      { sku: 5 },
      { characteristics: 'tall' },
      { characteristics: [1] },
      { type: 'preset', preset_class: 'moon' },
    ]) {
      legacyError(await ws.post('/assets', { ...good, ...fields }), 400, 'invalid_request', JSON.stringify(fields));
    }
    want(
      await ws.post('/assets', { ...good, characteristics: { note: 'x'.repeat(16_000) } }),
      201,
      'just under 16 KiB',
    );
    legacyError(
      await ws.post('/assets', { ...good, characteristics: { note: 'x'.repeat(16 * 1024) } }),
      [400, 413],
      ['invalid_request', 'payload_too_large'],
      'over 16 KiB',
    );
  },
);
check(
  'every preset class is accepted',
  'Preset classes named: human_studio, human_location, ghost_mannequin, flat_lay, product_packshot',
  async () => {
    for (const preset_class of PRESET_CLASSES)
      assert.equal((await ws.asset({ type: 'preset', preset_class })).preset_class, preset_class);
  },
);

// ── Update, delete ──
check(
  'PATCH changes what it names and nothing else',
  'PATCH /assets/{id} (`alias`, `sku`, `characteristics`, `prompt`, `preset_class`, `display_image_id`)',
  async () => {
    const made = await ws.asset({ type: 'preset', alias: 'before', prompt: 'p', preset_class: 'flat_lay' });
    const changed = asset(
      want(await ws.patch(`/assets/${made.id}`, { alias: 'after', characteristics: { a: 1 } }), 200).body,
    );
    assert.deepEqual(
      [changed.id, changed.alias, changed.characteristics, changed.prompt, changed.preset_class, changed.created_at],
      [made.id, 'after', { a: 1 }, 'p', 'flat_lay', made.created_at],
    );
    assert.ok(changed.updated_at >= made.updated_at, 'updated_at moves on');
    legacyError(await ws.patch(`/assets/${made.id}`, { alias: 5 }), 400, 'invalid_request');
    legacyError(await ws.patch(`/assets/${made.id}`, { preset_class: 'moon' }), 400, 'invalid_request');
    legacyError(await ws.patch(`/assets/${uuid()}`, { alias: 'x' }), 404, 'not_found');
  },
);
check('PATCH display_image_id sets the thumbnail', 'display_image | Thumbnail only', async () => {
  const made = await ws.reference('outfit');
  const [{ id }] = await imagesOf(made.id);
  assert.ok(
    asset(want(await ws.patch(`/assets/${made.id}`, { display_image_id: id }), 200).body).display_image,
    'display_image is a URL',
  );
  legacyError(await ws.patch(`/assets/${made.id}`, { display_image_id: uuid() }), 404, 'not_found');
});
check('DELETE removes the asset and keeps its images', 'DELETE /assets/{id} → 204 (images stay)', async () => {
  const made = await ws.reference('outfit');
  const [{ id }] = await imagesOf(made.id);
  assert.equal(want(await ws.delete(`/assets/${made.id}`), 204).text, '');
  legacyError(await ws.get(`/assets/${made.id}/images`), 404, 'not_found');
  legacyError(await ws.delete(`/assets/${made.id}`), 404, 'not_found', 'again');
  assert.deepEqual((await ws.record(id)).assets, [], 'the image stays, unlinked');
  assert.ok(!ids(await list(ws, 'type=outfit')).includes(made.id), 'gone from the list');
});

// ── Lists ──
const shop = await workspace();
const made = { model: [], outfit: [], preset: [] };
for (const [type, alias, extra] of [
  ['model', 'Anna', {}],
  ['model', 'Bob', { sku: 'bob-1' }],
  ['outfit', 'Red Coat', { sku: 'COAT-RED' }],
  ['outfit', 'Blue coat', { sku: 'COAT-BLUE' }],
  ['outfit', 'Hat', { sku: 'HAT-100%' }],
  ['preset', 'Studio grey', { preset_class: 'human_studio' }],
  ['preset', 'Studio white', { preset_class: 'human_studio' }],
  ['preset', 'Table coat', { preset_class: 'flat_lay' }],
])
  made[type].push((await shop.asset({ type, alias, ...extra })).id);
const newest = (type) => [...made[type]].reverse();

check(
  'unpaginated, the list is a bare array, of avatars when type is omitted',
  'without paginated=true the response is a bare array of assets; `type` default `model` when omitted',
  async () => {
    const bare = await list(shop, '');
    assert.ok(Array.isArray(bare), 'a bare array');
    bare.forEach(asset);
    assert.deepEqual(ids(bare).sort(), [...made.model].sort());
    assert.ok(Array.isArray(await list(shop, 'paginated=false')), 'paginated=false too');
  },
);
check('paginated, the list is a page object', 'with paginated=true it is the Asset list page object', async () => {
  const body = await page(shop, '');
  assert.deepEqual(
    [ids(body.assets), body.total_count, body.page_info.limit, body.page_info.has_next_page],
    [newest('model'), 2, 20, false],
  );
});
check('type chooses the kind', '`type` (such as model, outfit, preset)', async () => {
  for (const type of ['model', 'outfit', 'preset']) {
    assert.deepEqual(ids(await list(shop, `type=${type}`)).sort(), [...made[type]].sort(), `bare ${type}`);
    assert.deepEqual(ids((await page(shop, `type=${type}`)).assets), newest(type), `page of ${type}, newest first`);
  }
});
check(
  'pages follow the cursor to the end',
  'When has_next_page is true, send next_cursor as the next cursor',
  async () => {
    const all = await pages(shop, '/assets?paginated=true&type=outfit&limit=2', 'assets', (body, n) => {
      assetPage(body);
      assert.deepEqual([body.total_count, body.page_info.limit, body.assets.length], [3, 2, n === 0 ? 2 : 1]);
    });
    assert.deepEqual(ids(all), newest('outfit'));
  },
);
check(
  'a cursor belongs to the filters of its page',
  'a cursor used with other filters: 400 `invalid_request`',
  async () => {
    const { next_cursor } = (await page(shop, 'type=outfit&limit=1')).page_info;
    const cursor = encodeURIComponent(next_cursor);
    for (const query of ['type=preset', 'type=outfit&search=coat', 'type=outfit&include_public=true', ''])
      legacyError(
        await shop.get(`/assets?paginated=true&limit=1&cursor=${cursor}&${query}`),
        400,
        'invalid_request',
        query,
      );
    assert.deepEqual(ids((await page(shop, `type=outfit&limit=2&cursor=${cursor}`)).assets), newest('outfit').slice(1));
  },
);
check('a cursor is stable under inserts', 'Cursor order is newest first, stable under inserts', async () => {
  const own = await workspace();
  const old = [];
  for (let i = 0; i < 6; i++) old.unshift((await own.asset({ type: 'outfit' })).id);
  const all = await pages(own, '/assets?paginated=true&type=outfit&limit=2', 'assets', () =>
    own.asset({ type: 'outfit' }),
  );
  assert.deepEqual(ids(all), old, 'every old asset once, in order, whatever came meanwhile');
});
check('search looks in alias and sku, whatever the case', '`search` (case-insensitive in alias and sku)', async () => {
  const found = async (search, type = 'outfit') =>
    ids((await page(shop, `type=${type}&search=${encodeURIComponent(search)}`)).assets);
  assert.deepEqual(await found('COAT'), [made.outfit[1], made.outfit[0]]);
  assert.deepEqual(await found('coat-red'), [made.outfit[0]]);
  assert.deepEqual(await found('BOB', 'model'), [made.model[1]]);
  assert.deepEqual(await found('nothing'), []);
  assert.deepEqual(await found('%'), [made.outfit[2]], 'a per cent sign is a letter like any other');
  assert.deepEqual(await found('_'), [], 'so is an underscore');
});
check('preset_class filters presets', '`preset_class`', async () => {
  assert.deepEqual(ids((await page(shop, 'type=preset&preset_class=human_studio')).assets), [
    made.preset[1],
    made.preset[0],
  ]);
  assert.equal((await page(shop, 'type=preset&preset_class=ghost_mannequin')).total_count, 0);
});
check(
  'facets count under the same filters but their own',
  '`facets`: counts under the same filters but its own',
  async () => {
    const { facets } = await page(shop, 'type=preset&preset_class=human_studio');
    assert.deepEqual(
      [facets.preset_class.human_studio, facets.preset_class.flat_lay],
      [2, 1],
      'preset_class counts ignore the class filter',
    );
    const searched = (await page(shop, 'type=outfit&search=coat')).facets;
    assert.deepEqual(
      [searched.type.outfit, searched.type.preset, searched.type.model ?? 0],
      [2, 1, 0],
      'type counts keep the search and ignore the type',
    );
  },
);
check('list parameters outside their rules are 400', '`limit` 1–100 (default 20)', async () => {
  for (const query of [
    'limit=0',
    'limit=101',
    'limit=x',
    'limit=1.5',
    'cursor=nonsense',
    'type=shoe',
    'preset_class=moon',
    'include_public=maybe',
  ]) {
    legacyError(await shop.get(`/assets?paginated=true&${query}`), 400, 'invalid_request', query);
  }
  await page(shop, 'limit=1');
  await page(shop, 'limit=100');
});

// ── Public library ──
check(
  'shared assets appear only when asked for',
  '`include_public` (boolean; includes shared library assets); `public_only`',
  async () => {
    for (const type of ['model', 'preset']) {
      const mine = await list(shop, `type=${type}`);
      assert.ok(
        mine.every((a) => !a.public),
        'not by default',
      );
      const both = await list(shop, `type=${type}&include_public=true`);
      assert.ok(made[type].every((id) => ids(both).includes(id)) && both.some((a) => a.public), 'include_public: both');
      const shared = await list(shop, `type=${type}&public_only=true`);
      assert.ok(shared.length > 0 && shared.every((a) => a.public), 'public_only: only shared ones');
      const paged = await pages(shop, `/assets?paginated=true&type=${type}&public_only=true&limit=2`, 'assets');
      assert.deepEqual(ids(paged).sort(), ids(shared).sort(), 'the same in pages');
    }
  },
);
check(
  'the library has three avatars and a preset of each class',
  'at least 3 avatars and one preset of each class',
  async () => {
    assert.ok((await list(ws, 'type=model&public_only=true')).length >= 3, 'avatars');
    const classes = new Set((await list(ws, 'type=preset&public_only=true')).map((a) => a.preset_class));
    assert.deepEqual(
      PRESET_CLASSES.filter((c) => !classes.has(c)),
      [],
      'classes without a preset',
    );
  },
);
check(
  'a shared asset is read-only and usable',
  'A public asset is read-only: 403; the preset is usable for generation',
  async () => {
    const [avatar] = await list(ws, 'type=model&public_only=true');
    const [scene] = await list(ws, 'type=preset&public_only=true');
    for (const { id } of [avatar, scene]) {
      want(await ws.patch(`/assets/${id}`, { alias: 'mine' }), 403);
      want(await ws.delete(`/assets/${id}`), 403);
      want(await ws.upload(images.png(), { path: `/assets/${id}/images`, type: 'training' }), 403);
    }
    const job = await ws.run('/v1/images/generate', { asset_ids: [avatar.id, scene.id], prompt: 'x' });
    assert.equal(job.status, 'completed', JSON.stringify(job));
  },
);

// ── Images of an asset ──
for (const [type, upload] of [
  ['model', 'training'],
  ['preset', 'training'],
  ['outfit', 'virtual-try-on-outfit'],
]) {
  check(
    `POST /assets/{id}/images links an upload to a ${type}`,
    '`type` (`training` for avatar or preset references, `virtual-try-on-outfit` for garments). Uploads and links; → 201',
    async () => {
      const to = await ws.asset({ type });
      const made = record(
        want(await ws.upload(images.JPEG, { path: `/assets/${to.id}/images`, type: upload }), 201).body,
      );
      assert.equal(made.is_asset_reference, true);
      assert.ok(JSON.stringify(made.assets).includes(to.id), 'assets: items carry a resource ID');
      assert.deepEqual(
        (await imagesOf(to.id, '?for_training=true')).map((r) => r.id),
        [made.id],
      );
      const [listed] = (await list(ws, `type=${type}`)).filter((a) => a.id === to.id);
      assert.equal(listed.image_count, 1);
    },
  );
}
check('an upload to an asset keeps the rules of uploads', 'POST /assets/{id}/images: Multipart form', async () => {
  const { id } = await ws.asset({ type: 'outfit' });
  const path = `/assets/${id}/images`;
  legacyError(await ws.upload(images.GIF, { path, type: 'virtual-try-on-outfit' }), 415, 'unsupported_media_type');
  legacyError(await ws.upload(images.png(), { path, type: 'nonsense' }), 400, 'invalid_request');
  legacyError(await ws.upload(images.png(), { path: `/assets/${uuid()}/images`, type: 'training' }), 404, 'not_found');
  assert.deepEqual(await imagesOf(id), [], 'nothing was linked');
});
check(
  'POST /images/{id}/asset links an existing upload',
  'Links an existing uploaded image to the asset and marks it a source reference',
  async () => {
    const to = await ws.asset({ type: 'outfit' });
    const image = await ws.image();
    const linked = record(want(await ws.post(`/images/${image}/asset`, { asset_id: to.id }), 200).body);
    assert.deepEqual([linked.id, linked.is_asset_reference], [image, true]);
    assert.deepEqual(
      (await imagesOf(to.id, '?for_training=true')).map((r) => r.id),
      [image],
    );
    const job = await ws.run('/v1/images/virtual-try-on', {
      person_image_id: await ws.image(),
      outfit_asset_ids: [to.id],
    });
    assert.equal(job.status, 'completed', 'the product is now a visual reference');
    for (const body of [{}, { asset_id: 'x' }, { asset_id: null }])
      legacyError(await ws.post(`/images/${image}/asset`, body), 400, 'invalid_request', JSON.stringify(body));
    legacyError(await ws.post(`/images/${image}/asset`, { asset_id: uuid() }), 404, 'not_found', 'no such asset');
    legacyError(await ws.post(`/images/${uuid()}/asset`, { asset_id: to.id }), 404, 'not_found', 'no such image');
  },
);
check('linking twice counts once', 'image_count', async () => {
  const to = await ws.asset({ type: 'outfit' });
  const image = await ws.image();
  for (let i = 0; i < 2; i++) want(await ws.post(`/images/${image}/asset`, { asset_id: to.id }), 200);
  assert.equal((await imagesOf(to.id)).length, 1);
});
check(
  'for_training narrows the collection to references',
  "`for_training=true` returns the asset's reference images; omitting the filter returns the wider image collection",
  async () => {
    const to = await ws.reference('outfit');
    const references = (await imagesOf(to.id, '?for_training=true')).map((r) => r.id);
    const all = (await imagesOf(to.id)).map((r) => r.id);
    assert.equal(references.length, 1);
    assert.ok(
      references.every((id) => all.includes(id)),
      'the wider collection holds the references',
    );
  },
);
check('several photos are one product', 'Multiple photos of one product belong inside one asset', async () => {
  const to = await ws.reference('outfit');
  for (let i = 0; i < 2; i++)
    want(await ws.upload(images.png(), { path: `/assets/${to.id}/images`, type: 'virtual-try-on-outfit' }), 201);
  const res = await ws.post('/v1/images/virtual-try-on', {
    model: 'v1',
    person_image_id: await ws.image(),
    outfit_asset_ids: [to.id],
  });
  assert.equal(
    (await ws.final(want(res, 202, 'one product of three photos for a model of one garment').body.jobs[0].id)).status,
    'completed',
  );
});

// ── Analyze ──
check(
  'analyze-preset suggests a name, a class and a prompt',
  'POST /assets/analyze-preset `{"image_ids": [1..3]}` → `{"name", "preset_class", "prompt"}`, synchronous',
  async () => {
    const uploads = [await ws.image(), await ws.image(images.JPEG), await ws.image()];
    for (const n of [1, 3]) {
      const { body } = want(await ws.post('/assets/analyze-preset', { image_ids: uploads.slice(0, n) }), 200);
      assert.ok(
        body.name && typeof body.name === 'string' && body.prompt && typeof body.prompt === 'string',
        JSON.stringify(body),
      );
      assert.ok(PRESET_CLASSES.includes(body.preset_class), body.preset_class);
    }
  },
);
check('analyze-preset takes one to three of your images', 'Analyze preset input | 1 to 3 images', async () => {
  const id = await ws.image();
  for (const body of [{}, { image_ids: [] }, { image_ids: Array(4).fill(id) }, { image_ids: id }, { image_ids: ['x'] }])
    legacyError(
      await ws.post('/assets/analyze-preset', body),
      400,
      'invalid_request',
      JSON.stringify(body).slice(0, 80),
    );
  legacyError(await ws.post('/assets/analyze-preset', { image_ids: [uuid()] }), 404, 'not_found');
});
