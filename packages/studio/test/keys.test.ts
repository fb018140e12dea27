import { expect } from 'vitest';
import { DESKTOP, PHONE, studioTest } from './support/studio.ts';

studioTest('a key is made with scopes and a limit, shown once, and revoked; usage is exported', async (studio) => {
  const { page, expectAccessible, screenshot } = studio;
  await page.goto('/studio/keys');
  await page.getByRole('button', { name: 'New key' }).click();
  const dialog = page.getByRole('dialog', { name: 'New key' });
  await dialog.getByLabel('Name').fill('web shop');
  await dialog.getByLabel('Credits a month').fill('12.5');
  await expectAccessible();
  await dialog.getByRole('button', { name: 'Create' }).click();
  await page.getByText(/^atl_test_\w{40,}$/).waitFor();
  const row = page.getByRole('row').filter({ hasText: 'web shop' });
  await row.getByText('read, submit').waitFor();
  await row.getByText('12.5 credits a month').waitFor();
  await page.setViewportSize(PHONE);
  const value = await row.getByText('read, submit').boundingBox();
  const revoke = await row.getByRole('button', { name: 'Revoke' }).boundingBox();
  expect(revoke?.x).toBe(value?.x);
  await row.scrollIntoViewIfNeeded();
  await expectAccessible();
  await screenshot('keys-phone');
  await page.setViewportSize(DESKTOP);
  await row.getByRole('button', { name: 'Revoke' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
  await row.getByText('Revoked').waitFor();
  await expectAccessible();
  await screenshot('keys');

  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export CSV' }).click();
  expect((await download).suggestedFilename()).toMatch(/^usage-by-key-\d{4}-\d\d\.csv$/);
});
