import { sample } from './support/samples.ts';
import { type Studio, studioTest } from './support/studio.ts';

async function send({ page }: Studio, instructions: string): Promise<void> {
  await page.goto('/');
  await page.getByLabel('Add a person').setInputFiles(sample('person-man'));
  await page.getByRole('img', { name: 'Chosen: person' }).waitFor();
  await page.getByLabel('Add a garment').setInputFiles([sample('garment-shirt')]);
  await page.getByRole('img', { name: 'Chosen: garment 1' }).waitFor();
  await page.getByText('Styling, seed and speed').click();
  await page.getByLabel('Styling instructions').fill(instructions);
  await page.getByRole('button', { name: 'Try it on' }).click();
}

studioTest('a failed job says why, and that it costs nothing', async (studio) => {
  await send(studio, 'sandbox:fail=input_rejected');
  await studio.page.getByText('The engine did not accept the images or the prompt').waitFor();
  await studio.page.getByText('Nothing was charged.').waitFor();
  await studio.page.getByText('1,000 credits left').waitFor();
  await studio.expectAccessible();
  await studio.screenshot('try-on-failed');
});

studioTest('a blocked one asks for another image', async (studio) => {
  await send(studio, 'sandbox:block');
  await studio.page.getByText('The content rules do not allow this').waitFor();
});

studioTest('one under way is canceled and refunded', async (studio) => {
  await send(studio, 'sandbox:delay=30000');
  await studio.page.getByRole('button', { name: 'Cancel' }).click();
  await studio.page.getByText('Canceled', { exact: true }).waitFor();
  await studio.page.getByText('1,000 credits left').waitFor();
});

studioTest(
  'too few credits are said before anything is sent',
  async ({ page, screenshot }) => {
    await page.goto('/');
    await page.getByText('but you have 0.5 credits').waitFor();
    await screenshot('try-on-too-dear');
  },
  { workspace: { credits: 0.5 } },
);

studioTest(
  'a plan without high resolution and many pictures does not offer them',
  async ({ page }) => {
    await page.goto('/');
    const high = page.getByRole('radio', { name: /High/ });
    await high.waitFor({ state: 'attached' });
    if (await high.isEnabled()) throw new Error('high resolution is offered');
    if ((await page.getByRole('radio', { name: '4', exact: true }).count()) > 0)
      throw new Error('four pictures are offered');
  },
  { workspace: { plan: 'free' } },
);
