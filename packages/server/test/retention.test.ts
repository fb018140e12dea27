import { afterAll, beforeAll, expect, test } from 'vitest';
import { waitingForLock } from './support/database.ts';
import { startTestService, type TestService, type TestWorkspace } from './support/service.ts';

const DAY_MS = 86_400_000;

/** How far the service's clock is ahead. */
let aheadMs = 0;
let service: TestService;
let workspace: TestWorkspace;

beforeAll(async () => {
  service = await startTestService({
    parts: { clock: { now: () => new Date(Date.now() + aheadMs) } },
    environment: { ATELIER_UPLOAD_RETENTION: '30', ATELIER_RESULT_RETENTION: '30' },
  });
  workspace = await service.workspace();
});
afterAll(() => service.stop());

async function result(): Promise<string> {
  const { body } = await workspace.post('/v1/images/generate', { prompt: 'a linen shirt' });
  return (await workspace.final(body.jobs[0].id)).result.id;
}

const statusOf = async (id: string) => (await workspace.get(`/v1/images/${id}`)).status;

test('images that are approved, in a collection or in an asset stay until they no longer are', async () => {
  const make = () => Promise.all([workspace.image(), result()]);
  const [plain, rejected, approved, collected] = [await make(), await make(), await make(), await make()];
  const ofAsset = await workspace.image();
  const { body: asset } = await workspace.post('/assets', { type: 'outfit', alias: 'Shirt', sku: 'S-1' });
  await workspace.post(`/images/${ofAsset}/asset`, { asset_id: asset.id });
  await workspace.patch('/v1/images', { ids: approved, review: 'approved' });
  await workspace.patch('/v1/images', { ids: rejected, review: 'rejected' });
  const { body: collection } = await workspace.post('/v1/collections', { name: 'Autumn' });
  await workspace.post(`/v1/collections/${collection.id}/images`, { add: collected });

  aheadMs = 31 * DAY_MS;
  await service.restart();
  for (const id of [...plain, ...rejected]) await expect.poll(() => statusOf(id)).toBe(404);
  for (const id of [...approved, ...collected, ofAsset]) expect(await statusOf(id)).toBe(200);

  await workspace.patch('/v1/images', { ids: approved, review: null });
  await workspace.post(`/v1/collections/${collection.id}/images`, { remove: collected });
  await service.restart();
  for (const id of [...approved, ...collected]) await expect.poll(() => statusOf(id)).toBe(404);
  expect(await statusOf(ofAsset)).toBe(200);
});

test.each([
  ['upload', () => workspace.image()],
  ['result', result],
])('an image that is collected while the sweep waits for it stays: %s', async (_, make) => {
  const [plain, collected] = [await make(), await make()];
  const { body: collection } = await workspace.post('/v1/collections', { name: 'Late' });
  const elsewhere = await service.database.connect();
  try {
    await elsewhere.query('begin');
    await elsewhere.query('insert into collection_images (collection_id, media_id, added_at) values ($1, $2, now())', [
      collection.id,
      collected,
    ]);
    aheadMs += 31 * DAY_MS;
    await service.restart();
    await expect.poll(() => waitingForLock(elsewhere)).toBeGreaterThan(0);
    await elsewhere.query('commit');
  } finally {
    await elsewhere.end();
  }
  await expect.poll(() => statusOf(plain)).toBe(404);
  expect(await statusOf(collected)).toBe(200);
});
