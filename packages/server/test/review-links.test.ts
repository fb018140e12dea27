import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { smallPicture, startTestService, type TestService, type TestWorkspace } from './support/service.ts';

let service: TestService;
let workspace: TestWorkspace;
let collection: string;
let inside: string;
let outside: string;
let now = new Date();

beforeAll(async () => {
  service = await startTestService({ parts: { clock: { now: () => now } } });
  workspace = await service.workspace();
  inside = await workspace.image();
  outside = await workspace.image();
  collection = (await workspace.post('/v1/collections', { name: 'Autumn' })).body.id;
  await workspace.post(`/v1/collections/${collection}/images`, { add: [inside] });
  await workspace.post(`/v1/images/${inside}/comments`, { text: 'for us alone', author: 'Staff' });
});
afterAll(() => service.stop());

async function link(hours = 24) {
  const expires_at = new Date(now.getTime() + hours * 3_600_000).toISOString();
  const made = await workspace.post(`/v1/collections/${collection}/review-links`, { name: 'Buyers', expires_at });
  if (made.status !== 201) throw new Error(made.text);
  const token: string = made.body.url.split('/').at(-1);
  return { made, token, read: () => service.call(null, 'GET', `/v1/reviews/${token}`) };
}

test('a link shows the collection without a key, and nothing else of the workspace', async () => {
  const { made, token, read } = await link();
  expect(made.status).toBe(201);
  expect(Buffer.from(token, 'base64url')).toHaveLength(24);
  const { status, body, text } = await read();
  expect(status).toBe(200);
  expect(body).toMatchObject({ name: 'Buyers', collection: 'Autumn', images: [{ id: inside, comments: [] }] });
  expect(Object.keys(body.images[0]).toSorted()).toEqual(['comments', 'height', 'id', 'thumbnail_url', 'url', 'width']);
  expect(text).not.toContain('for us alone');
  expect((await fetch(body.images[0].thumbnail_url)).status).toBe(200);
  const client = new pg.Client(service.database.url);
  await client.connect();
  const { rows } = await client.query('select * from review_links').finally(() => client.end());
  expect(JSON.stringify(rows)).not.toContain(token);
});

test('a mark and words come back as a comment with the name of the reviewer', async () => {
  const { token, read } = await link();
  const comment = (image: string, body: object) =>
    service.call(null, 'POST', `/v1/reviews/${token}/images/${image}/comments`, body);
  expect(await comment(inside, { author: 'Ada', mark: 'up', text: 'the cover' })).toMatchObject({ status: 201 });
  expect((await comment(inside, { author: 'Ada' })).status).toBe(400);
  expect((await comment(outside, { author: 'Ada', text: 'hm' })).status).toBe(404);
  expect((await read()).body.images[0].comments).toMatchObject([{ author: 'Ada', text: 'Likes it: the cover' }]);
  const { body } = await workspace.get(`/v1/images/${inside}/comments`);
  expect(body.comments.map(({ author }: { author: string }) => author)).toEqual(['Staff', 'Ada']);
  const { body: links } = await workspace.get(`/v1/collections/${collection}/review-links`);
  expect(links.review_links[0]).toMatchObject({ name: 'Buyers', comment_count: 1 });
  expect((await workspace.get(`/v1/images/${inside}`)).body.review).toBe(null);
});

test('a link that is revoked, expired or unknown answers the same', async () => {
  const revoked = await link();
  await workspace.delete(`/v1/review-links/${revoked.made.body.review_link.id}`);
  const expired = await link(1);
  const before = now;
  now = new Date(now.getTime() + 2 * 3_600_000);
  const unknown = await service.call(null, 'GET', '/v1/reviews/nothing-like-this');
  const answers = [await revoked.read(), await expired.read(), unknown];
  now = before;
  expect(answers.map(({ status }) => status)).toEqual([404, 404, 404]);
  expect(new Set(answers.map(({ body }) => body.message)).size).toBe(1);
});

test('the addresses of the files end with their link, and name no file of the shop', async () => {
  const form = new FormData();
  form.set('file', new Blob([await smallPicture()]), 'secret-supplier.png');
  const { body: upload } = await service.call(workspace.key, 'POST', '/images', form);
  const place = `/v1/collections/${collection}/images`;
  await workspace.post(place, { add: [upload.id] });
  const [revoked, expired, kept] = [await link(), await link(1), await link(48)];
  const filesOf = async ({ read }: typeof kept): Promise<string[]> => {
    const { body, text } = await read();
    expect(text).not.toContain('secret');
    const image = body.images.find(({ id }: { id: string }) => id === upload.id);
    return [image.url, image.thumbnail_url];
  };
  const files = { revoked: await filesOf(revoked), expired: await filesOf(expired), kept: await filesOf(kept) };
  const statusesOf = (urls: string[]) => Promise.all(urls.map(async (url) => (await fetch(url)).status));
  for (const url of files.kept) {
    const { status, headers } = await fetch(url);
    expect([status, headers.get('cache-control')]).toEqual([200, 'private, no-cache']);
    expect(headers.get('content-disposition')).toMatch(new RegExp(`^inline; filename="${upload.id}\\.(png|webp)"$`));
    const etag = headers.get('etag') ?? '';
    expect((await fetch(url, { headers: { 'if-none-match': etag } })).status).toBe(304);
  }
  await workspace.delete(`/v1/review-links/${revoked.made.body.review_link.id}`);
  expect(await statusesOf(files.revoked)).toEqual([404, 404]);
  const before = now;
  now = new Date(now.getTime() + 2 * 3_600_000);
  expect(await statusesOf(files.expired)).toEqual([404, 404]);
  expect(await statusesOf(files.kept)).toEqual([200, 200]);
  now = before;
  await workspace.post(place, { remove: [upload.id] });
  expect(await statusesOf(files.kept)).toEqual([404, 404]);
});

test('the moment of the end lies in the next year', async () => {
  for (const expires_at of ['2020-01-01T00:00:00Z', '2099-01-01T00:00:00Z'])
    expect(
      await workspace.post(`/v1/collections/${collection}/review-links`, { name: 'Buyers', expires_at }),
    ).toMatchObject({ status: 400, body: { message: expect.stringContaining('/expires_at is') } });
});

test('links belong to their workspace', async () => {
  const { made } = await link();
  const other = await service.workspace();
  const place = `/v1/collections/${collection}/review-links`;
  expect((await other.get(place)).status).toBe(404);
  expect((await other.delete(`/v1/review-links/${made.body.review_link.id}`)).status).toBe(404);
});

test('one link takes a limited number of requests', async () => {
  const { read } = await link();
  const statuses = new Set<number>();
  for (let index = 0; index < 310; index++) statuses.add((await read()).status);
  expect(statuses).toEqual(new Set([200, 429]));
});

test('the page of a link is served without a key', async () => {
  const answer = await fetch(`${service.url}/review/whatever`);
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toContain('text/html');
});
