import { expect } from 'vitest';
import { PHONE, studioTest } from './support/studio.ts';

studioTest(
  'the shell shows the balance, says that a sandbox is one, and can be looked at in light and dark',
  async (studio) => {
    const { page, expectAccessible, screenshot } = studio;
    await page.goto('/');
    await page.getByText('1,000 credits left').waitFor();
    await page.getByText('credits are play money').waitFor();
    await expectAccessible();
    await page.getByRole('button', { name: /Colours/ }).click();
    await page.getByRole('button', { name: /Colours/ }).click();
    expect(await page.evaluate(() => document.documentElement.dataset.theme)).toBe('dark');
    await page.reload();
    await page.getByRole('button', { name: 'Colours: dark' }).waitFor();
    await screenshot('shell-dark');
  },
);

studioTest('the first stop of the keyboard skips the navigation', async ({ page }) => {
  await page.goto('/studio/jobs?status=failed');
  await page.getByRole('heading', { name: 'Jobs', level: 1 }).waitFor();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('content');
  expect(new URL(page.url()).search).toBe('?status=failed');
});

studioTest(
  'a phone has the first pages at its foot and all of them behind More, which says where one is',
  async ({ page, expectAccessible, screenshot }) => {
    await page.goto('/');
    await page.getByRole('button', { name: 'More' }).click();
    await page.getByRole('dialog', { name: 'All pages' }).getByRole('link', { name: 'Try on' }).waitFor();
    await expectAccessible();
    await screenshot('navigation-phone');
    await page.getByRole('dialog').getByRole('link', { name: 'Jobs' }).click();
    await page.getByRole('heading', { name: 'Jobs', level: 1 }).waitFor();
    expect(await page.getByRole('button', { name: 'More' }).getAttribute('aria-current')).toBe('true');
    await expectAccessible();
    await screenshot('jobs-phone');
  },
  { window: { viewport: PHONE } },
);

studioTest('an address without a page says so', async ({ page, expectAccessible }) => {
  await page.goto('/studio/nowhere');
  await page.getByRole('heading', { name: 'No such page' }).waitFor();
  await expectAccessible();
});

studioTest('the page may run nothing but its own files, and is never framed', async ({ page }) => {
  const response = await page.goto('/studio/anything');
  const headers = response?.headers() ?? {};
  expect(headers['content-security-policy']).not.toContain('unsafe');
  expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
  expect(headers['x-content-type-options']).toBe('nosniff');
  expect(headers['referrer-policy']).toBe('no-referrer');
  const [script] = await page.locator('script[src]').all();
  const file = await page.request.get((await script?.getAttribute('src')) ?? '');
  expect(file.headers()['cache-control']).toContain('immutable');
  expect(file.headers()['content-encoding']).toBe('br');
});

studioTest('going offline is said, and being back unsaid', async ({ page }) => {
  await page.goto('/');
  // The heading is there before the page is, and a page that is half loaded cannot be shown offline.
  await page.getByText('Your result appears here').waitFor();
  await page.context().setOffline(true);
  await page.getByText('You are offline').waitFor();
  await page.context().setOffline(false);
  await page.getByText('You are offline').waitFor({ state: 'detached' });
});
