import { expect } from 'vitest';
import { intercept } from './support/intercept.ts';
import { picture } from './support/picture.ts';
import { PHONE, type Studio, studioTest } from './support/studio.ts';

/** Submits a try-on with the sandbox's words for an outcome. */
async function submit({ call }: Studio, prompt: string): Promise<string> {
  const person = await call('POST', '/images', picture('virtual-try-on-person'));
  const garment = await call('POST', '/images', picture('virtual-try-on-outfit'));
  const body = { person_image_id: person.id, outfit_image_ids: [garment.id], prompt };
  return (await call('POST', '/v1/images/virtual-try-on', body)).jobs[0].id;
}

studioTest('jobs show what became of them, with failures in words', async (studio) => {
  const { page, call, expectAccessible, screenshot } = studio;
  const done = await submit(studio, 'sandbox:delay=0');
  const failed = await submit(studio, 'sandbox:fail=generation_failed');
  const blocked = await submit(studio, 'sandbox:block');
  for (const id of [done, failed, blocked]) await call('GET', `/v1/jobs/${id}?wait=30`);
  await page.goto('/studio/jobs');
  await page.getByRole('article', { name: 'Try-on, Completed' }).waitFor();
  const failure = page.getByRole('article', { name: 'Try-on, Failed' });
  await failure.getByText('The engine could not finish the job').waitFor();
  await failure.getByText('Nothing was charged.').waitFor();
  await page
    .getByRole('article', { name: 'Try-on, Blocked' })
    .getByText('The content rules do not allow this')
    .waitFor();
  await expectAccessible();
  await screenshot('jobs');

  await page.getByLabel('Status').selectOption('Failed');
  await expect.poll(() => page.getByRole('article').allInnerTexts()).toHaveLength(1);
  await page.reload();
  await failure.waitFor();
  expect(await page.getByLabel('Status').inputValue()).toBe('failed');
});

studioTest('a job that has not ended shows itself ending, and can be cancelled', async (studio) => {
  const { page, call } = studio;
  const other = await submit(studio, 'sandbox:delay=60000');
  await submit(studio, 'sandbox:delay=60000');
  await page.goto('/studio/jobs');
  const jobs = page.getByRole('article');
  await jobs.first().getByRole('button', { name: 'Cancel' }).click();
  await jobs.first().getByText('Canceled', { exact: true }).waitFor();
  await page.getByText('999 credits left').waitFor();
  await call('POST', `/v1/jobs/${other}/cancel`);
  await jobs.last().getByText('Canceled', { exact: true }).waitFor();
});

studioTest(
  'a workspace without jobs is led to its first, on a phone too',
  async ({ page, expectAccessible, screenshot }) => {
    await page.goto('/studio/jobs');
    await page.getByRole('heading', { name: 'No jobs yet' }).waitFor();
    await expectAccessible();
    await screenshot('jobs-empty-phone');
    await page.getByRole('link', { name: 'Try something on' }).click();
    await page.getByRole('heading', { name: 'Try on', level: 1 }).waitFor();
  },
  { window: { viewport: PHONE } },
);

studioTest('a list that cannot be read says so, and is read again when asked', async ({ page }) => {
  const comeBack = await intercept(page, '**/v1/jobs?*', (route) =>
    route.fulfill({ status: 503, json: { code: 'unavailable', message: 'Busy.' } }),
  );
  await page.goto('/studio/jobs');
  await page.getByText('The service is busy or restarting').waitFor();
  comeBack();
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('heading', { name: 'No jobs yet' }).waitFor();
});
