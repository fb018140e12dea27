import { expect } from 'vitest';
import { picture } from './support/picture.ts';
import { DESKTOP, PHONE, type Studio, studioTest } from './support/studio.ts';

type Call = Studio['call'];

/** A product, a try-on of it and two edits, finished; the newest is the last of them. */
async function furnish(call: Call): Promise<{ person: string; dressed: string }> {
  const { id: person } = await call('POST', '/images', picture('virtual-try-on-person'));
  const shirt = await call('POST', '/assets', { type: 'outfit', alias: 'Linen shirt', sku: 'LS-204' });
  await call('POST', `/assets/${shirt.id}/images`, picture('virtual-try-on-outfit'));
  const requests = [
    ['/v1/images/virtual-try-on', { person_image_id: person, outfit_asset_ids: [shirt.id], prompt: 'tuck it in' }],
    [`/v1/images/${person}/edit`, { prompt: 'brighter' }],
    [`/v1/images/${person}/edit`, { prompt: 'darker' }],
  ] as const;
  const made: string[] = [];
  for (const [target, body] of requests) {
    const { jobs } = await call('POST', target, body);
    const job = await call('GET', `/v1/jobs/${jobs[0].id}?wait=60`);
    made.push(job.result.id);
  }
  return { person, dressed: made[0] ?? '' };
}

studioTest(
  'the library finds an image by its SKU, tells what made it, and asks for it again',
  async ({ page, call, expectAccessible, screenshot }) => {
    await furnish(call);
    await page.goto('/studio/gallery');
    await page.getByRole('heading', { name: 'Library', level: 1 }).waitFor();
    const images = page.getByRole('listbox', { name: 'Images' }).getByRole('option');
    await expect.poll(() => images.count()).toBe(5);
    await expectAccessible();
    await screenshot('library');
    await page.getByLabel('Search').fill('ls-204');
    await expect.poll(() => images.count()).toBe(2);
    await images.first().click();
    const panel = page.getByRole('complementary', { name: 'The image' });
    await panel.getByText('tuck it in').waitFor();
    await panel.getByRole('link', { name: 'Linen shirt' }).waitFor();
    await expect.poll(() => panel.getByRole('list', { name: 'Made from' }).getByRole('img').count()).toBe(1);
    const adds = await panel.getByRole('button', { name: 'Add comment' }).boundingBox();
    expect((adds?.y ?? DESKTOP.height) + (adds?.height ?? 0)).toBeLessThan(DESKTOP.height);
    await panel.getByLabel('Comment', { exact: true }).fill('The collar is fine.');
    await panel.getByRole('button', { name: 'Add comment' }).click();
    await panel.getByText('The collar is fine.').first().waitFor();
    await expect.poll(() => images.first().textContent()).toContain('1 comment');
    await expectAccessible();
    await screenshot('library-image');
    await panel.getByRole('link', { name: 'Again with …' }).click();
    await page.getByRole('heading', { name: 'Try on', level: 1 }).waitFor();
    await page.getByRole('img', { name: 'Chosen: garment 1' }).waitFor();
    expect(await page.getByLabel('Styling instructions').inputValue()).toBe('tuck it in');
    expect(page.url()).not.toContain('again');

    await page.goto('/studio/library');
    await images.first().click();
    await panel.getByRole('link', { name: 'Again with …' }).click();
    const prompt = page.getByLabel('What to change');
    await expect.poll(() => prompt.inputValue()).toBe('darker');
    expect(page.url()).not.toContain('again');
  },
);

studioTest(
  'an image tells what is left of what it was made from, also of the shared library, and asks for nothing else',
  async ({ page, call, screenshot }) => {
    const [avatar] = await call('GET', '/assets?public_only=true');
    const [photo] = await call('GET', `/assets/${avatar.id}/images`);
    const garments = await Promise.all([1, 2].map(() => call('POST', '/images', picture('virtual-try-on-outfit'))));
    const { jobs } = await call('POST', '/v1/images/virtual-try-on', {
      person_image_id: photo.id,
      outfit_image_ids: garments.map(({ id }) => id),
    });
    await call('GET', `/v1/jobs/${jobs[0].id}?wait=60`);
    await call('DELETE', `/images/${garments[0].id}`);
    const refused: string[] = [];
    page.on('response', (response) => {
      if (response.status() >= 400) refused.push(`${response.status()} ${response.url()}`);
    });
    await page.goto('/studio/library?show=generated');
    await page.getByRole('listbox', { name: 'Images' }).getByRole('option').click();
    const inputs = page.getByRole('list', { name: 'Made from' });
    await inputs.getByRole('img', { name: 'Garments' }).waitFor();
    await expect.poll(() => inputs.getByRole('img').count()).toBe(2);
    await inputs.scrollIntoViewIfNeeded();
    await screenshot('library-shared');
    await inputs.getByRole('link', { name: 'Person' }).click();
    await page.getByRole('img', { name: 'The original' }).waitFor();
    await page.waitForLoadState('networkidle');
    expect(refused).toEqual([]);
  },
);

studioTest(
  'an image that lies beside the list fits a window that narrows, before the page hears of it',
  async ({ page, call, expectWithinWindow }) => {
    await page.addInitScript(() => {
      MediaQueryList.prototype.addEventListener = () => {};
    });
    await furnish(call);
    await page.goto('/studio/library');
    await page.getByRole('listbox', { name: 'Images' }).getByRole('option').first().click();
    await page.getByRole('complementary', { name: 'The image' }).waitFor();
    await page.setViewportSize(PHONE);
    await expectWithinWindow();
  },
);

studioTest(
  'images are chosen by keys, decided on, collected, compared and deleted',
  async ({ page, call, expectAccessible, screenshot }) => {
    await furnish(call);
    await page.goto('/studio/library');
    const images = page.getByRole('listbox', { name: 'Images' }).getByRole('option');
    await expect.poll(() => images.count()).toBe(5);
    await page.getByRole('listbox', { name: 'Images' }).focus();
    for (const key of ['ArrowRight', ' ', 'Shift+ArrowRight', 'a']) await page.keyboard.press(key);
    await page.getByText('2 images selected').waitFor();
    await expect.poll(() => images.filter({ hasText: 'Approved' }).count()).toBe(2);
    await expectAccessible();
    await screenshot('library-chosen');

    await page.getByRole('button', { name: 'Compare' }).click();
    const compare = page.getByRole('dialog', { name: 'Compare' });
    await compare.getByRole('button', { name: 'Reject' }).first().click();
    await expect.poll(() => images.filter({ hasText: 'Rejected' }).count()).toBe(1);
    await expectAccessible();
    await screenshot('library-compare');
    await compare.getByRole('button', { name: 'Close' }).click();

    await page.getByRole('button', { name: 'Collect', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'New collection' }).click();
    await page.getByLabel('Name', { exact: true }).fill('Front page');
    await page.getByRole('button', { name: 'Create and add' }).click();
    await page.getByRole('button', { name: /Front page/ }).click();
    await expect.poll(() => images.count()).toBe(2);
    await screenshot('library-collection');
    const share = page.getByRole('link', { name: 'Export and share' });
    expect(await share.getAttribute('href')).toMatch(/\/studio\/collections\/[\w-]+\/export$/);

    await page.getByRole('button', { name: 'All images' }).click();
    await page.getByLabel('Decision').selectOption('Undecided');
    await expect.poll(() => images.count()).toBe(3);
    await page.getByRole('listbox', { name: 'Images' }).focus();
    for (const key of ['ArrowRight', 'Delete']) await page.keyboard.press(key);
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await expect.poll(() => images.count()).toBe(2);
    const { total_count: left } = await call('GET', '/v1/images?count=true');
    expect(left).toBe(4);
  },
);

studioTest(
  'on a phone an image opens over the list',
  async ({ page, call, expectAccessible, screenshot }) => {
    await furnish(call);
    await page.goto('/studio/library');
    const images = page.getByRole('listbox', { name: 'Images' }).getByRole('option');
    await expect.poll(() => images.count()).toBe(5);
    await expectAccessible();
    await screenshot('library-phone');
    await images.first().click();
    await page.getByRole('dialog', { name: 'Image' }).getByText('darker').waitFor();
    await expectAccessible();
    await screenshot('library-phone-image');
  },
  { window: { viewport: PHONE, hasTouch: true } },
);

studioTest('an empty library leads to the first try-on', async ({ page, expectAccessible }) => {
  await page.goto('/studio/library');
  await page.getByRole('heading', { name: 'Nothing here yet' }).waitFor();
  await expectAccessible();
});
