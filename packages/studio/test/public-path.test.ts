import type { Page } from 'playwright-core';
import { afterAll, expect } from 'vitest';
import { freePort } from './support/free-port.ts';
import { startPathProxy } from './support/path-proxy.ts';
import { picture } from './support/picture.ts';
import { sample } from './support/samples.ts';
import { studioTest } from './support/studio.ts';

const PATH = '/atelier';

for (const isStripped of [false, true]) {
  const port = await freePort();
  const { root, close } = await startPathProxy(port, { path: PATH, isStripped });
  afterAll(close);

  studioTest(
    `behind a proxy that ${isStripped ? 'strips' : 'passes on'} the path of the public address, every page opens and asks for nothing outside it`,
    async ({ page, call }) => {
      const strays = straysOf(page, root);
      const { id } = await call('POST', '/images', picture('virtual-try-on-person'));
      await page.goto(`${root}/`);
      await page.waitForURL(`${root}/studio/try-on`);
      // The code of the page is the same behind either proxy.
      if (!isStripped) await tryOnAndDownload(page);

      await page.getByRole('link', { name: 'Jobs' }).first().click();
      await page.waitForURL(`${root}/studio/jobs`);
      await page.reload();
      await page.getByRole('heading', { name: 'Jobs', level: 1 }).waitFor();
      await page.goto(`${root}/studio/images/${id}`);
      await page.getByRole('img', { name: 'The original' }).waitFor();

      await page.getByRole('button', { name: 'Account' }).click();
      const opened = page.waitForEvent('popup');
      await page.getByRole('link', { name: 'API reference' }).click();
      const reference = await opened;
      await reference.getByText('/v1/images/virtual-try-on', { exact: true }).first().waitFor();
      expect(reference.url()).toBe(`${root}/docs`);
      await reference.getByRole('link', { name: 'Studio', exact: true }).click();
      await reference.getByRole('heading', { name: 'Try on', level: 1 }).waitFor();
      expect(strays).toEqual([]);

      // Past the proxy and without the path, the page moves to its own address.
      await page.goto('/studio/gallery?from=inside');
      await page.getByRole('heading', { name: 'Library', level: 1 }).waitFor();
      expect(new URL(page.url()).pathname).toBe(`${PATH}/studio/library`);
    },
    { settings: { ATELIER_PORT: String(port), ATELIER_PUBLIC_URL: root } },
  );
}

/** Fills, as answers come, with those that lie outside the root or are errors. */
function straysOf(page: Page, root: string): string[] {
  const strays: string[] = [];
  page.context().on('response', (response) => {
    const isInside = response.url().startsWith(`${root}/`) || /^(data|blob):/.test(response.url());
    if (!isInside || response.status() >= 400) strays.push(`${response.status()} ${response.url()}`);
  });
  return strays;
}

async function tryOnAndDownload(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Choose a person' }).click();
  await page.getByRole('button', { name: 'Amara' }).click();
  await page.getByRole('img', { name: 'Chosen: person' }).waitFor();
  await page.getByLabel('Add a garment').setInputFiles(sample('garment-dress'));
  await page.getByRole('img', { name: 'Chosen: garment 1' }).waitFor();
  await page.getByRole('button', { name: 'Try it on' }).click();
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Download' }).click();
  expect((await download).suggestedFilename()).toMatch(/\.png$/);
}
