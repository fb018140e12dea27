import fs from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { sample } from './support/samples.ts';
import { studioTest } from './support/studio.ts';

/** Presses Tab until the element that has the focus is called so, and checks that nothing covers it. */
async function tabTo(page: Page, name: string): Promise<void> {
  for (let step = 0; step < 60; step++) {
    await page.keyboard.press('Tab');
    const focused = await page.evaluate(() => {
      const element = document.activeElement;
      if (!(element instanceof HTMLElement)) return null;
      const { left, top, width, height } = element.getBoundingClientRect();
      const over = document.elementFromPoint(left + width / 2, top + height / 2);
      const label = element.getAttribute('aria-label') ?? element.textContent ?? '';
      const isSeen = over !== null && (element.contains(over) || over.contains(element));
      return { label: label.trim(), isSeen, isHidden: element.matches('.visually-hidden') };
    });
    if (!focused) continue;
    if (!focused.isHidden && focused.label !== '') expect(focused, 'covered').toMatchObject({ isSeen: true });
    if (focused.label === name) return;
  }
  throw new Error(`the Tab key never leads to ${name}`);
}

studioTest('a try-on by keyboard alone, and nothing that has the focus is covered', async ({ page, call }) => {
  const asset = await call('POST', '/assets', { type: 'outfit', alias: 'Sailor shirt' });
  const form = new FormData();
  form.set('type', 'virtual-try-on-outfit');
  form.set('file', new Blob([await fs.readFile(sample('garment-stripes'))]), 'stripes.webp');
  await call('POST', `/assets/${asset.id}/images`, form);

  await page.goto('/');
  await page.getByText('Your result appears here').waitFor();
  await tabTo(page, 'Choose a person');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Lena' }).waitFor();
  await tabTo(page, 'Lena');
  await page.keyboard.press('Enter');
  await page.getByRole('img', { name: 'Chosen: person' }).waitFor();
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Choose a person');

  await tabTo(page, 'Choose a garment');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Sailor shirt' }).waitFor();
  await tabTo(page, 'Sailor shirt');
  await page.keyboard.press('Enter');
  await page.getByRole('img', { name: 'Chosen: garment 1' }).waitFor();

  await tabTo(page, 'Try it on');
  await page.keyboard.press('Enter');
  const slider = page.getByRole('slider', { name: /original image/ });
  await slider.waitFor();
  await tabTo(page, 'Share of the original image');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  expect(await slider.getAttribute('aria-valuetext')).toBe('2 percent original');
});
