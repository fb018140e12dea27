import { randomUUID } from 'node:crypto';
import fs from 'node:fs/promises';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { smallMask, startTestService, type TestService, type TestWorkspace } from './support/service.ts';

let service: TestService;
let workspace: TestWorkspace;
let other: TestWorkspace;

beforeAll(async () => {
  service = await startTestService();
  workspace = await service.workspace();
  other = await service.workspace();
});
afterAll(() => service.stop());

/** The result of one job, finished. */
async function made(own: TestWorkspace, path: string, body: object): Promise<string> {
  const { body: answer, text } = await own.post(path, body);
  if (!answer?.jobs) throw new Error(text);
  const job = await own.final(answer.jobs[0].id);
  return job.result.id;
}

async function product(own: TestWorkspace, alias: string, sku: string): Promise<string> {
  const { body } = await own.post('/assets', { type: 'outfit', alias, sku });
  const form = new FormData();
  form.set('file', new Blob([await picture(60, 80)]), `${alias}.png`);
  await service.call(own.key, 'POST', `/assets/${body.id}/images`, form);
  return body.id;
}

async function picture(width: number, height: number): Promise<Uint8Array<ArrayBuffer>> {
  const blank = sharp({ create: { width, height, channels: 3, background: '#3c50c8' } });
  return new Uint8Array(await blank.png().toBuffer());
}

const idsOf = (body: { images: { id: string }[] }) => body.images.map(({ id }) => id);
const found = async (own: TestWorkspace, query: string) => idsOf((await own.get(`/v1/images?${query}`)).body);
const errorOf = ({ status, body }: { status: number; body: { code: string } }) => [status, body.code];

test('the library has uploads and results, newest first, with the request that made each; masks are left out', async () => {
  const own = await service.workspace();
  const person = await own.image();
  const shirt = await product(own, 'Linen shirt', 'LS-204');
  const dressed = await made(own, '/v1/images/virtual-try-on', {
    person_image_id: person,
    outfit_asset_ids: [shirt],
    prompt: 'tuck it in',
  });
  const mask = `data:image/png;base64,${Buffer.from(await smallMask()).toString('base64')}`;
  const painted = await made(own, `/v1/images/${person}/inpaint`, { mask, prompt: 'a green coat' });
  const film = await made(own, `/v1/images/${person}/animate`, { prompt: 'a slow push-in' });

  const { body } = await own.get('/v1/images?count=true');
  expect(body.images).toHaveLength(5);
  expect(body.total_count).toBe(5);
  expect(idsOf(body).slice(0, 3)).toEqual([film, painted, dressed]);
  expect(idsOf(body).at(-1)).toBe(person);
  const [filmView, paintedView, dressedView] = body.images;
  expect(filmView).toMatchObject({ type: 'video', thumbnail_url: null, made_by: { operation: 'animate' } });
  expect(dressedView).toMatchObject({
    origin: 'generated',
    review: null,
    comment_count: 0,
    collection_ids: [],
    made_by: {
      operation: 'virtual_try_on',
      model: 'v6',
      credits_used: 1,
      prompt: 'tuck it in',
      assets: [{ id: shirt, type: 'outfit', alias: 'Linen shirt', sku: 'LS-204' }],
      look: null,
      shoot_id: null,
      view: null,
    },
  });
  expect(body.images.at(-1)).toMatchObject({ origin: 'upload', made_by: null, file_name: 'small.png' });
  const { body: job } = await own.get(`/v1/jobs/${paintedView.made_by.job_id}`);
  expect(job.request).toEqual({ operation: 'inpaint', image_id: person, input: { prompt: 'a green coat' } });
  const { body: again } = await own.post(
    '/v1/jobs',
    (await own.get(`/v1/jobs/${dressedView.made_by.job_id}`)).body.request,
  );
  expect((await own.final(again.jobs[0].id)).status).toBe('completed');
});

test('a page goes on where the one before ended, and a cursor of other filters is refused', async () => {
  const own = await service.workspace();
  const ids = [];
  for (let count = 0; count < 5; count++) ids.unshift(await own.image());
  const first = await own.get('/v1/images?limit=2&origin=upload');
  const cursor = first.body.page_info.next_cursor;
  const second = await own.get(`/v1/images?limit=3&origin=upload&cursor=${cursor}`);
  expect([...idsOf(first.body), ...idsOf(second.body)]).toEqual(ids);
  expect(second.body.page_info).toMatchObject({ has_next_page: false, next_cursor: null });
  expect(first.body.total_count).toBeNull();
  expect(errorOf(await own.get(`/v1/images?limit=2&cursor=${cursor}`))).toEqual([400, 'invalid_request']);
});

test('each filter and each word narrows the list', async () => {
  const own = await service.workspace();
  const person = await own.image();
  const coat = await product(own, 'Wool coat', 'WC/7 50%');
  const [photo] = (await own.get(`/assets/${coat}/images`)).body.map(({ id }: { id: string }) => id);
  const dressed = await made(own, '/v1/images/virtual-try-on', { person_image_id: person, outfit_asset_ids: [coat] });
  const words = await made(own, '/v1/images/generate', { prompt: 'A COAT by the Sea' });
  const collection = (await own.post('/v1/collections', { name: 'Front page' })).body.id;
  await own.post(`/v1/collections/${collection}/images`, { add: [words, person] });
  await own.patch(`/v1/images/${dressed}`, { review: 'rejected' });
  const since = (await own.get(`/v1/images/${dressed}`)).body.created_at;

  expect(await found(own, 'origin=upload')).toEqual([photo, person]);
  expect(await found(own, 'operation=generate')).toEqual([words]);
  expect(await found(own, 'review=rejected')).toEqual([dressed]);
  expect(await found(own, 'review=none')).toEqual([words, photo, person]);
  expect(await found(own, `collection_id=${collection}`)).toEqual([words, person]);
  expect(await found(own, `asset_id=${coat}`)).toEqual([dressed, photo]);
  expect(await found(own, `shoot_id=${randomUUID()}`)).toEqual([]);
  expect(await found(own, `created_after=${since}`)).toEqual([words]);
  expect(await found(own, 'search=coat')).toEqual([words, dressed, photo]);
  expect(await found(own, `search=${encodeURIComponent('wc/7 50%')}`)).toEqual([dressed, photo]);
  expect(await found(own, 'search=coat+sea')).toEqual([words]);
  expect(await found(own, 'search=SMALL.png')).toEqual([person]);
  expect(await found(own, 'search=coat&origin=upload&count=true')).toEqual([photo]);
  expect(await found(other, 'search=coat')).toEqual([]);
});

test('many images are reviewed by one request; one that is missing stops it', async () => {
  const ids = [await workspace.image(), await workspace.image()];
  const { body } = await workspace.patch('/v1/images', { ids, review: 'approved' });
  expect(body.images.map(({ review }: { review: string }) => review)).toEqual(['approved', 'approved']);
  expect(errorOf(await workspace.patch('/v1/images', { ids: [...ids, randomUUID()], review: null }))).toEqual([
    404,
    'not_found',
  ]);
  expect((await workspace.get(`/v1/images/${ids[0]}`)).body.review).toBe('approved');
  expect((await workspace.patch(`/v1/images/${ids[0]}`, { review: null })).body.review).toBeNull();
  expect(errorOf(await workspace.patch(`/v1/images/${ids[0]}`, { review: 'maybe' }))).toEqual([400, 'invalid_request']);
});

test('images go into a collection and out of it; a deleted one leaves it, and a deleted collection leaves its images', async () => {
  const ids = [await workspace.image(), await workspace.image(), await workspace.image()];
  const { status, body: made } = await workspace.post('/v1/collections', { name: ' Autumn ' });
  expect([status, made.image_count, made.cover_url]).toEqual([201, 0, null]);
  const target = `/v1/collections/${made.id}`;
  const filled = await workspace.post(`${target}/images`, { add: ids });
  expect(filled.body).toMatchObject({ image_count: 3 });
  expect((await fetch(filled.body.cover_url)).headers.get('content-type')).toBe('image/webp');
  expect((await workspace.post(`${target}/images`, { add: [ids[0]], remove: [ids[1]] })).body.image_count).toBe(2);
  expect((await workspace.delete(`/v1/images/${ids[2]}`)).status).toBe(204);
  expect((await workspace.get(target)).body.image_count).toBe(1);
  expect((await workspace.get(`/v1/images/${ids[0]}`)).body.collection_ids).toEqual([made.id]);
  expect((await workspace.patch(target, { name: 'Winter' })).body.name).toBe('Winter');
  expect((await workspace.get('/v1/collections')).body.collections[0]).toMatchObject({ id: made.id, name: 'Winter' });
  expect((await workspace.delete(target)).status).toBe(204);
  expect((await workspace.get(`/v1/images/${ids[0]}`)).body.collection_ids).toEqual([]);
});

test('comments are kept in their order, and page', async () => {
  const id = await workspace.image();
  for (const text of ['The hem is cut off.', 'Better.', 'Take it.']) {
    const { status, body } = await workspace.post(`/v1/images/${id}/comments`, { text, author: 'Mia' });
    expect([status, body.text, body.author]).toEqual([201, text, 'Mia']);
  }
  const first = await workspace.get(`/v1/images/${id}/comments?limit=2`);
  const rest = await workspace.get(`/v1/images/${id}/comments?cursor=${first.body.page_info.next_cursor}`);
  const texts = [...first.body.comments, ...rest.body.comments].map(({ text }) => text);
  expect(texts).toEqual(['The hem is cut off.', 'Better.', 'Take it.']);
  expect((await workspace.get(`/v1/images/${id}`)).body.comment_count).toBe(3);
  expect(errorOf(await workspace.post(`/v1/images/${id}/comments`, { text: '  ' }))).toEqual([400, 'invalid_request']);
});

test('nothing of the library is seen or changed by another workspace', async () => {
  const id = await workspace.image();
  const collection = (await workspace.post('/v1/collections', { name: 'Mine' })).body.id;
  const own = (await other.post('/v1/collections', { name: 'Theirs' })).body.id;
  for (const answer of [
    await other.get(`/v1/images/${id}`),
    await other.patch(`/v1/images/${id}`, { review: 'rejected' }),
    await other.delete(`/v1/images/${id}`),
    await other.post('/v1/images/delete', { ids: [id] }),
    await other.get(`/v1/images/${id}/comments`),
    await other.post(`/v1/images/${id}/comments`, { text: 'no' }),
    await other.get(`/v1/collections/${collection}`),
    await other.patch(`/v1/collections/${collection}`, { name: 'no' }),
    await other.post(`/v1/collections/${own}/images`, { add: [id] }),
    await other.delete(`/v1/collections/${collection}`),
  ])
    expect(errorOf(answer)).toEqual([404, 'not_found']);
  expect((await workspace.get(`/v1/images/${id}`)).body).toMatchObject({ review: null, comment_count: 0 });
});

test('a thumbnail is made once, has at most 480 pixels a side, and goes with its image', async () => {
  const filesOf = async () => (await fs.readdir(`${service.data}/media`, { recursive: true })).filter(isThumbnail);
  const isThumbnail = (name: string) => /thumbnails.*[0-9a-f]{12}/.test(name);
  const before = new Set(await filesOf());
  const id = await workspace.image(await picture(900, 1200));
  const { thumbnail_url: url } = (await workspace.get(`/v1/images/${id}`)).body;
  const answers = await Promise.all([fetch(url), fetch(url), fetch(url)]);
  const files = await Promise.all(answers.map(async (answer) => Buffer.from(await answer.arrayBuffer())));
  expect(await sharp(files[0]).metadata()).toMatchObject({ format: 'webp', width: 360, height: 480 });
  expect(new Set(files.map((file) => file.toString('base64'))).size).toBe(1);
  const etag = answers[0]?.headers.get('etag') ?? '';
  expect((await fetch(url, { headers: { 'if-none-match': etag } })).status).toBe(304);
  expect((await fetch(url.replace(/media\/.{4}/, 'media/AAAA'))).status).toBe(404);
  const kept = (await filesOf()).filter((name) => !before.has(name));
  expect(kept).toHaveLength(1);

  expect((await workspace.post('/v1/images/delete', { ids: [id] })).status).toBe(204);
  expect((await fetch(url)).status).toBe(404);
  expect((await filesOf()).filter((name) => !before.has(name))).toEqual([]);
  const client = await service.database.connect();
  const { rows } = await client.query('select from media_removals');
  await client.end();
  expect(rows).toEqual([]);
});

test('deleting a result takes its request and its words from the job', async () => {
  const id = await made(workspace, '/v1/images/generate', { prompt: 'a secret coat' });
  const jobId = (await workspace.get(`/v1/images/${id}`)).body.made_by.job_id;
  await workspace.delete(`/v1/images/${id}`);
  const job = await workspace.get(`/v1/jobs/${jobId}`);
  expect(job.body).toMatchObject({ status: 'completed', result: null, request: null });
  expect(job.text).not.toContain('secret');
});

test('the name of an operation is no ID of an image', async () => {
  for (const [method, path, allow] of [
    ['GET', '/v1/images/virtual-try-on', 'POST'],
    ['DELETE', '/v1/images/delete', 'POST'],
  ] as const) {
    const answer = await service.call(workspace.key, method, path);
    expect([path, ...errorOf(answer), answer.headers.get('allow')]).toEqual([path, 405, 'method_not_allowed', allow]);
  }
  const headers = { authorization: `Bearer ${workspace.key}` };
  expect((await fetch(`${service.url}/v1/images/`, { headers })).status).toBe(404);
});
