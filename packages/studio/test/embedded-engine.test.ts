import { expect } from 'vitest';
import { sample } from './support/samples.ts';
import { DESKTOP, PHONE, studioTest } from './support/studio.ts';

studioTest(
  'the embedded engine dresses a sample person, and the result is worn by the next try-on',
  async ({ page, screenshot, call }) => {
    await page.goto('/');
    await page.getByLabel('Add a person').setInputFiles(sample('person-woman'));
    await page.getByLabel('Add a garment').setInputFiles(sample('garment-tshirt'));
    await page.getByRole('img', { name: 'Chosen: garment 1' }).waitFor();
    await page.getByRole('button', { name: 'Try it on' }).click();
    await page.getByText(/Dressing, \d+ %/).waitFor();
    await screenshot('engine-progress');
    const slider = page.getByRole('slider', { name: /original image/ });
    await slider.waitFor({ timeout: 90_000 });
    await slider.fill('50');
    await screenshot('engine-result');
    await page.evaluate(() => window.scrollTo(0, 0));
    await screenshot('engine-result-top');
    await page.setViewportSize(PHONE);
    await page.emulateMedia({ colorScheme: 'dark' });
    await slider.scrollIntoViewIfNeeded();
    await screenshot('engine-result-phone-dark');
    await page.setViewportSize(DESKTOP);
    await page.getByRole('button', { name: 'Use as person' }).click();
    const [job] = (await call('GET', '/v1/jobs')).jobs;
    const shown = page.getByRole('img', { name: 'Chosen: person' });
    await expect.poll(() => shown.getAttribute('src')).toBe(job.result.url);
  },
  { workspace: { sandbox: false }, window: { deviceScaleFactor: 1.5 } },
);
