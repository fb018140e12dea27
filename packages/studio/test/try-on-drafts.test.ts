import { expect } from 'vitest';
import { intercept, loseAnswer } from './support/intercept.ts';
import { sample } from './support/samples.ts';
import { type Studio, studioTest } from './support/studio.ts';

async function choosePictures({ page }: Studio): Promise<void> {
  await page.goto('/');
  await page.getByLabel('Add a person').setInputFiles(sample('person-man'));
  await page.getByRole('img', { name: 'Chosen: person' }).waitFor();
  await page.getByLabel('Add a garment').setInputFiles([sample('garment-shirt')]);
  await page.getByRole('img', { name: 'Chosen: garment 1' }).waitFor();
}

studioTest('pictures, options and the result are there after a reload', async (studio) => {
  const { page } = studio;
  await choosePictures(studio);
  await page.getByText('Styling, seed and speed').click();
  await page.getByLabel('Styling instructions').fill('Sleeves rolled up');
  await page.getByRole('group', { name: 'Resolution' }).getByText('High').click();
  await page.reload();
  await page.getByRole('img', { name: 'Chosen: garment 1' }).waitFor();
  await page.getByText('2 credits for 1 image').waitFor();
  await page.getByText('Styling, seed and speed').click();
  expect(await page.getByLabel('Styling instructions').inputValue()).toBe('Sleeves rolled up');
  await page.getByRole('button', { name: 'Try it on' }).click();
  await page.getByRole('link', { name: 'Download' }).waitFor();
  await page.reload();
  await page.getByRole('link', { name: 'Download' }).waitFor();
});

studioTest('a job that runs while the page is loaded again is found and followed to its end', async (studio) => {
  const { page, call } = studio;
  await choosePictures(studio);
  await page.getByText('Styling, seed and speed').click();
  await page.getByLabel('Styling instructions').fill('sandbox:delay=60000');
  await page.getByRole('button', { name: 'Try it on' }).click();
  await page.getByRole('progressbar', { name: 'Progress of the try-on' }).waitFor();
  await page.reload();
  await page.getByRole('progressbar', { name: 'Progress of the try-on' }).waitFor();
  await studio.screenshot('try-on-running');
  const [job] = (await call('GET', '/v1/jobs')).jobs;
  await call('POST', `/v1/jobs/${job.id}/cancel`);
  await page.getByText('Canceled', { exact: true }).waitFor();
});

studioTest('a request whose answer was lost is sent again by itself after a reload, and paid once', async (studio) => {
  const { page, call } = studio;
  await choosePictures(studio);
  // The service takes the request; the page never hears of it.
  const comeBack = await intercept(page, '**/v1/jobs', loseAnswer);
  await page.getByRole('button', { name: 'Try it on' }).click();
  await page.getByText('The service cannot be reached').waitFor();
  comeBack();
  await page.reload();
  await page.getByRole('link', { name: 'Download' }).waitFor();
  expect((await call('GET', '/v1/jobs')).jobs).toHaveLength(1);
  expect((await call('GET', '/v1/account')).balance).toBe(999);
});

studioTest('two clicks are one request', async (studio) => {
  const { page, call } = studio;
  await choosePictures(studio);
  await page.getByRole('button', { name: 'Try it on' }).dblclick();
  await page.getByRole('link', { name: 'Download' }).waitFor();
  expect((await call('GET', '/v1/jobs')).jobs).toHaveLength(1);
});

studioTest(
  'a key refused in the middle of the work leads to the sign-in and back, with the draft kept',
  async (studio) => {
    const { page, workspace } = studio;
    await choosePictures(studio);
    const refusal = { code: 'unauthorized', message: 'No.' };
    const accept = await intercept(page, '**/v1/jobs', (route) => route.fulfill({ status: 401, json: refusal }));
    await page.getByRole('button', { name: 'Try it on' }).click();
    await page.getByText('You were signed out').waitFor();
    accept();
    await page.getByLabel('API key').fill(workspace.key);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('img', { name: 'Chosen: garment 1' }).waitFor();
  },
);

studioTest(
  'a request with an unknown outcome is not sent again by itself, but as a new one when asked',
  async (studio) => {
    const { page } = studio;
    await choosePictures(studio);
    const keys: string[] = [];
    page.on('request', (request) => {
      const key = request.headers()['idempotency-key'];
      if (key) keys.push(key);
    });
    const refusal = { code: 'idempotency_uncertain', message: 'The outcome is not known.' };
    await intercept(page, '**/v1/jobs', (route) => route.fulfill({ status: 409, json: refusal }), { times: 1 });
    await page.getByRole('button', { name: 'Try it on' }).click();
    await page.getByText('It is not known how the first request ended').waitFor();
    await page.reload();
    await page.getByRole('img', { name: 'Chosen: garment 1' }).waitFor();
    expect(keys).toHaveLength(1);
    await page.getByRole('button', { name: 'Try it on' }).click();
    await page.getByRole('link', { name: 'Download' }).waitFor();
    expect(new Set(keys).size).toBe(2);
  },
);
