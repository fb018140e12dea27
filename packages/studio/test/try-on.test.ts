import { expect } from 'vitest';
import { sample } from './support/samples.ts';
import { DESKTOP, PHONE, studioTest } from './support/studio.ts';

for (const [device, viewport] of [
  ['desktop', DESKTOP],
  ['phone', PHONE],
] as const) {
  studioTest(
    `a try-on from nothing to a download, on a ${device}`,
    async ({ page, expectAccessible, screenshot }) => {
      await page.goto('/');
      await page.getByText('Your result appears here').waitFor();
      await page.getByText('Add a person and a garment.').waitFor();
      await expectAccessible();
      await screenshot(`try-on-empty-${device}`);

      await page.getByLabel('Add a person').setInputFiles(sample('person-woman'));
      await page.getByRole('img', { name: 'Chosen: person' }).waitFor();
      await page.getByLabel('Add a garment').setInputFiles([sample('garment-tshirt'), sample('garment-stripes')]);
      await page.getByRole('img', { name: 'Chosen: garment 2' }).waitFor();
      await page.getByText('1 credit for 1 image').waitFor();
      await page.getByRole('group', { name: 'Images' }).getByText('2').click();
      await page.getByText('2 credits for 2 images').waitFor();
      await screenshot(`try-on-ready-${device}`);
      await page.getByRole('button', { name: 'Try it on' }).click();

      const slider = page.getByRole('slider', { name: /original image/ });
      await slider.waitFor();
      await slider.focus();
      await page.keyboard.press('End');
      expect(await slider.getAttribute('aria-valuetext')).toBe('100 percent original');
      await slider.fill('40');
      await expectAccessible();
      await screenshot(`try-on-result-${device}`);
      const download = page.waitForEvent('download');
      await page.getByRole('link', { name: 'Download' }).click();
      expect((await download).suggestedFilename()).toMatch(/\.png$/);
      await page.getByText('998 credits left').waitFor();
    },
    { window: { viewport } },
  );
}

studioTest(
  'all of it works by plain http in a network of your own, where browsers offer less',
  async ({ page, workspace }) => {
    await page.goto('/');
    await page.goto(page.url().replace('127.0.0.1', 'lan.test'));
    expect(await page.evaluate(() => window.isSecureContext)).toBe(false);
    await page.getByLabel('API key').fill(workspace.key);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByLabel('Add a person').setInputFiles(sample('person-woman'));
    await page.getByLabel('Add a garment').setInputFiles(sample('garment-tshirt'));
    await page.getByRole('img', { name: 'Chosen: garment 1' }).waitFor();
    await page.getByRole('button', { name: 'Try it on' }).click();
    await page.getByRole('slider', { name: /original image/ }).waitFor();
  },
  { signedIn: false },
);
