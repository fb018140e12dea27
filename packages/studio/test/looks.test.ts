import { expect } from 'vitest';
import { picture } from './support/picture.ts';
import { type Studio, studioTest } from './support/studio.ts';

/** Saves an asset with a photo, and returns its ID. */
async function save({ call }: Pick<Studio, 'call'>, type: string, alias: string): Promise<string> {
  const { id } = await call('POST', '/assets', { type, alias, sku: type === 'outfit' ? alias : null });
  const use = type === 'outfit' ? 'virtual-try-on-outfit' : 'virtual-try-on-person';
  const image = await call('POST', '/images', picture(use));
  await call('POST', `/images/${image.id}/asset`, { asset_id: id });
  return id;
}

studioTest('a look is made, its price is told, and it is applied to all products', async (studio) => {
  const { page, call, expectAccessible, screenshot } = studio;
  await save(studio, 'model', 'Anna');
  for (const sku of ['LS-1', 'LS-2', 'LS-3']) await save(studio, 'outfit', sku);
  await call('POST', '/assets', { type: 'outfit', alias: 'No photo', sku: 'LS-4' });
  await page.goto('/studio/looks');
  await page.getByRole('button', { name: 'New look' }).click();
  const form = page.getByRole('dialog', { name: 'New look' });
  await form.getByLabel('Name').fill('Studio, white');
  await form.getByText('Anna').click();
  await form.getByLabel('Styling instructions').fill('sandbox:fail=generation_failed');
  await expectAccessible();
  await form.getByRole('button', { name: 'Save the look' }).click();

  const look = page.getByRole('region', { name: 'Look Studio, white' });
  await look.getByRole('listitem').filter({ hasText: 'Anna' }).locator('img').waitFor();
  await look.getByText('Try-on · 1 avatar · 1 image').waitFor();
  await look.getByRole('button', { name: 'Apply to products' }).click();
  const window = page.getByRole('dialog', { name: /Apply/ });
  await window.getByText('1 product left out').click();
  await window.getByText('No photo: It has no photo.').waitFor();
  await expectAccessible();
  await window.getByRole('button', { name: 'Make 3 images for 3 credits' }).click();

  const shoot = page.getByRole('region', { name: 'Shoot with Studio, white' });
  await shoot.getByText('Completed', { exact: true }).waitFor();
  await shoot.getByText('3 failed images').click();
  await shoot.getByText(/^LS-1: /).waitFor();
  await expectAccessible();
  await screenshot('looks');
  const [before] = (await call('GET', '/v1/shoots')).shoots;
  await shoot.getByRole('button', { name: 'Retry the rest' }).click();
  await expect.poll(async () => (await call('GET', `/v1/shoots/${before.id}`)).items.failed).toBe(3);
  expect((await call('GET', '/v1/account')).balance).toBe(1_000);

  await look.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('heading', { name: 'No looks yet' }).waitFor();
  await shoot.getByText('0 of 3 images').waitFor();
});
