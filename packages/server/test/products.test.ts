import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { smallPicture, startTestService, type TestService, type TestWorkspace } from './support/service.ts';

let service: TestService;
let workspace: TestWorkspace;
let shop: http.Server;
let address: string;
/** Requests that the shop received, by path. */
const asked = new Map<string, number>();

beforeAll(async () => {
  const bytes = await smallPicture();
  shop = http.createServer(({ url = '' }, response) => {
    asked.set(url, (asked.get(url) ?? 0) + 1);
    if (url.startsWith('/busy')) return response.writeHead(503).end();
    if (url.startsWith('/text')) return response.end('not a picture');
    return url.startsWith('/gone') ? response.writeHead(404).end() : response.end(bytes);
  });
  await new Promise<void>((resolve) => shop.listen(0, '127.0.0.1', resolve));
  address = `http://127.0.0.1:${(shop.address() as AddressInfo).port}`;
  service = await startTestService({ environment: { ATELIER_ALLOW_PRIVATE_URLS: '127.0.0.1/32' } });
});
afterAll(async () => {
  await service.stop();
  shop.close();
});
beforeEach(async () => {
  asked.clear();
  workspace = await service.workspace();
});

async function product(sku: string, fields: object = {}) {
  const { status, body } = await workspace.post('/v1/products', { sku, name: 'Linen shirt', ...fields });
  expect([200, 201]).toContain(status);
  return body.product;
}

test('a product is created once, changed where it differs, and left alone where it does not', async () => {
  const wanted = { sku: 'LS/204', name: 'Linen shirt', options: { Size: ['S', 'M'] } };
  const created = await workspace.post('/v1/products', wanted);
  expect([created.status, created.body.outcome]).toEqual([201, 'created']);
  const { id } = created.body.product;
  await workspace.patch(`/assets/${id}`, { characteristics: { season: 'summer', options: { Size: ['S', 'M'] } } });

  const same = await workspace.post('/v1/products', wanted);
  expect([same.status, same.body.outcome]).toEqual([200, 'unchanged']);
  const renamed = await workspace.post('/v1/products', { ...wanted, name: 'Shirt', options: { Size: ['L'] } });
  expect([renamed.status, renamed.body.outcome]).toEqual([200, 'changed']);
  expect(renamed.body.product).toMatchObject({ id, sku: 'LS/204', name: 'Shirt', options: { Size: ['L'] } });
  const asset = await workspace.get(`/assets/${id}`);
  expect(asset.body.characteristics).toEqual({ season: 'summer', options: { Size: ['L'] } });
  expect((await workspace.post('/v1/products', { sku: 'LS/204', name: 'Shirt' })).body.outcome).toBe('unchanged');
});

test('many requests for one SKU at once make one product', async () => {
  const answers = await Promise.all(
    Array.from({ length: 12 }, (_, index) => workspace.post('/v1/products', { sku: 'ONE', name: `name ${index}` })),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([...Array(11).fill(200), 201]);
  expect(new Set(answers.map(({ body }) => body.product.id)).size).toBe(1);
});

test('products are found by their whole SKU, page by page, and never those of another workspace', async () => {
  for (const sku of ['A-1', 'A-10', 'a-1']) await product(sku);
  const found = await workspace.get('/v1/products?sku=A-1');
  expect(found.body.products.map(({ sku }: { sku: string }) => sku)).toEqual(['A-1']);
  const first = await workspace.get('/v1/products?limit=2');
  const second = await workspace.get(`/v1/products?limit=2&cursor=${first.body.page_info.next_cursor}`);
  const skus = [...first.body.products, ...second.body.products].map(({ sku }) => sku);
  expect(skus.sort()).toEqual(['A-1', 'A-10', 'a-1']);
  const other = await service.workspace();
  expect((await other.get('/v1/products?sku=A-1')).body.products).toEqual([]);
});

test('an image of an address is fetched once, also where it is asked for twice at once', async () => {
  const { id } = await product('A');
  const path = `/v1/assets/${id}/images`;
  const url = `${address}/shirt-front.png`;
  const twice = await Promise.all([workspace.post(path, { url }), workspace.post(path, { url })]);
  expect(twice.map(({ status }) => status).sort()).toEqual([200, 201]);
  expect(twice[0]?.body).toEqual(twice[1]?.body);
  const before = asked.get('/shirt-front.png');
  const again = await workspace.post(path, { url });
  expect([again.status, again.body.source]).toEqual([200, url]);
  expect(asked.get('/shirt-front.png')).toBe(before);
  const { images } = await product('A');
  expect(images).toEqual([again.body]);
  expect((await workspace.get(`/assets/${id}/images?for_training=true`)).body).toHaveLength(1);
});

test('the answer to an address says whether another time may help', async () => {
  const { id } = await product('A');
  const code = async (url: string) => {
    const { status, body } = await workspace.post(`/v1/assets/${id}/images`, { url });
    return [status, body.code];
  };
  expect(await code(`${address}/busy.png`)).toEqual([502, 'source_unavailable']);
  expect(await code(`${address}/gone.png`)).toEqual([400, 'invalid_request']);
  expect(await code(`${address}/text.png`)).toEqual([415, 'unsupported_media_type']);
  expect(await code('http://10.0.0.1/a.png')).toEqual([400, 'invalid_request']);
  expect((await product('A')).images).toEqual([]);
});

test('an uploaded file with a source is stored once', async () => {
  const { id } = await product('A');
  const upload = async (source: string | null) => {
    const form = new FormData();
    if (source !== null) form.set('catalogue_source', source);
    form.set('file', new Blob([await smallPicture()]), 'a.png');
    return service.call(workspace.key, 'POST', `/assets/${id}/images`, form);
  };
  const [first, second] = await Promise.all([upload('a.png'), upload('a.png')]);
  expect([first.status, second.status].sort()).toEqual([200, 201]);
  expect(first.body.id).toBe(second.body.id);
  expect((await upload(null)).status).toBe(201);
  expect((await upload('x'.repeat(601))).body.message).toMatch('/catalogue_source');
  expect((await product('A')).images.map(({ source }: { source: string }) => source)).toEqual(['a.png', null]);
});

test('the view that is stated decides which photo work takes', async () => {
  const { id } = await product('A');
  for (const view of ['back', 'front'] as const)
    expect(
      (await workspace.post(`/v1/assets/${id}/images`, { url: `${address}/${view}-or-not.png`, view })).status,
    ).toBe(201);
  const client = await service.database.connect();
  const { rows } = await client.query(
    `select source from asset_images where asset_id = '${id}' order by view_score desc limit 1`,
  );
  await client.end();
  expect(rows[0].source).toBe(`${address}/front-or-not.png`);
});

test('an image that is removed from a product stays, and can be added again', async () => {
  const { id } = await product('A');
  const url = `${address}/a.png`;
  const added = await workspace.post(`/v1/assets/${id}/images`, { url });
  await workspace.patch(`/assets/${id}`, { display_image_id: added.body.id });
  expect((await workspace.delete(`/v1/assets/${id}/images/${added.body.id}`)).status).toBe(204);
  expect((await workspace.delete(`/v1/assets/${id}/images/${added.body.id}`)).status).toBe(204);
  expect((await workspace.delete(`/v1/assets/${id}/images/${id}`)).status).toBe(404);
  expect((await workspace.get(`/images/${added.body.id}`)).status).toBe(200);
  expect((await workspace.get(`/assets/${id}`)).body.display_image).toBeNull();
  expect((await workspace.post(`/v1/assets/${id}/images`, { url })).status).toBe(201);
});
