import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { studioTest } from './support/studio.ts';

/** The name of the element that has the focus, such as `H1`. */
function focused(page: Page): Promise<string | undefined> {
  return page.evaluate(() => document.activeElement?.tagName);
}

studioTest(
  'no page is wider than the narrowest phone, and each names itself and takes the focus',
  async ({ page, expectWithinWindow }) => {
    await page.goto('/');
    await page.getByRole('button', { name: 'More' }).click();
    const links = page.getByRole('dialog').getByRole('link');
    await links.first().waitFor();
    const addresses = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''));
    expect(addresses.length).toBeGreaterThan(3);
    await page.keyboard.press('Escape');
    // Twice: the second time every page is there at once.
    for (const [visit, address] of [...addresses, ...addresses].entries()) {
      await page.getByRole('button', { name: 'More' }).click();
      await page.getByRole('dialog').locator(`a[href="${address}"]`).click();
      await page.waitForURL(`**${address}`);
      const heading = page.getByRole('heading', { level: 1 });
      await heading.waitFor();
      await expect.poll(() => page.locator('[aria-busy=true]').count()).toBe(0);
      await expectWithinWindow();
      if (visit > 0) await expect.poll(() => focused(page), { message: address }).toBe('H1');
      expect(await page.title()).toBe(`${await heading.textContent()} · Atelier`);
    }
  },
  { window: { viewport: { width: 320, height: 640 } } },
);

studioTest('a page that is gone to begins at its top, with the focus on its heading', async ({ page }) => {
  await page.goto('/');
  await page.getByText('Styling, seed and speed').scrollIntoViewIfNeeded();
  await page.mouse.wheel(0, 2000);
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(0);
  await page.getByRole('navigation', { name: 'Studio' }).getByRole('link', { name: 'Jobs' }).click();
  await page.getByRole('heading', { name: 'Jobs', level: 1 }).waitFor();
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
  await expect.poll(() => focused(page)).toBe('H1');
});

studioTest(
  'a page that cannot be loaded says so, and leaves the others alone',
  async ({ page }) => {
    await page.goto('/');
    await page.getByText('Your result appears here').waitFor();
    await page.route('**/studio/files/JobsPage-*.js', (route) => route.abort());
    const navigation = page.getByRole('navigation', { name: 'Studio' });
    await navigation.getByRole('link', { name: 'Jobs' }).click();
    await page.getByText('This page cannot be shown').waitFor();
    await page.getByRole('heading', { name: 'Jobs', level: 1 }).waitFor();
    await navigation.getByRole('link', { name: 'Try on' }).click();
    await page.getByRole('heading', { name: 'Try on', level: 1 }).waitFor();
  },
  { faults: /dynamically imported module|error boundary|Failed to fetch/i },
);

studioTest('what others left in the storage of the browser does no harm', async ({ page, workspace }) => {
  await page.goto('/');
  await page.getByText('Your result appears here').waitFor();
  await page.evaluate((id) => {
    localStorage.setItem(
      `atelier:try-on:${id}`,
      '{"person":"x","garments":7,"options":{"count":"many"},"runs":{},"sending":0}',
    );
    localStorage.setItem('atelier:theme', '"pink"');
  }, workspace.id);
  await page.reload();
  await page.getByText('Add a person and a garment.').waitFor();
});
