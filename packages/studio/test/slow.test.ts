import { expect } from 'vitest';
import { sample } from './support/samples.ts';
import { PHONE, studioTest } from './support/studio.ts';

studioTest(
  'on a slow line the page shows what it waits for, how far an upload is, and that a request is being sent',
  async ({ page, screenshot }) => {
    await page.goto('/');
    await page.getByText('The result hangs here').waitFor();
    const line = await page.context().newCDPSession(page);
    const slow = { offline: false, latency: 300, downloadThroughput: 60_000, uploadThroughput: 15_000 };
    await line.send('Network.enable');
    await line.send('Network.emulateNetworkConditions', slow);
    await page.getByLabel('Add a person').setInputFiles(sample('person-woman'));
    const progress = page.getByRole('progressbar', { name: 'Uploading person-woman.webp' });
    await progress.waitFor();
    await screenshot('slow-upload');
    const seen = new Set<string>();
    // The bar may go between two looks at it.
    const look = () => progress.getAttribute('value', { timeout: 500 }).catch(() => null);
    while ((await progress.count()) > 0) seen.add((await look()) ?? 'unknown');
    expect(seen.size).toBeGreaterThan(1);
    await page.getByLabel('Add a garment').setInputFiles(sample('garment-tshirt'));
    await page.getByRole('img', { name: 'Chosen: garment 1' }).waitFor();
    await page.getByRole('button', { name: 'Try it on' }).click();
    await page.getByRole('button', { name: 'Sending' }).waitFor();
    await page.getByRole('link', { name: 'Download' }).waitFor();
  },
  { window: { viewport: PHONE } },
);

studioTest(
  'a service that goes away for a while is said to, and the work goes on when it is back',
  async ({ page, screenshot }) => {
    await page.goto('/');
    await page.getByLabel('Add a person').setInputFiles(sample('person-man'));
    await page.getByLabel('Add a garment').setInputFiles(sample('garment-shirt'));
    await page.getByRole('img', { name: 'Chosen: garment 1' }).waitFor();
    await page.route('**/v1/**', (route) => route.abort('connectionrefused'));
    await page.getByRole('button', { name: 'Try it on' }).click();
    await page.getByText('The service cannot be reached').waitFor();
    await screenshot('service-away');
    await page.unroute('**/v1/**');
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('link', { name: 'Download' }).waitFor();
  },
);

studioTest(
  'the page says that the service is away when it is opened meanwhile, and opens when it is back',
  async ({ page }) => {
    await page.route('**/v1/**', (route) => route.abort('connectionrefused'));
    await page.goto('/');
    await page.getByText('The service cannot be reached').waitFor();
    await page.unroute('**/v1/**');
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('heading', { name: 'Try on', level: 1 }).waitFor();
  },
);
