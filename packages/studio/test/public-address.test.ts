import { expect } from 'vitest';
import { freePort } from './support/free-port.ts';
import { sample } from './support/samples.ts';
import { studioTest } from './support/studio.ts';

const port = await freePort();
const PUBLIC = `http://lan.test:${port}`;

studioTest(
  'a service that gives its files another address shows them, takes a shared avatar and downloads a result',
  async ({ page, call }) => {
    await page.goto('/');
    await page.getByRole('button', { name: 'Choose a person' }).click();
    const avatar = page.getByRole('button', { name: 'Amara' });
    await avatar.waitFor();
    const picture = avatar.locator('img');
    expect(await picture.getAttribute('src')).toContain(PUBLIC);
    await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
    await avatar.click();
    await page.getByRole('img', { name: 'Chosen: person' }).waitFor();
    await page.getByLabel('Add a garment').setInputFiles(sample('garment-dress'));
    await page.getByRole('img', { name: 'Chosen: garment 1' }).waitFor();
    await page.getByRole('button', { name: 'Try it on' }).click();
    const download = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Download' }).click();
    expect((await download).suggestedFilename()).toMatch(/\.png$/);
    expect((await call('GET', '/v1/jobs')).jobs[0].result.url).toContain(PUBLIC);
  },
  { settings: { ATELIER_PORT: String(port), ATELIER_PUBLIC_URL: PUBLIC } },
);
