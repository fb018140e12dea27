import fs from 'node:fs/promises';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect } from 'vitest';
import { sample } from './support/samples.ts';
import { PHONE, studioTest } from './support/studio.ts';

let shop: http.Server;
let address: string;
/** Resolves when the shop may send photos. */
let gate = Promise.withResolvers<void>();

beforeAll(async () => {
  const bytes = await fs.readFile(sample('garment-shirt'));
  shop = http.createServer(async ({ url = '' }, response) => {
    if (!url.includes('early')) await gate.promise;
    if (url.includes('gone')) response.writeHead(404).end();
    else response.end(bytes);
  });
  await new Promise<void>((resolve) => shop.listen(0, '127.0.0.1', resolve));
  address = `http://127.0.0.1:${(shop.address() as AddressInfo).port}`;
});
afterAll(() => shop.close());

function csv(name: string, ...lines: string[]) {
  return { name, mimeType: 'text/csv', buffer: Buffer.from(`${lines.join('\n')}\n`) };
}

studioTest(
  "a shop's export is recognised, corrected and imported, also over a reload in the middle",
  async ({ page, call, expectAccessible, screenshot }) => {
    gate = Promise.withResolvers();
    const rows = Array.from({ length: 12 }, (_, index) => {
      const photo = index < 3 ? 'early' : index === 11 ? 'gone' : 'late';
      return `tee-${index},Tee ${index},Size,S,TEE-${index}-S,${address}/${photo}-${index}.png,1`;
    });
    const heading = 'Handle,Title,Option1 Name,Option1 Value,Variant SKU,Image Src,Image Position';
    await page.goto('/studio/assets');
    await page.getByRole('link', { name: 'Import a catalogue' }).click();
    await page.getByLabel('CSV file').setInputFiles(csv('products_export.csv', heading, ...rows));
    await page.getByText('An export of Shopify').waitFor();
    await page.getByRole('cell', { name: 'TEE-0-S' }).waitFor();
    await page.getByText('And 2 more.').waitFor();
    await page.getByLabel('SKU').selectOption('Handle');
    await page.getByRole('cell', { name: 'tee-0', exact: true }).waitFor();
    await expectAccessible();
    await screenshot('catalogue-preview');

    await page.getByRole('button', { name: 'Import 12 products' }).click();
    await page.getByText('3 of 12 products').waitFor();
    await page.reload();
    await page.getByText('This import was interrupted').waitFor();
    expect(await page.getByLabel('SKU').inputValue()).toBe('Handle');
    gate.resolve();
    await page.getByRole('button', { name: 'Import 12 products' }).click();
    await page.getByText('Imported', { exact: true }).waitFor();
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download the report' }).click();
    expect(await text(await (await download).createReadStream())).toMatch(/^13,tee-11,.*gone-11\.png,/m);
    await expectAccessible();
    await screenshot('catalogue-imported');

    const { products } = await call('GET', '/v1/products?limit=100');
    const found = products.map(({ sku, images }: { sku: string; images: unknown[] }) => `${sku} ${images.length}`);
    expect(found.sort()).toEqual(rows.map((_, index) => `tee-${index} ${index === 11 ? 0 : 1}`).sort());
    await page.reload();
    await page.getByRole('button', { name: 'Import 12 products' }).waitFor();
    expect(await page.getByText('This import was interrupted').count()).toBe(0);
  },
);

studioTest(
  'a table of own columns is mapped by hand, and takes photos from files, on a phone',
  async ({ page, call, expectAccessible, expectWithinWindow, screenshot }) => {
    await page.goto('/studio/assets/import');
    await page.getByLabel('CSV file').setInputFiles(csv('broken.csv', 'sku,name'));
    await page.getByText('The file has no rows').waitFor();
    await page
      .getByLabel('Another CSV file')
      .setInputFiles(csv('own.csv', 'Nr;Was;Foto', 'K1;Kleid;k1.webp', 'R2;Rock;'));
    await page.getByText('Choose the column that holds the SKU').waitFor();
    await page.getByLabel('SKU').selectOption('Nr');
    await page.getByLabel('Name', { exact: true }).selectOption('Was');
    await page.getByText('The file names 1 photo. 1 of them are still to be chosen.').waitFor();
    const photo = (name: string, buffer: Buffer) => ({ name, mimeType: 'image/webp', buffer });
    const buffer = await fs.readFile(sample('garment-shirt'));
    await page.getByLabel('Choose photos').setInputFiles([photo('K1.webp', buffer), photo('R2_back.webp', buffer)]);
    await page.getByText('The file names 2 photos. All are here.').waitFor();
    await expectAccessible();
    await screenshot('catalogue-phone');
    await expectWithinWindow();
    await page.getByRole('button', { name: 'Import 2 products' }).click();
    await page.getByText('2 created, 0 changed, 0 unchanged, 0 failed; 2 photos added.').waitFor();
    const { products } = await call('GET', '/v1/products');
    expect(
      products.map(({ name, images }: { name: string; images: unknown[] }) => [name, images.length]).sort(),
    ).toEqual([
      ['Kleid', 1],
      ['Rock', 1],
    ]);
  },
  { window: { viewport: PHONE } },
);
