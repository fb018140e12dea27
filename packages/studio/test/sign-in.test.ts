import { expect } from 'vitest';
import { PHONE, studioTest } from './support/studio.ts';

studioTest(
  'a key signs in, is forgotten with its tab, and signing out forgets it at once',
  async ({ page, workspace, expectAccessible, screenshot }) => {
    await page.goto('/');
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await expectAccessible();
    await screenshot('sign-in');
    await page.getByLabel('API key').fill(workspace.key);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByText('Your result appears here').waitFor();
    expect(new URL(page.url()).pathname).toBe('/studio/try-on');

    await page.reload();
    await page.getByRole('heading', { name: 'Try on', level: 1 }).waitFor();
    expect(await page.evaluate(() => Object.values({ ...localStorage }).join())).not.toContain(workspace.key);

    await page.getByRole('button', { name: 'Account' }).click();
    await page.getByText('Maison Test').waitFor();
    await page.getByText(/^\d+ bytes of 2 TiB stored$/).waitFor();
    await screenshot('account-menu');
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    expect(await page.evaluate(() => Object.values({ ...sessionStorage }).join())).not.toContain(workspace.key);
  },
  { signedIn: false },
);

studioTest(
  'a key is kept on the device where that is asked for, until one of its tabs signs out',
  async ({ page, workspace }) => {
    await page.goto('/studio/try-on');
    await page.getByLabel('API key').fill(` ${workspace.key} `);
    await page.getByLabel('Stay signed in').check();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Try on', level: 1 }).waitFor();
    const other = await page.context().newPage();
    await other.goto('/');
    await other.getByRole('heading', { name: 'Try on', level: 1 }).waitFor();
    await page.getByRole('button', { name: 'Account' }).click();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await other.getByRole('heading', { name: 'Sign in' }).waitFor();
  },
  { signedIn: false },
);

studioTest(
  'a wrong key is refused in words, on a phone too, and the right one leads to the top of the page',
  async ({ page, workspace, expectAccessible, screenshot }) => {
    await page.goto('/');
    await page.getByLabel('API key').fill('atl_wrong');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByText('The key was not accepted').waitFor();
    await expectAccessible();
    await screenshot('sign-in-refused-phone');
    await page.getByLabel('API key').fill(workspace.key);
    await page.evaluate(() => window.scrollTo(0, 200));
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Try on', level: 1 }).waitFor();
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('H1');
    expect(await page.evaluate(() => window.scrollY)).toBe(0);
  },
  { signedIn: false, window: { viewport: PHONE } },
);

studioTest('a key that is refused later leads back to the sign-in, at the same address', async ({ page }) => {
  await page.goto('/studio/try-on');
  await page.getByText('Your result appears here').waitFor();
  await page.route('**/v1/account', (route) =>
    route.fulfill({ status: 401, json: { code: 'unauthorized', message: 'No.' } }),
  );
  await page.reload();
  await page.getByText('You were signed out').waitFor();
  expect(new URL(page.url()).pathname).toBe('/studio/try-on');
});
