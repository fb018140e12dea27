import fs from 'node:fs/promises';
import type { Route } from 'playwright-core';
import { expect } from 'vitest';
import { intercept } from './support/intercept.ts';
import { type Sample, sample } from './support/samples.ts';
import { type Studio, studioTest } from './support/studio.ts';

const PHOTOS = ['garment-stripes', 'garment-tshirt', 'garment-dress', 'garment-shirt'] as const;

/** A product without photos, by the name its card has. */
async function newProduct({ call }: Studio, alias: string): Promise<string> {
  return (await call('POST', '/assets', { type: 'outfit', alias })).id;
}

/** The names of the photos an asset has, in order. */
async function photosOf({ call }: Studio, id: string): Promise<(string | undefined)[]> {
  const images = await call('GET', `/assets/${id}/images`);
  return images.map(({ path }: { path: string }) => /(garment|broken)[a-z-]*/.exec(path)?.[0]);
}

/** Resolves when a request to these addresses has been carried out and its page does not know yet, and never will. */
function answerLost({ page }: Studio, addresses: string): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const carryOut = async (route: Route) => {
    await route.fetch();
    resolve();
  };
  void intercept(page, addresses, carryOut, { times: 1 });
  return promise;
}

for (const [what, addresses] of [
  ['that it has the bytes', '**/images'],
  ['that it has linked them', '**/images/*/asset'],
] as const)
  studioTest(
    `photos that are added to an asset go on after a reload, each once, also where the service had said ${what}`,
    async (studio) => {
      const { page } = studio;
      const id = await newProduct(studio, 'Broken off');
      await page.goto('/studio/assets');
      const card = page.getByRole('article', { name: 'Broken off' });
      const lost = answerLost(studio, addresses);
      await card.getByLabel('Add photos').setInputFiles(PHOTOS.map(sample));
      await lost;
      await page.reload();
      await card.getByText('4 photos').waitFor();
      expect(await photosOf(studio, id)).toEqual(PHOTOS);
    },
  );

studioTest('photos that are added to an asset go on while another page is shown, each once', async (studio) => {
  const { page } = studio;
  const id = await newProduct(studio, 'Left alone');
  await page.goto('/studio/assets');
  const card = page.getByRole('article', { name: 'Left alone' });
  const { promise: mayGo, resolve: letGo } = Promise.withResolvers<void>();
  await page.route('**/images', async (route) => {
    await mayGo;
    await route.continue();
  });
  await card.getByLabel('Add photos').setInputFiles(PHOTOS.map(sample));
  await page.getByRole('radio', { name: 'Presets' }).click({ force: true });
  await card.waitFor({ state: 'detached' });
  await page.getByRole('radio', { name: 'Products' }).click({ force: true });
  await card.getByText('Uploading').waitFor();
  letGo();
  await card.getByText('4 photos').waitFor();
  expect(await photosOf(studio, id)).toEqual(PHOTOS);
});

studioTest('photos that two tabs know of are uploaded by one of them', async (studio) => {
  const { page } = studio;
  const id = await newProduct(studio, 'Seen twice');
  await page.goto('/studio/assets');
  const { promise: mayGo, resolve: letGo } = Promise.withResolvers<void>();
  await page.context().route('**/images', async (route) => {
    await mayGo;
    await route.continue();
  });
  const card = page.getByRole('article', { name: 'Seen twice' });
  await card.getByLabel('Add photos').setInputFiles(PHOTOS.map(sample));
  await card.getByText('Uploading').waitFor();
  const other = await page.context().newPage();
  await other.goto('/studio/assets');
  const otherCard = other.getByRole('article', { name: 'Seen twice' });
  await otherCard.getByText('Uploading').waitFor();
  letGo();
  for (const one of [card, otherCard]) {
    await one.getByText('4 photos').waitFor();
    await one.getByText('Uploading').waitFor({ state: 'detached' });
  }
  expect(await photosOf(studio, id)).toEqual(PHOTOS);
});

studioTest('a photo whose upload the service has lost before it was linked is uploaded once more', async (studio) => {
  const { page } = studio;
  const id = await newProduct(studio, 'Lost between');
  await page.goto('/studio/assets');
  const gone = { code: 'not_found', message: 'There is no such image.', request_id: 'gone' };
  await intercept(page, '**/images/*/asset', (route) => route.fulfill({ status: 404, json: gone }), { times: 1 });
  await intercept(page, '**/images/*/asset', (route) => route.abort('connectionreset'), { times: 1 });
  const card = page.getByRole('article', { name: 'Lost between' });
  await card.getByLabel('Add photos').setInputFiles(PHOTOS.map(sample));
  await card.getByRole('button', { name: 'Try again' }).click();
  await card.getByText('4 photos').waitFor();
  expect(await photosOf(studio, id)).toEqual(PHOTOS);
});

studioTest(
  'photos of an asset that is deleted meanwhile are told of, and kept until they are not wanted',
  async (studio) => {
    const { page, call, expectAccessible, screenshot } = studio;
    const id = await newProduct(studio, 'Deleted elsewhere');
    await page.goto('/studio/assets');
    const { promise: mayGo, resolve: letGo } = Promise.withResolvers<void>();
    await page.route('**/images', async (route) => {
      await mayGo;
      await route.continue();
    });
    const card = page.getByRole('article', { name: 'Deleted elsewhere' });
    await card.getByLabel('Add photos').setInputFiles([sample('garment-dress'), sample('garment-shirt')]);
    await card.getByText('Uploading').waitFor();
    await call('DELETE', `/assets/${id}`);
    letGo();
    const notice = page.getByRole('alert').filter({ hasText: 'the asset was deleted' });
    await notice.getByText('garment-dress').waitFor();
    await card.waitFor({ state: 'detached' });
    await expectAccessible();
    await screenshot('assets-lost-photos');
    await page.reload();
    await notice.getByText('garment-shirt').waitFor();
    await notice.getByRole('button', { name: 'Discard these photos' }).click();
    await notice.waitFor({ state: 'detached' });
    await page.reload();
    await page.getByRole('heading', { name: 'Nothing saved yet' }).waitFor();
    expect(await notice.count()).toBe(0);
  },
);

studioTest('photos arrive once each where the browser does not write down what became of them', async (studio) => {
  const { page } = studio;
  const id = await newProduct(studio, 'Full disk');
  await page.addInitScript(failToWrite);
  await page.goto('/studio/assets');
  const card = page.getByRole('article', { name: 'Full disk' });
  await card.getByLabel('Add photos').setInputFiles(PHOTOS.map(sample));
  await card.getByText('4 photos').waitFor();
  await card.getByText('Uploading').waitFor({ state: 'detached' });
  expect(await photosOf(studio, id)).toEqual(PHOTOS);
});

/** Runs in the page: stores new files, but not their later states. */
function failToWrite(): void {
  const { put } = IDBObjectStore.prototype;
  IDBObjectStore.prototype.put = function (value, ...given) {
    if ('imageId' in value) throw new DOMException('The disk is full.', 'QuotaExceededError');
    return put.call(this, value, ...given);
  };
  IDBObjectStore.prototype.delete = () => {
    throw new DOMException('The disk is full.', 'QuotaExceededError');
  };
}

studioTest('a photo that is refused holds those after it until it is removed, also after a reload', async (studio) => {
  const { page, expectAccessible } = studio;
  const id = await newProduct(studio, 'One is broken');
  const broken = { name: 'broken.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('no picture') };
  await page.goto('/studio/assets');
  const card = page.getByRole('article', { name: 'One is broken' });
  const chosen = [await photo('garment-dress'), broken, await photo('garment-shirt')];
  await card.getByLabel('Add photos').setInputFiles(chosen);
  await card.getByRole('button', { name: 'Remove broken.jpg' }).waitFor();
  await expectAccessible();
  await page.reload();
  await card.getByRole('button', { name: 'Remove broken.jpg' }).click();
  await card.getByText('2 photos').waitFor();
  await card.getByRole('button', { name: 'Remove broken.jpg' }).waitFor({ state: 'detached' });
  expect(await photosOf(studio, id)).toEqual(['garment-dress', 'garment-shirt']);
});

/** A sample as a file that is chosen, next to files that are made here. */
async function photo(name: Sample) {
  return { name: `${name}.webp`, mimeType: 'image/webp', buffer: await fs.readFile(sample(name)) };
}
