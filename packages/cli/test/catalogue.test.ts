import fs from 'node:fs/promises';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { Atelier } from '@atelier/client';
import type { Product } from '@atelier/contract';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { atelier, running } from './atelier.ts';
import { type CommandWorkspace, createWorkspace } from './workspace.ts';

let workspace: CommandWorkspace;
let client: Atelier;
let folder: string;
let picture: Buffer;
let shop: http.Server;
let address: string;
/** Answers of the shop with an error before it sends the picture, by path. */
const busy = new Map<string, number>();

beforeAll(async () => {
  folder = await fs.mkdtemp(path.join(os.tmpdir(), 'atelier-catalogue-'));
  picture = await sharp({ create: { width: 24, height: 32, channels: 3, background: '#2f6f4f' } })
    .png()
    .toBuffer();
  shop = http.createServer(({ url = '' }, response) => {
    const left = busy.get(url) ?? 0;
    busy.set(url, left - 1);
    if (url.includes('gone')) return response.writeHead(404).end();
    return left > 0 ? response.writeHead(503).end() : response.end(picture);
  });
  await new Promise<void>((resolve) => shop.listen(0, '127.0.0.1', resolve));
  address = `http://127.0.0.1:${(shop.address() as AddressInfo).port}`;
});
afterAll(async () => {
  shop.close();
  await fs.rm(folder, { recursive: true });
});
beforeEach(async () => {
  workspace = await createWorkspace();
  client = new Atelier({ baseUrl: workspace.url, apiKey: workspace.apiKey });
});

async function file(name: string, ...lines: string[]): Promise<string> {
  const target = path.join(folder, name);
  await fs.mkdir(path.dirname(target), { recursive: true });
  await fs.writeFile(target, `${lines.join('\n')}\n`);
  return target;
}

const run = (...words: string[]) => atelier(['catalogue', 'import', ...words], workspace.environment);

async function imported(...words: string[]) {
  const { code, out } = await run(...words, '--json');
  return { code, ...JSON.parse(out) };
}

async function stored() {
  const all: Product[] = [];
  for await (const product of client.products.all({ limit: 100 })) all.push(product);
  return Object.fromEntries(
    all.map(({ sku, name, images }) => [sku, [name, ...images.map(({ source }) => source?.replace(/^.*\//, ''))]]),
  );
}

test('an import makes products, and the next one changes only what differs', async () => {
  const first = [
    'sku,name,image 1,image 2',
    `A,Shirt,${address}/a.png,${address}/a-back.png`,
    `B,Skirt,${address}/b.png,`,
  ];
  const table = await file('shop.csv', ...first);
  expect(await imported(table, '--dry-run')).toMatchObject({ code: 0, created: 2, images_added: 3 });
  expect(await stored()).toEqual({});
  expect(await imported(table)).toMatchObject({ code: 0, created: 2, images_added: 3, problems: 0 });
  expect(await stored()).toEqual({ A: ['Shirt', 'a.png', 'a-back.png'], B: ['Skirt', 'b.png'] });
  expect(await imported(table)).toMatchObject({ code: 0, created: 0, changed: 0, unchanged: 2, images_added: 0 });

  await file('shop.csv', 'sku,name,image 1,image 2', `A,Linen shirt,${address}/a.png,${address}/a-side.png`);
  const left = await run(table);
  expect(left).toMatchObject({ code: 0, err: expect.stringContaining('no longer names 1 imported photo; --prune') });
  expect(await stored()).toEqual({ A: ['Linen shirt', 'a.png', 'a-back.png', 'a-side.png'], B: ['Skirt', 'b.png'] });
  expect(await imported(table, '--prune', '--dry-run')).toMatchObject({ changed: 1, images_removed: 1 });
  expect(await imported(table, '--prune')).toMatchObject({ code: 0, changed: 1, images_removed: 1, images_left: 0 });
  expect(await stored()).toEqual({ A: ['Linen shirt', 'a.png', 'a-side.png'], B: ['Skirt', 'b.png'] });
});

test('what cannot be used is reported with its line and reason, and the rest is imported', async () => {
  busy.set('/late.png', 2);
  const table = await file(
    'broken.csv',
    'Nr;Name;Foto',
    `A;Shirt;${address}/gone.png`,
    ';No number;x.png',
    `B;Skirt;${address}/late.png|missing.jpg`,
  );
  expect(await run(table)).toMatchObject({ code: 2, err: expect.stringContaining('--map sku=COLUMN') });
  const report = path.join(folder, 'report.csv');
  const { code, out } = await run(table, '--map', 'sku=Nr,images=Foto', '--report', report);
  expect(code).toBe(1);
  expect(out).toMatch(/^2 +A +http.*gone\.png +400 invalid_request: .*the answer had the status 404/m);
  expect(out).toMatch(/^3 +row +It has no SKU/m);
  expect(out).toMatch(/^4 +B +missing\.jpg +There is no such file/m);
  expect(out).toMatch(/2 products: 2 created, 0 changed, 0 unchanged, 1 photo added, 3 problems\n$/);
  expect((await fs.readFile(report, 'utf8')).split('\r\n')).toHaveLength(5);
  expect(await stored()).toEqual({ A: ['Shirt'], B: ['Skirt', 'late.png'] });
});

test('photos come from a folder, by the names in the file or by the SKU they begin with', async () => {
  for (const name of ['front/a.png', 'back/A-back.png', 'C_1.png', 'C_2.png'])
    await file(`photos/${name}`).then((target) => fs.writeFile(target, picture));
  const table = await file('folder.csv', 'sku,name,images', 'A,Shirt,a.png|A-back.png', 'C,Cap,');
  const words = [table, '--pictures', path.join(folder, 'photos')];
  expect(await imported(...words)).toMatchObject({ code: 0, created: 2, images_added: 4 });
  expect(await imported(...words)).toMatchObject({ code: 0, unchanged: 2, images_added: 0 });
  await sharp(picture).resize(48).png().toFile(path.join(folder, 'photos/front/a.png'));
  expect(await imported(...words, '--prune')).toMatchObject({ changed: 1, images_added: 1, images_removed: 1 });
  expect(Object.keys(await stored()).sort()).toEqual(['A', 'C']);
});

test('a key that is refused ends the import at once', async () => {
  const table = await file('many.csv', 'sku,name', ...Array.from({ length: 50 }, (_, index) => `S${index},x`));
  const wrong = { ...workspace.environment, ATELIER_API_KEY: `${workspace.apiKey.slice(0, -1)}_` };
  const { code, err } = await atelier(['catalogue', 'import', table], wrong);
  expect([code, err]).toEqual([1, expect.stringMatching(/stopped: 401 unauthorized/)]);
});

test('an import of 500 products that is killed again and again ends with exactly those', async () => {
  const skus = Array.from({ length: 500 }, (_, index) => `P-${index}`);
  const table = await file(
    'large.csv',
    'sku,name,image',
    ...skus.map((sku) => `${sku},Product ${sku},${address}/${sku}.png`),
  );
  const words = ['catalogue', 'import', table];
  for (const products of [3, 40, 90, 60]) {
    const command = running(words, workspace.environment);
    let ended = 0;
    for await (const line of createInterface({ input: command.process.stderr as Readable }))
      if (/^(created|changed|unchanged) {2}P-/.test(line) && ++ended === products) break;
    command.process.kill('SIGKILL');
    expect((await command.ended).code).toBeNull();
  }
  expect((await imported(table)).code).toBe(0);
  expect(await stored()).toEqual(Object.fromEntries(skus.map((sku) => [sku, [`Product ${sku}`, `${sku}.png`]])));
  expect(await imported(table)).toMatchObject({ code: 0, unchanged: 500, images_added: 0 });
});
