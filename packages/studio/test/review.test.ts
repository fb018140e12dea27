import fs from 'node:fs/promises';

import { expect } from 'vitest';
import { sample } from './support/samples.ts';
import { PHONE, type Studio, studioTest } from './support/studio.ts';

/** A review link of a collection of two images; its address, and the path that revokes it. */
async function linkOf({ call }: Studio) {
  const ids: string[] = [];
  for (const name of ['garment-dress', 'person-woman'] as const) {
    const form = new FormData();
    form.set('file', new Blob([await fs.readFile(sample(name))]), `${name}.webp`);
    ids.push((await call('POST', '/images', form)).id);
  }
  const { id } = await call('POST', '/v1/collections', { name: 'Autumn 2026' });
  await call('POST', `/v1/collections/${id}/images`, { add: ids });
  const link = await call('POST', `/v1/collections/${id}/review-links`, {
    name: 'For the buyers',
    expires_at: new Date(Date.now() + 86_400_000).toISOString(),
  });
  return { address: link.url, revoke: `/v1/review-links/${link.review_link.id}`, newest: ids[1], collection: id };
}

studioTest(
  'a reviewer without a key looks, marks and comments on a phone, until the link is revoked',
  async (studio) => {
    const { page, call, expectAccessible, expectWithinWindow, screenshot } = studio;
    const { address, revoke, newest } = await linkOf(studio);
    await page.goto(address);
    await page.getByRole('heading', { name: 'Autumn 2026', level: 1 }).waitFor();
    await page.getByText('For the buyers').waitFor();
    await expectWithinWindow();
    const thumb = page.getByRole('button', { name: 'Like it: image 1', exact: true });
    await thumb.click();
    await page.getByText('Give your name above first.').waitFor();
    await page.getByLabel('Your name').fill('Ada');
    await thumb.click();
    await page.getByText('Likes it').waitFor();
    await page.getByLabel('Comment on image 1').fill('This one for the cover.');
    await page.getByRole('button', { name: 'Send' }).first().click();
    await page.getByText('This one for the cover.').waitFor();
    await page.evaluate(() => Promise.all([...document.images].map((image) => image.decode().catch(() => null))));
    await expectAccessible();
    await screenshot('review-phone');
    const { comments } = await call('GET', `/v1/images/${newest}/comments`);
    expect(comments.map(({ author }: { author: string }) => author)).toEqual(['Ada', 'Ada']);

    await call('DELETE', revoke);
    await page.reload();
    await page.getByRole('heading', { name: 'This link has ended' }).waitFor();
    await expectAccessible();
    await screenshot('review-ended-phone');
  },
  { signedIn: false, window: { viewport: PHONE } },
);

studioTest('a collection is downloaded in the format of a shop, and shared by a link', async (studio) => {
  const { page, expectAccessible, screenshot } = studio;
  const { collection } = await linkOf(studio);
  await page.goto(`/studio/collections/${collection}/export`);
  await page.getByRole('heading', { name: 'Export Autumn 2026', level: 1 }).waitFor();
  await page.getByLabel('Format').selectOption({ label: 'Amazon · 2000 × 2000, JPEG' });
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download the ZIP' }).click();
  expect((await download).suggestedFilename()).toBe('Autumn 2026-amazon.zip');
  await page.getByLabel('Name of the link').fill('For the press');
  await page.getByRole('button', { name: 'Create a link' }).click();
  await page.getByText('The address of this link').waitFor();
  await page.getByText(/\/review\/[\w-]{32}$/).waitFor();
  await expectAccessible();
  await screenshot('export');
  await page.getByRole('button', { name: 'Revoke For the press' }).click();
  await expect.poll(() => page.getByRole('button', { name: 'Revoke For the press' }).count()).toBe(0);
});
