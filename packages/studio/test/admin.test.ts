import { expect } from 'vitest';
import { intercept, loseAnswer } from './support/intercept.ts';
import { ADMIN_KEY } from './support/service.ts';
import { type Studio, studioTest } from './support/studio.ts';

async function open({ page }: Studio): Promise<void> {
  await page.goto('/studio/admin');
  await page.getByLabel('Admin key').fill(ADMIN_KEY);
  await page.getByRole('button', { name: 'Open', exact: true }).click();
  await page.getByRole('heading', { name: 'Workspaces' }).waitFor();
}

studioTest(
  'an administrator makes a workspace, gives it credits, makes and ends a key, and deletes it',
  async (studio) => {
    const { page, expectAccessible, screenshot } = studio;
    const name = `Atelier ${Date.now()}`;
    await open(studio);
    await page.getByRole('button', { name: 'New workspace' }).click();
    const dialog = page.getByRole('dialog', { name: 'New workspace' });
    await dialog.getByLabel('Name').fill(name);
    await dialog.getByLabel('Credits at the start').fill('12.5');
    await dialog.getByText('Free').click();
    await dialog.getByRole('button', { name: 'Create' }).click();
    await page.getByText('The first key of the workspace').waitFor();
    const key = await page.getByText(/^atl_/).first().textContent();

    const card = page.getByRole('region', { name: `Workspace ${name}` });
    await card.getByText('12.5 credits').waitFor();
    await card.getByRole('button', { name: 'Credits' }).click();
    await page.getByRole('dialog').getByLabel('Credits to grant').fill('-2.5');
    await page.getByRole('dialog').getByLabel('Reason').fill('mistaken');
    await page.getByRole('dialog').getByRole('button', { name: 'Grant' }).click();
    await card.getByText('10 credits').waitFor();

    await card.getByRole('button', { name: 'Plan and models' }).click();
    await page.getByRole('dialog').getByLabel('v5').check();
    await page.getByRole('dialog').getByText('Enterprise').click();
    await expectAccessible();
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await card.getByText('Enterprise plan').waitFor();

    await card.getByRole('button', { name: 'Keys' }).click();
    await card.getByLabel('Name of a new key').fill('lost');
    await intercept(page, '**/admin/workspaces/*/keys', loseAnswer, { times: 1 });
    await card.getByRole('button', { name: 'Create a key' }).click();
    await card.getByText('The key may exist nevertheless').waitFor();
    await card.getByRole('row', { name: /lost/ }).waitFor();
    await card.getByLabel('Name of a new key').fill('shop');
    await card.getByRole('button', { name: 'Create a key' }).click();
    await card.getByText('The new key').waitFor();
    await expectAccessible();
    await screenshot('admin');
    await card.getByRole('row', { name: /shop/ }).getByRole('button', { name: 'Revoke' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
    await card.getByText('revoked just now').waitFor();

    await card.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await card.waitFor({ state: 'detached' });
    const refused = await page.request.get('/v1/account', { headers: { authorization: `Bearer ${key}` } });
    expect(refused.status()).toBe(401);
  },
  { signedIn: false },
);

studioTest('a wrong admin key is refused, and leaving forgets the right one', async (studio) => {
  const { page, expectAccessible, workspace } = studio;
  await page.goto('/studio/admin');
  await page.getByLabel('Admin key').fill(workspace.key);
  await page.getByRole('button', { name: 'Open', exact: true }).click();
  await page.getByRole('alert').waitFor();
  await expectAccessible();
  await open(studio);
  await page.getByText('The embedded engine does all the work').waitFor();
  await page.getByRole('button', { name: 'Close admin' }).click();
  await page.getByLabel('Admin key').waitFor();
  expect(await page.evaluate(() => Object.values({ ...sessionStorage }).join())).not.toContain(ADMIN_KEY);
});

studioTest(
  'after a gift with an unknown outcome the page shows the balance before it can be given again',
  async (studio) => {
    const { page, call, workspace, expectAccessible, screenshot } = studio;
    await open(studio);
    const card = page.getByRole('region', { name: workspace.id });
    await card.getByRole('button', { name: 'Credits' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Reason').fill('Invoice 7');
    // The service gives them; the page never hears of it, and then loses its way to the service.
    await intercept(page, '**/admin/workspaces/*/credits', loseAnswer);
    const comeBack = await intercept(page, '**/admin/workspaces', (list) => list.abort('connectionrefused'));
    await dialog.getByRole('button', { name: 'Grant' }).click();
    await dialog.getByText('The grant may not have arrived').waitFor();
    await dialog.getByText('The service cannot be reached').waitFor();
    expect(await dialog.getByRole('button', { name: 'Grant again' }).isEnabled()).toBe(false);
    await expectAccessible();
    await dialog.getByRole('button', { name: 'Close' }).click();
    await card.getByRole('button', { name: 'Credits' }).click();
    await dialog
      .getByText('The service did not confirm the grant of 100 credits. The balance was 1,000 credits.')
      .waitFor();
    expect(await dialog.getByRole('button', { name: 'Grant again' }).isEnabled()).toBe(false);
    comeBack();
    await dialog.getByRole('button', { name: 'Check the balance' }).click();
    await dialog.getByText('The balance was 1,000 credits; now it is 1,100 credits.').waitFor();
    await screenshot('admin-credits-in-doubt');
    expect(await dialog.getByRole('button', { name: 'Grant again' }).isEnabled()).toBe(true);
    await dialog.getByRole('button', { name: 'Close' }).click();
    await card.getByRole('button', { name: 'Credits' }).click();
    await dialog.getByText('Balance: 1,100 credits.').waitFor();
    expect(await dialog.getByRole('button', { name: 'Grant', exact: true }).isEnabled()).toBe(true);
    await dialog.getByRole('button', { name: 'Close' }).click();
    expect((await call('GET', '/v1/account')).balance).toBe(1_100);
  },
);
