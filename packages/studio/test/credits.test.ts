import { expect } from 'vitest';
import { picture } from './support/picture.ts';
import { PHONE, type Studio, studioTest } from './support/studio.ts';

async function spend({ call }: Studio): Promise<void> {
  const person = await call('POST', '/images', picture('virtual-try-on-person'));
  const garment = await call('POST', '/images', picture('virtual-try-on-outfit'));
  const ids = { person_image_id: person.id, outfit_image_ids: [garment.id] };
  await call('POST', '/v1/images/virtual-try-on', { ...ids, num_images: 3 });
  const { jobs } = await call('POST', '/v1/images/virtual-try-on', {
    ...ids,
    prompt: 'sandbox:fail=generation_failed',
  });
  await call('GET', `/v1/jobs/${jobs[0].id}?wait=30`);
}

studioTest('what was spent is drawn by day, and every movement listed', async (studio) => {
  const { page, expectAccessible, screenshot } = studio;
  await spend(studio);
  await page.goto('/studio/credits');
  await page.getByText('997 credits left, on the enterprise plan').waitFor();
  await page.getByRole('img', { name: '3 credits spent in 30 days' }).waitFor();
  const movements = page.getByRole('table', { name: /Transactions/ });
  await movements.getByRole('cell', { name: 'Refund' }).waitFor();
  expect(await movements.getByRole('cell', { name: 'Charge' }).count()).toBeGreaterThan(0);
  expect(await movements.getByRole('cell', { name: '+1,000' }).count()).toBe(1);
  await expectAccessible();
  await screenshot('credits');
});

studioTest(
  'the movements are read on a phone too',
  async (studio) => {
    await spend(studio);
    await studio.page.goto('/studio/credits');
    await studio.page.getByRole('cell', { name: 'Refund' }).waitFor();
    await studio.expectAccessible();
    await studio.screenshot('credits-phone');
    await studio.expectWithinWindow();
  },
  { window: { viewport: PHONE } },
);
