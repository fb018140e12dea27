import fs from 'node:fs/promises';
import { expect } from 'vitest';
import { intercept, loseAnswer } from './support/intercept.ts';
import { type Sample, sample } from './support/samples.ts';
import { PHONE, studioTest } from './support/studio.ts';

studioTest(
  'a product is saved with photos, found, renamed and deleted',
  async ({ page, expectAccessible, screenshot }) => {
    await page.goto('/studio/assets');
    await page.getByRole('heading', { name: 'Nothing saved yet' }).waitFor();
    await page.getByRole('button', { name: 'New product' }).click();
    const dialog = page.getByRole('dialog', { name: 'New product' });
    await dialog.getByLabel('Name').fill('Linen shirt');
    await dialog.getByLabel('SKU').fill('LS-204');
    await dialog.getByLabel('Drop photos or browse').setInputFiles([sample('garment-shirt'), sample('garment-tshirt')]);
    await expectAccessible();
    await dialog.getByRole('button', { name: 'Save' }).click();

    const card = page.getByRole('article', { name: 'Linen shirt' });
    await card.getByText('LS-204 · 2 photos').waitFor();
    await card.getByLabel('Add photos').setInputFiles(sample('garment-stripes'));
    await card.getByText('3 photos').waitFor();
    await expectAccessible();
    await screenshot('assets');

    await page.getByLabel('Find by name or SKU').fill('nothing like it');
    await page.getByRole('heading', { name: 'Nothing found' }).waitFor();
    await page.getByLabel('Find by name or SKU').fill('ls-2');
    await card.getByRole('button', { name: 'Rename' }).click();
    await page.getByRole('dialog').getByLabel('Name').fill('Linen shirt, white');
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    const renamed = page.getByRole('article', { name: 'Linen shirt, white' });
    await renamed.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await renamed.waitFor({ state: 'detached' });
  },
);

studioTest(
  'what was entered for a new product outlives a reload, and a photo that broke off',
  async ({ page, call }) => {
    await page.goto('/studio/assets');
    await page.getByRole('button', { name: 'New product' }).click();
    const dialog = page.getByRole('dialog', { name: 'New product' });
    await dialog.getByLabel('Name').fill('Summer set');
    await dialog.getByLabel('SKU').fill('SU-7');
    const photos = ['garment-stripes', 'garment-tshirt', 'garment-dress', 'garment-shirt'] as const;
    await dialog.getByLabel('Drop photos or browse').setInputFiles(photos.map(sample));
    await dialog.getByText('4 photos: add more').waitFor();
    await expect.poll(() => page.evaluate(countKeptFiles)).toBe(4);

    await page.reload();
    await dialog.getByText('4 photos: add more').waitFor();
    expect(await dialog.getByLabel('Name').inputValue()).toBe('Summer set');
    await intercept(page, '**/images', (route) => route.abort('connectionreset'), { times: 1 });
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByText('The service cannot be reached').waitFor();

    await page.reload();
    await dialog.getByLabel('Name').fill('Summer set, blue');
    await dialog.getByText('4 photos: add more').waitFor();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('article', { name: 'Summer set, blue' }).getByText('SU-7 · 4 photos').waitFor();
    const assets = await call('GET', '/assets?type=outfit');
    expect(assets).toHaveLength(1);
    const images = await call('GET', `/assets/${assets[0].id}/images`);
    expect(images.map(({ path }: { path: string }) => /garment-\w+/.exec(path)?.[0])).toEqual(photos);

    await page.getByRole('button', { name: 'New product' }).click();
    expect(await dialog.getByLabel('Name').inputValue()).toBe('');
  },
);

studioTest(
  'a photo that had arrived when its answer was lost is not added again by saving again',
  async ({ page, call }) => {
    await page.goto('/studio/assets');
    await page.getByRole('button', { name: 'New product' }).click();
    const dialog = page.getByRole('dialog', { name: 'New product' });
    await dialog.getByLabel('Name').fill('Answer lost');
    await dialog.getByLabel('Drop photos or browse').setInputFiles(sample('garment-dress'));
    await dialog.getByText('1 photo: add more').waitFor();
    await intercept(page, '**/images/*/asset', loseAnswer, { times: 1 });
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByText('The service cannot be reached').waitFor();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'hidden' });
    const [{ id }] = await call('GET', '/assets?type=outfit');
    expect(await call('GET', `/assets/${id}/images`)).toHaveLength(1);
  },
);

studioTest(
  'a file that is no photo is not added, and one that the service refuses is removed without a second asset',
  async ({ page, call, expectAccessible }) => {
    await page.goto('/studio/assets?type=preset');
    await page.getByRole('button', { name: 'New preset' }).click();
    const dialog = page.getByRole('dialog', { name: 'New preset' });
    await dialog.getByLabel('Name').fill('Harbour');
    const broken = { name: 'broken.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('no picture') };
    const document = { name: 'sizes.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7') };
    const drop = dialog.getByLabel('Drop photos or browse');
    await drop.setInputFiles([document]);
    await dialog.getByText('sizes.pdf: Use a JPEG, PNG or WebP image.').waitFor();
    await drop.setInputFiles([await photo('garment-dress'), broken, await photo('garment-shirt')]);
    await dialog.getByText('3 photos: add more').waitFor();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByText('The preset is saved without the photos above; broken.jpg is uploaded next.').waitFor();
    await expectAccessible();

    await page.reload();
    await dialog.getByLabel('Kind of preset').selectOption('flat_lay');
    await dialog.getByRole('button', { name: 'Remove broken.jpg' }).click();
    await dialog.getByText('1 photo: add more').waitFor();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('article', { name: 'Harbour' }).getByText('Flat lay · 2 photos').waitFor();
    const [made, ...others] = await call('GET', '/assets?type=preset');
    expect(others).toEqual([]);
    expect(made.preset_class).toBe('flat_lay');
  },
);

studioTest('an avatar keeps who agreed to its use, and warns and is refused once that has ended', async (studio) => {
  const { page, call, expectAccessible, screenshot } = studio;
  await page.goto('/studio/assets?type=model');
  await page.getByRole('button', { name: 'New avatar' }).click();
  const dialog = page.getByRole('dialog', { name: 'New avatar' });
  await dialog.getByLabel('Name').fill('Ada');
  await dialog.getByLabel('Who agreed').fill('Ada Example');
  await dialog.getByLabel('For which uses').fill('web shop');
  await dialog.getByLabel('Agreed on').fill('2024-01-02');
  await dialog.getByLabel('Until').fill('2024-12-31');
  await dialog.getByLabel('Drop photos or browse').setInputFiles(sample('person-woman'));
  await dialog.getByText('1 photo: add more').waitFor();
  await expectAccessible();
  await screenshot('avatar-consent');
  await dialog.getByRole('button', { name: 'Save' }).click();

  const card = page.getByRole('article', { name: 'Ada' });
  await card.getByText('Ada Example agreed on 2 Jan 2024: web shop.').waitFor();
  await card.getByText('The consent ended on 31 Dec 2024').waitFor();
  await screenshot('avatar-consent-ended');
  const [{ id, characteristics }] = await call('GET', '/assets?type=model');
  expect(characteristics.consent).toEqual({
    person: 'Ada Example',
    given_on: '2024-01-02',
    uses: 'web shop',
    until: '2024-12-31',
  });
  const generation = () => call('POST', '/v1/images/generate', { generate_mode: 'presets', asset_ids: [id] });
  await expect(generation()).rejects.toThrow('ended on 2024-12-31');

  await card.getByRole('button', { name: 'Name and consent' }).click();
  await page.getByRole('dialog').getByLabel('Until').fill('');
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await card.getByText('The consent ended').waitFor({ state: 'detached' });
  expect((await generation()).jobs).toHaveLength(1);
});

/** A sample as a file that is chosen, next to files that are made here. */
async function photo(name: Sample) {
  return { name: `${name}.webp`, mimeType: 'image/webp', buffer: await fs.readFile(sample(name)) };
}

studioTest('a photo that is added while those before it are still read is not lost', async ({ page, call }) => {
  await page.goto('/studio/assets');
  await page.getByRole('button', { name: 'New product' }).click();
  const dialog = page.getByRole('dialog', { name: 'New product' });
  await dialog.getByLabel('Name').fill('Slow browser');
  await dialog.getByLabel('Drop photos or browse').setInputFiles(sample('garment-dress'));
  await dialog.getByText('1 photo: add more').waitFor();
  await expect.poll(() => page.evaluate(countKeptFiles)).toBe(1);
  await page.addInitScript(readKeptFilesLate);
  await page.reload();
  await dialog.getByLabel('Drop photos or browse').setInputFiles(sample('garment-shirt'));
  expect(await dialog.getByRole('button', { name: 'Save' }).isEnabled()).toBe(false);
  await page.evaluate(() => window.dispatchEvent(new Event('read-kept-files')));
  await dialog.getByText('2 photos: add more').waitFor();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('article', { name: 'Slow browser' }).getByText('2 photos').waitFor();
  const [{ id }] = await call('GET', '/assets?type=outfit');
  const images = await call('GET', `/assets/${id}/images`);
  expect(images.map(({ path }: { path: string }) => /garment-\w+/.exec(path)?.[0])).toEqual([
    'garment-dress',
    'garment-shirt',
  ]);
});

/**
 * Runs in the page: how many files the browser has written down. They are shown before, and a reload within that moment
 * loses them.
 */
function countKeptFiles(): Promise<number> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open('atelier');
    opening.onerror = () => reject(opening.error);
    opening.onsuccess = () => {
      const counting = opening.result.transaction('files').objectStore('files').count();
      counting.onsuccess = () => resolve(counting.result);
      counting.onerror = () => reject(counting.error);
      opening.result.close();
    };
  });
}

/** Runs in the page: reads of kept files resolve only on a signal, as on a slow disk. */
function readKeptFilesLate(): void {
  const told = new Promise((resolve) => window.addEventListener('read-kept-files', resolve, { once: true }));
  const { getAll } = IDBObjectStore.prototype;
  IDBObjectStore.prototype.getAll = function (...given) {
    const request = getAll.apply(this, given);
    Object.defineProperty(request, 'onsuccess', {
      set: (listener: () => void) => request.addEventListener('success', () => void told.then(listener)),
    });
    return request;
  };
}

studioTest(
  'the shared library is shown, and cannot be changed',
  async ({ page, expectAccessible, screenshot }) => {
    await page.goto('/studio/assets?type=model');
    const cards = page.getByRole('article');
    await cards.first().waitFor();
    await cards.first().getByText('Shared library').waitFor();
    expect(await page.getByRole('button', { name: 'Delete' }).count()).toBe(0);
    await expectAccessible();
    await screenshot('assets-phone');
  },
  { window: { viewport: PHONE } },
);
