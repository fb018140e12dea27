import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, beforeAll, expect } from 'vitest';
import { type Sample, sample } from './support/samples.ts';
import { DESKTOP, PHONE, type Studio, studioTest } from './support/studio.ts';
import { filesOfZip } from './support/zip.ts';

const GARMENTS: readonly (readonly [name: string, sample: Sample])[] = [
  ['Linen shirt', 'garment-shirt'],
  ['Everyday tee', 'garment-tshirt'],
  ['Sailor top', 'garment-stripes'],
  ['Summer dress', 'garment-dress'],
];

const PRODUCTS = Array.from({ length: 60 }, (_, index) => {
  const [name = '', picture = 'garment-shirt'] = GARMENTS[index % GARMENTS.length] ?? [];
  return { sku: `AW26-${String(index + 1).padStart(3, '0')}`, name: `${name} ${index + 1}`, picture };
});

/** Sends the photo of each garment. */
let shop: http.Server;

beforeAll(async () => {
  const photos = new Map<string, Buffer>(
    await Promise.all(
      GARMENTS.map(async ([, name]) => [`/${name}.webp`, await sharp(sample(name)).resize(480).toBuffer()] as const),
    ),
  );
  shop = http.createServer(({ url = '' }, response) => {
    response.end(photos.get(url.replace(/\?.*/, '')));
  });
  await new Promise<void>((resolve) => shop.listen(0, '127.0.0.1', resolve));
});
afterAll(() => shop.close());

/** The products as Shopify exports them. */
function shopifyExport() {
  const { port } = shop.address() as AddressInfo;
  const lines = PRODUCTS.map(({ sku, name, picture }) => {
    const handle = name.toLowerCase().replaceAll(' ', '-');
    return `${handle},${name},Size,M,${sku},http://127.0.0.1:${port}/${picture}.webp?product=${sku},1`;
  });
  const heading = 'Handle,Title,Option1 Name,Option1 Value,Variant SKU,Image Src,Image Position';
  return { name: 'products_export.csv', mimeType: 'text/csv', buffer: Buffer.from([heading, ...lines].join('\n')) };
}

/** Checks the page as it is now, then at the size of a phone, and takes its picture at both. */
async function inspect(
  { page, expectAccessible, expectWithinWindow, screenshot }: Studio,
  name: string,
): Promise<void> {
  await drawn(page);
  await expectAccessible();
  await screenshot(`season-${name}`);
  await page.setViewportSize(PHONE);
  await drawn(page);
  await expectWithinWindow();
  await screenshot(`season-${name}-phone`);
  await page.setViewportSize(DESKTOP);
}

async function drawn(page: Page): Promise<void> {
  await page.evaluate(() =>
    Promise.all([...document.images].filter(({ loading }) => loading !== 'lazy').map((image) => image.decode())).catch(
      () => null,
    ),
  );
}

studioTest('a shop imports, shoots, picks, exports and shares a season of 60 products', async (studio) => {
  const { page } = studio;
  await importProducts(studio);
  await makeLook(studio);
  await shoot(studio);
  await pick(studio);
  await collect(studio);
  await download(studio);
  const address = await shareLink(studio);
  await review(await studio.guest({ viewport: PHONE, hasTouch: true }), address);
  await page.goto('/studio/library');
  await page.getByRole('button', { name: /Autumn cover/ }).click();
  await images(page).filter({ hasText: '2 comments' }).click();
  const panel = page.getByRole('complementary', { name: 'The image' });
  await panel.getByText('This one for the cover.').waitFor();
  await panel.getByText('Likes it', { exact: true }).waitFor();
  await panel.getByText('Ada,').first().waitFor();
  await inspect(studio, 'comment');
});

function images(page: Page) {
  return page.getByRole('listbox', { name: 'Images' }).getByRole('option');
}

async function importProducts(studio: Studio): Promise<void> {
  const { page } = studio;
  await page.goto('/studio/assets/import');
  await page.getByLabel('CSV file').setInputFiles(shopifyExport());
  await page.getByText('An export of Shopify').waitFor();
  await inspect(studio, 'import');
  await page.getByRole('button', { name: 'Import 60 products' }).click();
  await page.getByText('60 created, 0 changed, 0 unchanged, 0 failed; 60 photos added.').waitFor();
  await inspect(studio, 'imported');
}

async function makeLook(studio: Studio): Promise<void> {
  const { page } = studio;
  await page.getByRole('link', { name: 'Looks' }).click();
  await page.getByRole('button', { name: 'New look' }).click();
  const form = page.getByRole('dialog', { name: 'New look' });
  await form.getByLabel('Name').fill('Autumn with Lena');
  await form.getByText('Lena', { exact: true }).click();
  await inspect(studio, 'look');
  await form.getByRole('button', { name: 'Save the look' }).click();
}

async function shoot(studio: Studio): Promise<void> {
  const { page, call } = studio;
  await page.getByRole('region', { name: 'Look Autumn with Lena' }).getByRole('button', { name: 'Apply' }).click();
  await page.getByText('Selected products', { exact: true }).click();
  await page.getByText('Choose at least one product.').waitFor();
  await page.getByLabel('Find by name or SKU').fill('aw26-001');
  await expect.poll(() => page.getByRole('dialog').getByRole('checkbox').count()).toBe(1);
  await page.getByText('All products', { exact: true }).click();
  const begin = page.getByRole('button', { name: 'Make 60 images for 60 credits' });
  await begin.waitFor();
  await inspect(studio, 'price');
  await begin.click();
  const card = page.getByRole('region', { name: 'Shoot with Autumn with Lena' });
  await card.getByText('Completed', { exact: true }).waitFor();
  await card.getByText('60 of 60 images').waitFor();
  await expect.poll(() => card.getByRole('listitem').locator('img').count()).toBeGreaterThan(10);
  await inspect(studio, 'shoot');
  expect((await call('GET', '/v1/account')).balance).toBe(940);
  await card.getByRole('link', { name: 'See the images' }).click();
}

/** Approves 18 images, rejects two and comments on one. */
async function pick(studio: Studio): Promise<void> {
  const { page } = studio;
  await page.getByText('60 images', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Shoot: Autumn with Lena' }).waitFor();
  await inspect(studio, 'library');
  const list = page.getByRole('listbox', { name: 'Images' });
  await list.focus();
  for (const key of ['Home', 'r', 'ArrowRight', 'r', 'ArrowRight', ' ']) await page.keyboard.press(key);
  for (let count = 1; count < 18; count++) await page.keyboard.press('Shift+ArrowRight');
  await page.getByText('18 images selected').waitFor();
  await page.keyboard.press('a');
  await expect.poll(() => images(page).filter({ hasText: 'Approved' }).count()).toBeGreaterThan(5);
  await inspect(studio, 'picked');
  await page.keyboard.press('Escape');
  const panel = page.getByRole('complementary', { name: 'The image' });
  await panel.getByLabel('Comment', { exact: true }).fill('Crop it closer.');
  await panel.getByRole('button', { name: 'Add comment' }).click();
  await panel.getByText('Crop it closer.').first().waitFor();
}

/** Puts the approved images into a collection. */
async function collect(studio: Studio): Promise<void> {
  const { page } = studio;
  await page.getByLabel('Decision').selectOption('Rejected');
  await page.getByText('2 images', { exact: true }).waitFor();
  await page.getByLabel('Decision').selectOption('Approved');
  await page.getByText('18 images', { exact: true }).waitFor();
  await page.getByRole('listbox', { name: 'Images' }).focus();
  await page.keyboard.press('Control+a');
  await page.getByRole('button', { name: 'Collect', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'New collection' }).click();
  await page.getByLabel('Name', { exact: true }).fill('Autumn cover');
  await page.getByRole('button', { name: 'Create and add' }).click();
  await page.getByRole('button', { name: /Autumn cover\s*18/ }).click();
  await page.getByRole('link', { name: 'Export and share' }).waitFor();
  await inspect(studio, 'collection');
}

async function download(studio: Studio): Promise<void> {
  const { page } = studio;
  await page.getByRole('link', { name: 'Export and share' }).click();
  await page.getByRole('heading', { name: 'Export Autumn cover', level: 1 }).waitFor();
  await page.getByLabel('Format').selectOption('instagram-square');
  await page.getByLabel('Approved images only').check();
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download the ZIP' }).click();
  const files = filesOfZip(await buffer(await (await saved).createReadStream()));
  const names = [...files.keys()].filter((name) => name !== 'images.csv');
  expect(names).toHaveLength(18);
  const [header, ...rows] = (files.get('images.csv') ?? '').toString().trim().split('\r\n');
  expect(header).toContain('file,sku,alias,look');
  expect(rows).toHaveLength(18);
  for (const [index, name] of names.entries()) {
    const [sku] = /^AW26-\d{3}/.exec(name) ?? [];
    const product = PRODUCTS.find((one) => one.sku === sku);
    expect(rows[index]).toContain(`${name},${sku},${product?.name},`);
    expect(rows[index]).toMatch(/approved,1080,1080,$/);
  }
}

/** Makes a review link, and returns its address. */
async function shareLink(studio: Studio): Promise<string> {
  const { page } = studio;
  await page.getByLabel('Name of the link').fill('For the press');
  await page.getByRole('button', { name: 'Create a link' }).click();
  await page.getByText('The address of this link').waitFor();
  await inspect(studio, 'export');
  return (await page.getByText(/\/review\/[\w-]{32}$/).textContent()) ?? '';
}

/** Looks at the collection as somebody without a key. */
async function review({ page, expectAccessible, screenshot }: Studio, address: string): Promise<void> {
  await page.goto(address);
  await page.getByRole('heading', { name: 'Autumn cover', level: 1 }).waitFor();
  await page.getByLabel('Your name').fill('Ada');
  await page.getByRole('button', { name: 'Like it: image 1', exact: true }).click();
  await page.getByText('Likes it').waitFor();
  await page.getByLabel('Comment on image 1', { exact: true }).fill('This one for the cover.');
  await page.getByRole('button', { name: 'Send' }).first().click();
  await page.getByText('This one for the cover.').waitFor();
  await drawn(page);
  await expectAccessible();
  await screenshot('season-review-phone');
}
