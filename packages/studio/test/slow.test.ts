import type { Page, Route } from 'playwright-core';
import { expect } from 'vitest';
import { intercept } from './support/intercept.ts';
import { sample } from './support/samples.ts';
import { PHONE, studioTest } from './support/studio.ts';

/** Holds the next request to an address up until it is released. */
async function hold(page: Page, target: string): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const pass = async (route: Route) => {
    await promise;
    await route.continue();
  };
  await intercept(page, target, pass, { times: 1 });
  return resolve;
}

/** Watches the bars of a page from now on, and tells every share that one has shown. */
async function sharesShown(page: Page): Promise<() => Promise<readonly number[]>> {
  const shown = await page.evaluateHandle(() => {
    const seen = new Set<number>();
    new MutationObserver(() => {
      for (const { value } of document.querySelectorAll<HTMLProgressElement>('progress[value]')) seen.add(value);
    }).observe(document.body, { subtree: true, childList: true, attributes: true });
    return seen;
  });
  return () => shown.evaluate((seen) => [...seen]);
}

studioTest(
  'on a slow line the page shows what it waits for, how far an upload is, and that a request is being sent',
  async ({ page, screenshot }) => {
    await page.goto('/');
    await page.getByText('Your result appears here').waitFor();
    const line = await page.context().newCDPSession(page);
    const slow = { offline: false, latency: 300, downloadThroughput: 60_000, uploadThroughput: 15_000 };
    await line.send('Network.enable');
    await line.send('Network.emulateNetworkConditions', slow);
    const shares = await sharesShown(page);
    await page.getByLabel('Add a person').setInputFiles(sample('person-woman'));
    await page.getByRole('progressbar', { name: 'Uploading person-woman.webp' }).waitFor();
    await screenshot('slow-upload');
    await page.getByRole('img', { name: 'Chosen: person' }).waitFor();
    expect((await shares()).length).toBeGreaterThan(1);
    await page.getByLabel('Add a garment').setInputFiles(sample('garment-tshirt'));
    await page.getByRole('img', { name: 'Chosen: garment 1' }).waitFor();
    const release = await hold(page, '**/v1/jobs');
    await page.getByRole('button', { name: 'Try it on' }).click();
    await page.getByRole('button', { name: 'Sending' }).waitFor();
    release();
    await page.getByRole('link', { name: 'Download' }).waitFor();
  },
  { window: { viewport: PHONE } },
);

studioTest(
  'a page that is on its way has its heading, and keeps the focus where the reader has it',
  async ({ page, expectAccessible }) => {
    const focused = () =>
      page.evaluate(() => `${document.activeElement?.tagName} ${document.activeElement?.textContent}`);
    const busy = () => page.locator('main [aria-busy=true]').count();
    const releaseFirst = await hold(page, '**/studio/files/TryOnPage-*.js');
    await page.goto('/', { waitUntil: 'commit' });
    await page.getByRole('heading', { name: 'Try on', level: 1 }).waitFor();
    await expectAccessible('busy');
    releaseFirst();
    await page.getByText('Your result appears here').waitFor();
    await page.keyboard.press('Tab');
    expect(await focused()).toBe('A Skip to the content');

    const navigation = page.getByRole('navigation', { name: 'Studio' });
    const releaseJobs = await hold(page, '**/studio/files/JobsPage-*.js');
    await navigation.getByRole('link', { name: 'Jobs' }).click();
    await expect.poll(focused).toBe('H1 Jobs');
    expect(await page.title()).toBe('Jobs · Atelier');
    expect(await busy()).toBeGreaterThan(0);
    releaseJobs();
    await page.getByRole('heading', { name: 'No jobs yet' }).waitFor();
    await expect.poll(focused).toBe('H1 Jobs');

    const releaseLibrary = await hold(page, '**/studio/files/LibraryPage-*.js');
    await navigation.getByRole('link', { name: 'Library' }).click();
    await expect.poll(focused).toBe('H1 Library');
    await navigation.getByRole('link', { name: 'Credits' }).focus();
    releaseLibrary();
    await page.getByRole('heading', { name: 'Nothing here yet' }).waitFor();
    await expect.poll(busy).toBe(0);
    expect(await focused()).toBe('A Credits');
  },
);

studioTest(
  'a service that goes away for a while is said to, and the work goes on when it is back',
  async ({ page, screenshot }) => {
    await page.goto('/');
    await page.getByLabel('Add a person').setInputFiles(sample('person-man'));
    await page.getByLabel('Add a garment').setInputFiles(sample('garment-shirt'));
    await page.getByRole('img', { name: 'Chosen: garment 1' }).waitFor();
    const comeBack = await intercept(page, '**/v1/**', (route) => route.abort('connectionrefused'));
    await page.getByRole('button', { name: 'Try it on' }).click();
    await page.getByText('The service cannot be reached').waitFor();
    await screenshot('service-away');
    comeBack();
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('link', { name: 'Download' }).waitFor();
  },
);

studioTest(
  'the page says that the service is away when it is opened meanwhile, and opens when it is back',
  async ({ page, expectAccessible }) => {
    const comeBack = await intercept(page, '**/v1/**', (route) => route.abort('connectionrefused'));
    await page.goto('/');
    await page.getByText('The service cannot be reached').waitFor();
    await expectAccessible();
    comeBack();
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByText('Your result appears here').waitFor();
  },
);

/** Forms, with the addresses to which they write and from which their list is read. */
const FORMS = [
  { page: 'assets', opens: 'New product', field: 'Name', entry: 'Linen shirt', saves: 'Save', addresses: '**/assets*' },
  { page: 'keys', opens: 'New key', field: 'Name', entry: 'shop', saves: 'Create', addresses: '**/v1/keys*' },
  {
    page: 'webhooks',
    opens: 'Add a webhook',
    field: 'Address',
    entry: 'https://shop.example/hook',
    saves: 'Add',
    addresses: '**/v1/webhooks',
  },
] as const;

studioTest('a form tells why it was not saved, also while the list behind it is read', async ({ page }) => {
  const refusal = { code: 'forbidden', message: 'The shop is closed.', request_id: 'refused' };
  for (const { page: name, opens, field, entry, saves, addresses } of FORMS) {
    await page.goto(`/studio/${name}`);
    await page.getByRole('button', { name: opens }).click();
    const dialog = page.getByRole('dialog', { name: opens });
    await dialog.getByLabel(field, { exact: true }).fill(entry);
    let held = 0;
    await intercept(page, addresses, (route) => {
      if (route.request().method() !== 'GET') return route.fulfill({ status: 403, json: refusal });
      held += 1;
    });
    const before = held;
    await dialog.getByRole('button', { name: saves, exact: true }).click();
    await dialog.getByText('The shop is closed.').waitFor();
    await expect.poll(() => held).toBeGreaterThan(before);
  }
});
