import { expect } from 'vitest';
import { sample } from './support/samples.ts';
import { PHONE, studioTest } from './support/studio.ts';

studioTest('an avatar is put into a scene with a product, kept over a reload, and paid once', async (studio) => {
  const { page, call, expectAccessible, screenshot } = studio;
  await page.goto('/studio/generate');
  await page.getByText('Choose an avatar.').waitFor();
  await page.getByRole('group', { name: 'Avatar' }).locator('label').first().click();
  await page.getByRole('group', { name: 'Preset' }).locator('label').first().click();
  await page.getByLabel('Add a product photo').setInputFiles(sample('garment-dress'));
  await page.getByRole('img', { name: 'Chosen: product photo 1' }).waitFor();
  await page.reload();
  await page.getByRole('img', { name: 'Chosen: product photo 1' }).waitFor();
  await expectAccessible();
  await page.getByRole('button', { name: 'Generate' }).dblclick();
  await page.getByRole('img', { name: 'Result of the generation' }).waitFor();
  expect((await call('GET', '/v1/jobs')).jobs).toHaveLength(1);
  await screenshot('generate');
});

studioTest('a failure is put away, and its job is still listed', async ({ page, call, screenshot }) => {
  await page.goto('/studio/generate');
  await page.getByText('Prompt only', { exact: true }).click();
  await page.getByLabel('What it should show').fill('sandbox:fail=generation_failed');
  await page.getByRole('button', { name: 'Generate', exact: true }).click();
  const failure = page.getByText('The engine could not finish the job');
  await failure.waitFor();
  await screenshot('generate-failure');
  await page.getByRole('button', { name: 'Dismiss' }).click();
  await failure.waitFor({ state: 'detached' });
  await page.reload();
  await page.getByText('Your results appear here.').waitFor();
  expect((await call('GET', '/v1/jobs')).jobs).toHaveLength(1);
});

studioTest('a film is made from words', async ({ page, screenshot }) => {
  await page.goto('/studio/generate');
  await page.getByText('A video', { exact: true }).click();
  await page.getByText('Describe what it should show.').waitFor();
  await page.getByLabel('What it should show').fill('a model walks along a pier');
  await page.getByRole('button', { name: 'Make the video' }).click();
  await page.getByLabel('Text to video', { exact: true }).waitFor();
  await screenshot('generate-film');
});

studioTest(
  'what the embedded engine cannot do is said before the first try',
  async ({ page, screenshot }) => {
    await page.goto('/studio/generate');
    await page.getByText('makes images of avatars and products, not of words alone').waitFor();
    expect(await page.getByRole('radio', { name: /Prompt only/ }).isDisabled()).toBe(true);
    await page.getByText('A video', { exact: true }).click();
    await page.getByText('Choose an avatar.').waitFor();
    await screenshot('generate-embedded');
  },
  { workspace: { sandbox: false } },
);

studioTest(
  'the choices fit a phone',
  async ({ page, expectAccessible, screenshot }) => {
    await page.goto('/studio/generate');
    await page.getByText('Products only').click();
    await page.getByText('Add a product.').waitFor();
    await page.getByRole('group', { name: 'Preset' }).locator('label').first().waitFor();
    await expectAccessible();
    await screenshot('generate-phone');
    const bar = async () => page.getByRole('button', { name: 'Generate', exact: true }).boundingBox();
    const before = await bar();
    expect((before?.y ?? PHONE.height) + (before?.height ?? 0)).toBeLessThan(PHONE.height);
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
    expect(await bar()).toEqual(before);
  },
  { window: { viewport: PHONE } },
);
