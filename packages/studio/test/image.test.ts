import sharp from 'sharp';
import { expect } from 'vitest';
import { picture } from './support/picture.ts';
import { sample } from './support/samples.ts';
import { PHONE, type Studio, studioTest } from './support/studio.ts';

/** Uploads a sample and opens its page. */
async function open({ page, call }: Studio, operation: string): Promise<string> {
  const { id } = await call('POST', '/images', picture('virtual-try-on-person'));
  await page.goto(`/studio/images/${id}?do=${operation}`);
  return id;
}

/** Marks a part of the picture with the brush. */
async function paint({ page }: Studio): Promise<void> {
  const box = await page.getByRole('img', { name: 'Nothing is marked' }).boundingBox();
  if (!box) throw new Error('the canvas is not shown');
  await page.mouse.move(box.x + box.width * 0.4, box.y + box.height * 0.3);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width * 0.6, box.y + box.height * 0.4, { steps: 5 });
  await page.mouse.up();
  await page.getByRole('img', { name: 'The marked part' }).waitFor();
}

studioTest('a picture is edited by words, and the result is carried on from', async (studio) => {
  const { page, call, expectAccessible, screenshot } = studio;
  await open(studio, 'edit');
  await page.getByText('Describe what to change.').waitFor();
  await page.getByLabel('What to change').fill('make the shirt navy');
  await page.getByText(/^[\d.]+ credits? of 1,000 credits$/).waitFor();
  await expectAccessible();
  await page.getByRole('button', { name: 'Change it' }).click();
  await page.getByRole('img', { name: 'Result of the edit' }).waitFor();
  const { balance } = await call('GET', '/v1/account');
  expect(balance).toBeLessThan(1_000);
  await page.getByText(`${balance} credits left`).waitFor();
  await expectAccessible();
  await screenshot('image-edit');
  await page.reload();
  await page.getByRole('img', { name: 'Result of the edit' }).waitFor();
  expect(await page.getByLabel('What to change').inputValue()).toBe('make the shirt navy');
  const address = page.url();
  await page.getByRole('link', { name: 'Edit this image' }).click();
  await page.waitForURL((url) => url.href !== address);
  await page.getByText('Results from this image appear here.').waitFor();
});

studioTest('what the brush marks is repainted, also after a reload', async (studio) => {
  const { page, call, expectAccessible, screenshot } = studio;
  await open(studio, 'inpaint');
  await page.getByText('Mark what to repaint.').waitFor();
  await paint(studio);
  await expectAccessible();
  await screenshot('image-inpaint');
  await page.reload();
  await page.getByRole('img', { name: 'The marked part' }).waitFor();
  await page.getByRole('button', { name: 'Repaint it' }).click();
  await page.getByRole('img', { name: 'Result of the inpaint' }).waitFor();
  const { jobs } = await call('GET', '/v1/jobs?operation=inpaint');
  expect(jobs).toHaveLength(1);

  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByText('Mark what to repaint.').waitFor();
});

studioTest('a click of the brush marks a dot, and the result has the size of the image', async (studio) => {
  const { page, call } = studio;
  const photo = await sharp({ create: { width: 1085, height: 1450, channels: 3, background: '#c8b4a0' } })
    .png()
    .toBuffer();
  const form = new FormData();
  form.set('file', new Blob([new Uint8Array(photo)]), 'odd.png');
  const { id } = await call('POST', '/images', form);
  await page.goto(`/studio/images/${id}?do=inpaint`);
  await page.getByRole('img', { name: 'Nothing is marked' }).click({ button: 'right' });
  await page.getByRole('img', { name: 'Nothing is marked' }).click();
  await page.getByRole('img', { name: 'The marked part' }).waitFor();
  await page.getByRole('button', { name: 'Repaint it' }).click();
  await page.getByRole('img', { name: 'Result of the inpaint' }).waitFor();
  await page.getByText('1085 × 1450 px').waitFor();
  await page.getByText('High', { exact: true }).click();
  await page.getByText(/^2.5 credits/).waitFor();
});

studioTest(
  'a photo larger than phones can draw is marked on a small canvas, and its mask has its ratio',
  async (studio) => {
    const { page, call } = studio;
    const photo = await sharp({ create: { width: 6000, height: 4000, channels: 3, background: '#c8b4a0' } })
      .jpeg()
      .toBuffer();
    const form = new FormData();
    form.set('file', new Blob([new Uint8Array(photo)]), 'large.jpg');
    const { id } = await call('POST', '/images', form);
    await page.goto(`/studio/images/${id}?do=inpaint`);
    await page.getByRole('img', { name: 'Nothing is marked' }).waitFor();
    const canvas = await page.locator('canvas').evaluate(({ width, height }: HTMLCanvasElement) => ({ width, height }));
    expect(canvas).toEqual({ width: 1600, height: 1067 });
    await paint(studio);
    const sent = page.waitForRequest((request) => request.method() === 'POST' && request.url().endsWith('/v1/jobs'));
    await page.getByRole('button', { name: 'Repaint it' }).click();
    const { input } = (await sent).postDataJSON();
    const mask = await sharp(Buffer.from(input.mask.split(',')[1], 'base64')).metadata();
    expect(mask).toMatchObject({ width: 2048, height: 1365 });
    await page.getByRole('img', { name: 'Result of the inpaint' }).waitFor();
  },
);

studioTest('a mask file that marks nothing is refused before it is sent', async (studio) => {
  const { page, call } = studio;
  await open(studio, 'inpaint');
  await page.getByText('Use a mask file').click();
  const black = await sharp({ create: { width: 90, height: 120, channels: 3, background: '#000' } })
    .png()
    .toBuffer();
  await page.getByLabel('Add a mask').setInputFiles({ name: 'black.png', mimeType: 'image/png', buffer: black });
  await page.getByText('The mask marks nothing.').waitFor();
  expect(await page.getByRole('button', { name: 'Repaint it' }).isEnabled()).toBe(false);
  expect((await call('GET', '/v1/jobs')).jobs).toEqual([]);
});

studioTest('a refusal goes when the mask, another field or the operation changes', async (studio) => {
  const { page, call } = studio;
  const id = await open(studio, 'inpaint');
  const refusal = page.getByRole('alert').getByText('Not found');
  await paint(studio);
  await call('DELETE', `/images/${id}`);
  const send = async () => {
    await page.getByRole('button', { name: 'Repaint it' }).click();
    await refusal.waitFor();
  };
  await send();
  await page.getByRole('img', { name: 'The marked part' }).click();
  await refusal.waitFor({ state: 'detached' });
  await send();
  await page.getByLabel('What to do there').fill('a pocket');
  await refusal.waitFor({ state: 'detached' });
  await send();
  await page.getByText('Enlarge', { exact: true }).click();
  await page.getByRole('button', { name: 'Enlarge it' }).waitFor();
  expect(await refusal.count()).toBe(0);
});

studioTest('what is marked on a picture, by brush or by file, stays with it and is not on another', async (studio) => {
  const { page } = studio;
  const first = await open(studio, 'inpaint');
  await paint(studio);
  await page.getByText('Use a mask file').click();
  await page.getByLabel('Add a mask').setInputFiles(sample('garment-tshirt'));
  await page.getByRole('img', { name: 'Chosen: mask' }).waitFor();

  await open(studio, 'inpaint');
  await page.getByText('Add a mask.').waitFor();
  expect(await page.getByRole('img', { name: 'Chosen: mask' }).count()).toBe(0);
  await page.getByText('Mark it with a brush').click();
  await page.getByText('Mark what to repaint.').waitFor();

  await page.goto(`/studio/images/${first}?do=inpaint`);
  await page.getByRole('img', { name: 'The marked part' }).waitFor();
  await page.getByText('Use a mask file').click();
  await page.getByRole('img', { name: 'Chosen: mask' }).waitFor();
});

studioTest(
  'a picture is enlarged and animated, on a phone',
  async (studio) => {
    const { page, expectAccessible, screenshot } = studio;
    await open(studio, 'upscale');
    await page.getByText('2 ×', { exact: true }).click();
    await page.getByText(/The result has \d+ × \d+ pixels/).waitFor();
    await page.getByRole('button', { name: 'Enlarge it' }).click();
    await page.getByRole('img', { name: 'Result of the upscale' }).waitFor();
    await page.getByText('Animate', { exact: true }).click();
    await page.getByText('10 seconds').click();
    await page.getByText(/^10 credits/).waitFor();
    await page.getByText('5 seconds').click();
    await page.getByRole('button', { name: 'Animate' }).click();
    await page.getByLabel('Animation', { exact: true }).waitFor();
    await expectAccessible();
    await screenshot('image-animate-phone');
  },
  { window: { viewport: PHONE } },
);

studioTest('an image that is gone says so', async ({ page, expectAccessible }) => {
  await page.goto('/studio/images/0198f3a2-7c1e-7d53-9a34-5b1c2d3e4f50');
  await page.getByRole('heading', { name: 'There is no such image' }).waitFor();
  await expectAccessible();
});

studioTest('the person of a picture is dressed on the page for it', async (studio) => {
  const { page } = studio;
  await open(studio, 'edit');
  await page.getByRole('link', { name: 'Dress this person' }).click();
  await page.getByRole('img', { name: 'Chosen: person' }).waitFor();
});
