import { randomUUID } from 'node:crypto';
import fs from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import library from '../library/library.json' with { type: 'json' };
import type { EngineTask } from '../src/engines/port.ts';
import { onePixel, scriptedEngine } from './support/engines.ts';
import { startTestService, type TestService, type TestWorkspace } from './support/service.ts';

let service: TestService;
let workspace: TestWorkspace;
const tasks: EngineTask[] = [];

beforeAll(async () => {
  const engine = scriptedEngine(async (task) => {
    tasks.push(task);
    return onePixel();
  });
  service = await startTestService({ parts: { engine } });
  workspace = await service.workspace({ sandbox: false });
});
afterAll(() => service.stop());

async function asset(fields: Record<string, unknown> = {}) {
  const { status, body } = await workspace.post('/assets', { type: 'outfit', alias: 'shirt', ...fields });
  expect(status).toBe(201);
  return body;
}

/** A shirt-like figure on a background, `side` pixels a side. */
async function photo(side: number, background: string): Promise<Uint8Array<ArrayBuffer>> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 400" width="${side}" height="${side}"><rect width="400" height="400" fill="${background}"/><rect x="120" y="80" width="160" height="240" fill="#c03030"/></svg>`;
  return new Uint8Array(await sharp(Buffer.from(svg)).png().toBuffer());
}

async function uploadTo(assetId: string, bytes: Uint8Array<ArrayBuffer>, fileName: string): Promise<string> {
  const form = new FormData();
  form.set('file', new Blob([bytes]), fileName);
  const { status, body } = await service.call(workspace.key, 'POST', `/assets/${assetId}/images`, form);
  expect(status).toBe(201);
  return body.id;
}

/** The pictures the engine was given for a try-on of a product. */
async function picturesFor(productId: string): Promise<EngineTask['pictures']> {
  const { body } = await workspace.post('/v1/images/virtual-try-on', {
    person_image_id: await workspace.image(),
    outfit_asset_ids: [productId],
  });
  await workspace.final(body.jobs[0].id);
  return tasks.find(({ jobId }) => jobId === body.jobs[0].id)?.pictures ?? [];
}

test('an asset is read by its ID, and null in a change clears a field', async () => {
  const made = await asset({
    type: 'preset',
    sku: 'S-1',
    prompt: 'p',
    preset_class: 'flat_lay',
    characteristics: { light: 'soft' },
  });
  expect((await workspace.get(`/assets/${made.id}`)).body).toEqual(made);
  const cleared = await workspace.patch(`/assets/${made.id}`, {
    sku: null,
    prompt: null,
    preset_class: null,
    characteristics: null,
    unknown: 1,
  });
  expect([cleared.status, cleared.body]).toEqual([
    200,
    expect.objectContaining({ alias: 'shirt', sku: null, prompt: null, preset_class: null, characteristics: null }),
  ]);
  expect((await workspace.patch(`/assets/${made.id}`, { alias: null })).status).toBe(400);
});

test('a thumbnail that was no image of the asset becomes one, but no source reference', async () => {
  const made = await asset();
  const image = await workspace.image();
  const { body } = await workspace.patch(`/assets/${made.id}`, { display_image_id: image });
  expect([body.image_count, typeof body.display_image]).toEqual([1, 'string']);
  expect((await workspace.get(`/assets/${made.id}/images`)).body.map(({ id }: { id: string }) => id)).toEqual([image]);
  expect((await workspace.get(`/assets/${made.id}/images?for_training=true`)).body).toEqual([]);
  const refused = await workspace.post('/v1/images/virtual-try-on', {
    person_image_id: image,
    outfit_asset_ids: [made.id],
  });
  expect([refused.status, refused.body.code]).toEqual([422, 'invalid_source']);
  const linked = await workspace.post(`/images/${image}/asset`, { asset_id: made.id });
  expect([linked.body.is_asset_reference, linked.body.assets]).toEqual([true, [{ id: made.id }]]);
  expect((await workspace.get(`/assets/${made.id}/images?for_training=true`)).body).toHaveLength(1);
});

test('deleting the thumbnail leaves the asset with its next image', async () => {
  const made = await asset();
  const [first, second] = [
    await uploadTo(made.id, await photo(80, '#fff'), 'a.png'),
    await uploadTo(made.id, await photo(90, '#fff'), 'b.png'),
  ];
  await workspace.patch(`/assets/${made.id}`, { display_image_id: second });
  expect((await workspace.delete(`/images/${second}`)).status).toBe(204);
  const { body } = await workspace.get(`/assets/${made.id}`);
  expect([body.image_count, body.display_image]).toEqual([1, (await workspace.get(`/images/${first}`)).body.path]);
});

test('of several photos of a product the best view is worked with, whichever came first', async () => {
  const product = await asset();
  await uploadTo(product.id, await photo(100, '#405060'), 'shirt.png');
  await uploadTo(product.id, await photo(820, '#ffffff'), 'shirt-back.png');
  const best = await uploadTo(product.id, await photo(810, '#ffffff'), 'shirt-front.png');
  const garments = (await picturesFor(product.id)).filter(({ role }) => role === 'garment');
  expect(garments.map(({ width }) => width)).toEqual([810]);
  await workspace.delete(`/images/${best}`);
  expect(
    (await picturesFor(product.id)).filter(({ role }) => role === 'garment').map(({ width }) => width),
  ).not.toEqual([810]);
});

test('products, avatars and scenes are inputs of both interfaces, each in its role', async () => {
  const [product, avatar, scene] = [
    await asset(),
    await asset({ type: 'model' }),
    await asset({ type: 'preset', preset_class: 'human_studio' }),
  ];
  for (const { id } of [product, avatar, scene]) await uploadTo(id, await photo(64, '#fff'), 'a.png');
  const body = { asset_ids: [avatar.id, scene.id], outfit_asset_ids: [product.id] };
  const [record] = (await workspace.post('/images/generate', body)).body;
  const [job] = (await workspace.post('/v1/images/generate', body)).body.jobs;
  for (const { id } of [record, job]) {
    await workspace.final(id);
    expect(
      tasks
        .find(({ jobId }) => jobId === id)
        ?.pictures.map(({ role }) => role)
        .sort(),
    ).toEqual(['avatar', 'garment', 'scene']);
  }
  const wrong = await workspace.post('/images/virtual-try-on', {
    person_image_id: await workspace.image(),
    outfit_asset_id: avatar.id,
  });
  expect([wrong.status, wrong.body.code, wrong.body.message]).toEqual([
    422,
    'invalid_source',
    expect.stringMatching(/\/outfit_asset_id: .*type model; allowed: outfit/),
  ]);
});

test('a result can become the reference of an asset under the ID of its job', async () => {
  const [{ id }] = (await workspace.post('/images/generate', { prompt: 'x' })).body;
  await workspace.final(id);
  const made = await asset({ type: 'model' });
  expect((await workspace.post(`/images/${id}/asset`, { asset_id: made.id })).body).toMatchObject({
    id,
    is_asset_reference: true,
  });
});

test('a list is asked for in whole numbers and plain booleans', async () => {
  for (const query of [
    'limit=1e1',
    'limit=0x10',
    'limit=+5',
    'limit=5&limit=6',
    'paginated=1',
    'paginated=TRUE',
    'cursor=AAAA',
  ])
    expect((await workspace.get(`/assets?paginated=true&${query}`)).status, query).toBe(400);
});

test('preset analysis says what it needs of its images', async () => {
  const analyse = (image_ids: string[]) => workspace.post('/assets/analyze-preset', { image_ids });
  const film = (await workspace.post('/text-to-video', { prompt: 'x' })).body;
  expect((await analyse([randomUUID()])).status).toBe(404);
  const unfinished = await analyse([film.id]);
  expect([404, 422]).toContain(unfinished.status);
  const { status, body } = await analyse([await workspace.image(await photo(300, '#ffffff'))]);
  expect([status, body.preset_class]).toEqual([200, 'ghost_mannequin']);
});

test('an avatar is refused after the last day of its consent, before any charge', async () => {
  const consented = async (until: string | null) => {
    const consent = { person: 'Ada', given_on: '2024-01-02', uses: 'web shop', ...(until && { until }) };
    const body = { type: 'model', alias: 'Ada', characteristics: { consent } };
    const { id } = (await workspace.post('/assets', body)).body;
    await workspace.post(`/images/${await workspace.image()}/asset`, { asset_id: id });
    return workspace.post('/v1/images/generate', { asset_ids: [id] });
  };
  const { status, body } = await consented('2024-12-31');
  expect([status, body.code, body.message]).toEqual([
    422,
    'invalid_source',
    expect.stringMatching(/^\/asset_ids\/0: the consent .* ended on 2024-12-31/),
  ]);
  for (const until of [null, '2999-12-31', new Date().toISOString().slice(0, 10)])
    expect((await consented(until)).status).toBe(202);
});

/** Addresses of an image beside that of its record, which must be the one given. */
async function otherAddresses(image: string, { origin, pathname }: URL): Promise<string[]> {
  const { body: collection } = await workspace.post('/v1/collections', { name: 'Seen' });
  await workspace.post(`/v1/collections/${collection.id}/images`, { add: [image] });
  const link = { name: 'Buyers', expires_at: new Date(Date.now() + 3_600_000).toISOString() };
  const { body: made } = await workspace.post(`/v1/collections/${collection.id}/review-links`, link);
  const review = `${origin}/v1/reviews/${made.url.split('/').at(-1)}/images`;
  const [, media, token = '', name] = pathname.split('/');
  const encoded = `%${token.charCodeAt(0).toString(16)}${token.slice(1)}`;
  return [
    `${review}/${image}/file`,
    `${review}/${image.toUpperCase()}/thumbnail`,
    `${origin}/${media}/${encoded}/${name}`,
    `${origin}/${media}/${'A'.repeat(24)}/../${token}/${name}`,
  ];
}

test('an avatar with consent is used, though it shares its photo with one whose consent ended', async () => {
  const photo = await workspace.image();
  const avatar = async (until: string) => {
    const body = { type: 'model', alias: 'Ada', characteristics: { consent: { until } } };
    const { id } = (await workspace.post('/assets', body)).body;
    await workspace.post(`/images/${photo}/asset`, { asset_id: id });
    return (await workspace.post('/v1/images/generate', { asset_ids: [id] })).status;
  };
  expect([await avatar('2024-12-31'), await avatar('2999-12-31')]).toEqual([422, 202]);
});

test('a photo of an avatar is refused with its consent: by its ID, as a source and by its address', async () => {
  const [photo, shirt] = [await workspace.image(), await workspace.image()];
  const { body: record } = await workspace.get(`/v1/images/${photo}`);
  const { id } = (await workspace.post('/assets', { type: 'model', alias: 'Ada' })).body;
  await workspace.post(`/images/${photo}/asset`, { asset_id: id });
  const uses = [
    ['/v1/images/virtual-try-on', 'person_image_id', { person_image_id: photo, outfit_image_ids: [shirt] }],
    ['/v1/images/virtual-try-on', 'person_image_url', { person_image_url: record.url, outfit_image_ids: [shirt] }],
    ...(await otherAddresses(photo, new URL(record.url))).map(
      (person_image_url) =>
        ['/v1/images/virtual-try-on', 'person_image_url', { person_image_url, outfit_image_ids: [shirt] }] as const,
    ),
    [`/v1/images/${photo}/edit`, 'id', { prompt: 'make the background blue' }],
  ] as const;
  const answers = () => Promise.all(uses.map(([path, , body]) => workspace.post(path, body)));
  for (const { status, text } of await answers()) expect([200, 202], text).toContain(status);
  const until = (day: string) => workspace.patch(`/assets/${id}`, { characteristics: { consent: { until: day } } });
  await until('2024-12-31');
  for (const [index, { status, text }] of (await answers()).entries()) {
    expect(status).toBe(422);
    expect(text).toMatch(new RegExp(`/${uses[index]?.[1]}: the consent .* ended on 2024-12-31`));
  }
  await until('2999-12-31');
  for (const { status, text } of await answers()) expect([200, 202], text).toContain(status);
});

test('the shared library is the same in every installation, usable, and never written twice', async () => {
  const own = await service.workspace();
  const entries = async () =>
    (await own.get('/assets?public_only=true&type=model')).body as { id: string; display_image: string }[];
  const before = await entries();
  expect(before.map(({ id }) => id).sort()).toEqual(
    library
      .filter(({ type }) => type === 'model')
      .map(({ id }) => id)
      .sort(),
  );
  for (const { picture, preset_class: presetClass } of library) {
    const file = fileURLToPath(new URL(`../library/${picture}.webp`, import.meta.url));
    const { format, width, height } = await sharp(file).metadata();
    const isOfPerson = presetClass === null || presetClass.startsWith('human');
    expect([format, width, height]).toEqual(['webp', 1200, isOfPerson ? 1600 : 1500]);
  }
  await service.restart();
  // The addresses would be others had the pictures been written again.
  const pathOf = ({ display_image }: { display_image: string }) => new URL(display_image).pathname;
  expect((await entries()).map(pathOf)).toEqual(before.map(pathOf));
});

test('what is deleted while it is being used was never there, and no race is an error of ours', async () => {
  const own = await service.workspace();
  const statuses: number[] = [];
  for (let round = 0; round < 40; round++) {
    const { body: asset } = await own.post('/assets', { type: 'outfit', alias: 'shirt' });
    const image = await own.image();
    const answers = await Promise.all([
      own.patch(`/assets/${asset.id}`, { display_image_id: image }),
      own.post(`/images/${image}/asset`, { asset_id: asset.id }),
      own.post(`/v1/images/${image}/upscale`, {}),
      own.delete(`/images/${image}`),
      own.delete(`/assets/${asset.id}`),
    ]);
    statuses.push(...answers.map(({ status }) => status));
  }
  expect(statuses.filter((status) => status >= 500)).toEqual([]);
});

test('the rest of a file that has changed is not sent for it, and HEAD tells of the whole', async () => {
  const own = await service.workspace();
  const { body } = await own.get(`/images/${await own.image()}`);
  const whole = await fetch(body.path);
  const size = (await whole.arrayBuffer()).byteLength;
  const ask = async (method: string, headers: Record<string, string>) => {
    const answer = await fetch(body.path, { method, headers: { range: 'bytes=1-', ...headers } });
    await answer.arrayBuffer();
    return [answer.status, Number(answer.headers.get('content-length'))];
  };
  expect(await ask('GET', { 'if-range': String(whole.headers.get('etag')) })).toEqual([206, size - 1]);
  expect(await ask('GET', { 'if-range': '"another"' })).toEqual([200, size]);
  expect(await ask('HEAD', {})).toEqual([200, size]);
});

test('an error is never kept by caches as if it were the picture', async () => {
  const own = await service.workspace();
  const { body } = await own.get(`/images/${await own.image()}`);
  expect((await fetch(body.path)).headers.get('cache-control')).toMatch(/immutable/);
  expect((await fetch(body.path, { headers: { 'if-none-match': '*' } })).status).toBe(304);
  const beyond = await fetch(body.path, { headers: { range: 'bytes=99999999-' } });
  expect([beyond.status, beyond.headers.get('cache-control')]).toEqual([416, 'no-store']);
  await fs.rm(path.join(service.data, 'media', 'blobs'), { recursive: true });
  for (const method of ['GET', 'HEAD']) {
    const lost = await fetch(body.path, { method });
    expect([lost.status, lost.headers.get('cache-control'), lost.headers.get('etag')]).toEqual([500, 'no-store', null]);
  }
});
