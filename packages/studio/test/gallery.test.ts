import { expect } from 'vitest';
import { picture } from './support/picture.ts';
import { studioTest } from './support/studio.ts';

studioTest(
  'the gallery shows what was made, by operation, and leads on',
  async ({ page, call, expectAccessible, screenshot }) => {
    const { id } = await call('POST', '/images', picture('virtual-try-on-person'));
    const edit = await call('POST', `/v1/images/${id}/edit`, { prompt: 'brighter' });
    const film = await call('POST', `/v1/images/${id}/animate`, {});
    for (const { jobs } of [edit, film]) await call('GET', `/v1/jobs/${jobs[0].id}?wait=30`);
    await page.goto('/studio/gallery');
    await page.getByRole('article', { name: 'Edit' }).waitFor();
    await page.getByRole('article', { name: 'Animation' }).waitFor();
    await expectAccessible();
    await screenshot('gallery');
    await page.getByLabel('Show').selectOption('Edit');
    await expect.poll(() => page.getByRole('article').count()).toBe(1);
    await page.getByRole('link', { name: 'Edit: carry on from it' }).click();
    await page.getByRole('heading', { name: 'Edit an image' }).waitFor();
  },
);

studioTest('what was asked for here can be run again', async ({ page, call }) => {
  const { id } = await call('POST', '/images', picture('virtual-try-on-person'));
  await page.goto(`/studio/images/${id}`);
  await page.getByLabel('What to change').fill('brighter');
  await page.getByRole('button', { name: 'Change it' }).click();
  await page.getByRole('img', { name: 'Result of the edit' }).waitFor();
  await page.goto('/studio/gallery');
  await page.getByRole('button', { name: 'Run again' }).click();
  await page.getByRole('heading', { name: 'Jobs', level: 1 }).waitFor();
  await expect.poll(() => page.getByRole('article', { name: /Edit/ }).count()).toBe(2);
});

studioTest('an empty gallery leads to the first try-on', async ({ page, expectAccessible }) => {
  await page.goto('/studio/gallery');
  await page.getByRole('heading', { name: 'Nothing here yet' }).waitFor();
  await expectAccessible();
});
