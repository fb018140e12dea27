import fs from 'node:fs/promises';
import { expect } from 'vitest';
import { intercept } from './support/intercept.ts';
import { sample } from './support/samples.ts';
import { type Studio, studioTest } from './support/studio.ts';

/** Drops or pastes a file as a browser would, on the element or the document. */
async function bring(
  { page }: Studio,
  kind: 'drop' | 'paste',
  name: Parameters<typeof sample>[0],
  target: string,
): Promise<void> {
  const base64 = (await fs.readFile(sample(name))).toString('base64');
  await page.evaluate(
    ({ base64, kind, target }) => {
      const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
      const data = new DataTransfer();
      data.items.add(new File([bytes], 'brought.webp', { type: 'image/webp' }));
      const event =
        kind === 'drop'
          ? new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true })
          : new ClipboardEvent('paste', { clipboardData: data, bubbles: true });
      document.querySelector(target)?.dispatchEvent(event);
    },
    { base64, kind, target },
  );
}

studioTest('a person is pasted, a garment pasted after, and further ones dropped', async (studio) => {
  const { page } = studio;
  await page.goto('/');
  await page.getByLabel('Add a person').waitFor();
  await bring(studio, 'paste', 'person-woman', 'body');
  await page.getByRole('img', { name: 'Chosen: person' }).waitFor();
  await bring(studio, 'paste', 'garment-tshirt', 'body');
  await page.getByRole('img', { name: 'Chosen: garment 1' }).waitFor();
  await bring(studio, 'drop', 'garment-stripes', 'section:has(input[multiple]) ul');
  await page.getByRole('img', { name: 'Chosen: garment 2' }).waitFor();
});

studioTest('garments change places and are removed by keyboard, and the focus is not lost', async ({ page }) => {
  await page.goto('/');
  await page.getByLabel('Add a garment').setInputFiles([sample('garment-tshirt')]);
  await page.getByRole('img', { name: 'Chosen: garment 1' }).waitFor();
  await page.getByLabel('Add a garment').setInputFiles([sample('garment-stripes')]);
  await page.getByRole('img', { name: 'Chosen: garment 2' }).waitFor();
  // The file of this browser, once it has taken the place of the picture of the service.
  const first = await page.locator('img[alt="Chosen: garment 1"][src^="blob:"]').getAttribute('src');
  await page.getByRole('button', { name: 'Put garment 1 one place later' }).press('Enter');
  await page.getByText('Now 2 of 2.').waitFor();
  expect(await page.getByRole('img', { name: 'Chosen: garment 2' }).getAttribute('src')).toBe(first);
  await page.getByRole('button', { name: 'Remove garment 2' }).press('Enter');
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Garments');
});

studioTest('what is no picture, too large or one too many is refused in words beside it', async (studio) => {
  const { page, screenshot, expectAccessible } = studio;
  await page.goto('/');
  const garments = page.getByLabel('Add a garment');
  await garments.setInputFiles({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('no picture') });
  await page.getByText('Use a JPEG, PNG or WebP image.').waitFor();
  await page.getByRole('button', { name: 'Dismiss notes.txt' }).click();
  await garments.setInputFiles({ name: 'liar.png', mimeType: 'image/png', buffer: Buffer.from('no picture either') });
  await page.getByRole('button', { name: 'Dismiss liar.png' }).waitFor();
  await garments.setInputFiles({ name: 'huge.png', mimeType: 'image/png', buffer: Buffer.alloc(16 * 1024 * 1024) });
  await page.getByText(/This file has 16 MiB; the limit is 15 MiB/).waitFor();
  await expectAccessible();
  await screenshot('try-on-refused');
});

studioTest(
  'an avatar of the shared library is tried on, and a result chosen as the next person',
  async ({ page, screenshot, expectAccessible }) => {
    await page.goto('/');
    await page.getByRole('button', { name: 'Choose a person' }).click();
    await page.getByRole('button', { name: 'Amara' }).waitFor();
    await expectAccessible();
    await screenshot('choose-person');
    await page.getByRole('button', { name: 'Amara' }).click();
    await page.getByRole('img', { name: 'Chosen: person' }).waitFor();
    await page.getByLabel('Add a garment').setInputFiles(sample('garment-dress'));
    await page.getByRole('img', { name: 'Chosen: garment 1' }).waitFor();
    await page.getByRole('button', { name: 'Try it on' }).click();
    await page.getByRole('link', { name: 'Download' }).waitFor();
    await page.getByRole('button', { name: 'Choose a person' }).click();
    await page.getByText('Results', { exact: true }).click();
    await page.getByRole('button', { name: 'Result 1' }).click();
    await page.getByRole('img', { name: 'Chosen: person' }).waitFor();
  },
);

studioTest(
  'an upload that is under way when the page is loaded again goes on, and several keep their order',
  async ({ page }) => {
    await page.goto('/');
    await page.getByLabel('Add a garment').waitFor();
    await intercept(page, '**/images', () => {}, { times: 1 });
    await page.getByLabel('Add a garment').setInputFiles([sample('garment-stripes'), sample('garment-tshirt')]);
    await page.getByRole('progressbar', { name: 'Uploading garment-stripes.webp' }).waitFor();
    await page.getByText('An image is still on its way.').waitFor();
    await page.reload();
    await page.getByRole('img', { name: 'Chosen: garment 2' }).waitFor();
    await page.getByRole('progressbar').waitFor({ state: 'detached' });
    await page.reload();
    await page.getByRole('img', { name: 'Chosen: garment 2' }).waitFor();
    expect(await page.getByRole('img', { name: 'Chosen: garment 3' }).count()).toBe(0);
  },
);

studioTest(
  'an upload that broke off is tried again by hand, or by itself when the network is back',
  async ({ page }) => {
    await page.goto('/');
    await page.getByLabel('Add a person').waitFor();
    await intercept(page, '**/images', (route) => route.abort('connectionreset'), { times: 1 });
    await page.getByLabel('Add a person').setInputFiles(sample('person-woman'));
    await page.getByRole('button', { name: 'Upload person-woman.webp again' }).click();
    await page.getByRole('img', { name: 'Chosen: person' }).waitFor();

    await page.context().setOffline(true);
    await page.getByLabel('Add a garment').setInputFiles(sample('garment-shirt'));
    await page.getByRole('button', { name: 'Upload garment-shirt.webp again' }).waitFor();
    await page.context().setOffline(false);
    await page.getByRole('img', { name: 'Chosen: garment 1' }).waitFor();
  },
);

studioTest('a key refused during an upload leads to the sign-in and back, where the upload goes on', async (studio) => {
  const { page, workspace } = studio;
  await page.goto('/');
  await page.getByLabel('Add a person').waitFor();
  const refusal = { code: 'unauthorized', message: 'No.' };
  await intercept(page, '**/images', (route) => route.fulfill({ status: 401, json: refusal }), { times: 1 });
  await page.getByLabel('Add a person').setInputFiles(sample('person-woman'));
  await page.getByText('You were signed out').waitFor();
  await page.getByLabel('API key').fill(workspace.key);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('img', { name: 'Chosen: person' }).waitFor();
});
