import type { Page } from 'playwright-core';
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

/** The settings of the brush cover nothing of the picture that is shown as a whole. */
async function expectBrushBelow(page: Page): Promise<void> {
  await page.getByText('100 %', { exact: true }).waitFor();
  const settings = await page.getByRole('group', { name: 'Brush' }).boundingBox();
  const picture = await page.locator('canvas').boundingBox();
  if (!settings || !picture) throw new Error('the brush is not shown');
  // A fitted picture is placed at fractions of a pixel.
  expect(settings.y + 0.5).toBeGreaterThanOrEqual(picture.y + picture.height);
}

studioTest('the marks of the brush are repainted, also after a reload', async (studio) => {
  const { page, call, expectAccessible, screenshot } = studio;
  await open(studio, 'inpaint');
  await page.getByText('Mark what to repaint.').waitFor();
  await paint(studio);
  await expectBrushBelow(page);
  await expectAccessible();
  await screenshot('image-inpaint');
  await page.reload();
  await page.getByRole('img', { name: 'The marked part' }).waitFor();
  await page.getByRole('button', { name: 'Repaint it' }).click();
  await page.getByRole('img', { name: 'Result of the inpaint' }).waitFor();
  const { jobs } = await call('GET', '/v1/jobs?operation=inpaint');
  expect(jobs).toHaveLength(1);

  await page.getByRole('button', { name: 'The original image' }).click();
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByText('Mark what to repaint.').waitFor();
  await page.getByRole('button', { name: 'Redo' }).click();
  await page.getByRole('img', { name: 'The marked part' }).waitFor();
});

/** Sends the marks. Returns the grey levels of the mask at places, in percent of its width and height. */
async function sentMask({ page }: Studio, places: readonly (readonly [x: number, y: number])[]) {
  const sent = page.waitForRequest((request) => request.method() === 'POST' && request.url().endsWith('/v1/jobs'));
  await page.getByRole('button', { name: 'Repaint it' }).click();
  const { input } = (await sent).postDataJSON();
  const { data, info } = await sharp(Buffer.from(input.mask.split(',')[1], 'base64'))
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const levels = places.map(
    ([x, y]) => data[Math.floor((y / 100) * info.height) * info.width + Math.floor((x / 100) * info.width)],
  );
  return { width: info.width, height: info.height, levels };
}

studioTest('the brush has a size, a hardness, an eraser and its keys, and paints while zoomed', async (studio) => {
  const { page, expectAccessible, screenshot } = studio;
  await open(studio, 'inpaint');
  const canvas = page.locator('canvas');
  const box = await canvas.boundingBox();
  if (!box) throw new Error('the canvas is not shown');
  const middle = [box.x + box.width / 2, box.y + box.height / 2] as const;
  await page.mouse.move(...middle);
  await page.mouse.wheel(0, -300);
  await page.getByText(/^19\d %$/).waitFor();
  await page.keyboard.press('+');
  await page.getByText(/^27\d %$/).waitFor();
  const size = page.getByRole('slider', { name: 'Size' });
  const before = Number(await size.inputValue());
  await page.keyboard.press(']');
  await expect.poll(async () => Number(await size.inputValue())).toBeGreaterThan(before);
  await page.mouse.click(...middle);
  await page.getByRole('img', { name: 'The marked part' }).waitFor();
  await screenshot('image-brush-zoomed');

  await page.keyboard.press('e');
  await page.getByRole('button', { name: 'Eraser', pressed: true }).waitFor();
  await page.mouse.click(...middle);
  await page.getByText('Mark what to repaint.').waitFor();
  await page.keyboard.press('Control+z');
  await page.getByRole('img', { name: 'The marked part' }).waitFor();
  await page.keyboard.press('Control+Shift+z');
  await page.getByText('Mark what to repaint.').waitFor();
  await page.keyboard.press('Control+z');

  // With Space a drag moves the picture, and marks nothing.
  const x = (await canvas.boundingBox())?.x ?? 0;
  await page.keyboard.down('Space');
  await page.mouse.down();
  await page.mouse.move(middle[0] + 80, middle[1], { steps: 4 });
  await page.mouse.up();
  await page.keyboard.up('Space');
  expect((await canvas.boundingBox())?.x).toBeCloseTo(x + 80, 0);
  await page.keyboard.press('0');
  await page.getByText('100 %', { exact: true }).waitFor();

  await page.keyboard.press('b');
  await page.getByRole('slider', { name: 'Hardness' }).fill('10');
  const place = await canvas.boundingBox();
  if (!place) throw new Error('the canvas is not shown');
  await page.mouse.click(place.x + place.width * 0.3, place.y + place.height * 0.2);
  await expectAccessible();
  const places = [
    [50, 50],
    [30, 20],
    [32, 20],
    [10, 90],
  ] as const;
  const { levels, ...mask } = await sentMask(studio, places);
  expect(mask).toEqual({ width: 1200, height: 1600 });
  const [hard, soft = 0, fading = 0, outside] = levels;
  expect([hard, outside]).toEqual([255, 0]);
  expect(soft).toBeGreaterThan(240);
  expect(fading).toBeGreaterThan(20);
  expect(fading).toBeLessThan(230);
});

studioTest(
  'on a phone the picture comes first, two fingers enlarge it without a mark, and the divider is grabbed',
  async (studio) => {
    const { page, expectWithinWindow, screenshot } = studio;
    await open(studio, 'inpaint');
    const canvas = page.locator('canvas');
    const box = await canvas.boundingBox();
    if (!box) throw new Error('the canvas is not shown');
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    expect(y).toBeLessThan(PHONE.height * 0.6);
    const devtools = await page.context().newCDPSession(page);
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...touchPoints: { x: number; y: number }[]) =>
      devtools.send('Input.dispatchTouchEvent', { type, touchPoints });
    await touch('touchStart', { x: x - 20, y });
    await touch('touchStart', { x: x - 20, y }, { x: x + 20, y });
    await touch('touchMove', { x: x - 60, y }, { x: x + 60, y });
    await touch('touchEnd');
    await expect.poll(async () => (await canvas.boundingBox())?.width).toBeGreaterThan(box.width * 2);
    await page.getByText('Mark what to repaint.').waitFor();
    await touch('touchStart', { x, y });
    await touch('touchMove', { x: x + 30, y });
    await touch('touchEnd');
    await page.getByRole('img', { name: 'The marked part' }).waitFor();
    await page.keyboard.press('0');
    await expectBrushBelow(page);
    await screenshot('image-inpaint-phone');

    await page.getByRole('button', { name: 'Repaint it' }).click();
    const slider = page.getByRole('slider', { name: /original image/ });
    await slider.waitFor();
    const frame = await page.getByRole('img', { name: 'Result of the inpaint' }).boundingBox();
    if (!frame) throw new Error('the result is not shown');
    // The handle stays within the picture where nothing of the original is shown.
    await touch('touchStart', { x: frame.x + 24, y: frame.y + 200 });
    await touch('touchMove', { x: frame.x + 24 + frame.width / 2, y: frame.y + 200 });
    await touch('touchEnd');
    expect(await slider.getAttribute('aria-valuetext')).toBe('50 percent original');
    await screenshot('image-result-phone');
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
    await screenshot('image-result-phone-end');
    await expectWithinWindow();
  },
  { window: { viewport: PHONE, hasTouch: true } },
);

studioTest('the results are stepped through, and a failure is put away', async (studio) => {
  const { page, screenshot } = studio;
  await open(studio, 'edit');
  await page.getByLabel('What to change').fill('make the shirt navy');
  await page.getByRole('button', { name: 'Change it' }).click();
  const result = page.getByRole('img', { name: 'Result of the edit' });
  await result.waitFor();
  await page.getByLabel('What to change').fill('sandbox:fail=generation_failed');
  await page.getByRole('button', { name: 'Change it' }).click();
  const putAway = page.getByRole('button', { name: 'Dismiss' });
  await putAway.waitFor();
  await screenshot('image-failure');
  await putAway.click();
  await page.getByRole('img', { name: 'The original', exact: true }).waitFor();
  expect(await page.getByRole('button', { name: /Result \d of/ }).count()).toBe(1);
  await page.getByRole('button', { name: 'Next' }).click();
  await result.waitFor();

  const frame = await result.boundingBox();
  if (!frame) throw new Error('the result is not shown');
  await page.mouse.move(frame.x + 24, frame.y + 100);
  await page.mouse.down();
  await page.mouse.move(frame.x + 24 + frame.width / 4, frame.y + 100, { steps: 4 });
  await page.mouse.up();
  const slider = page.getByRole('slider', { name: /original image/ });
  expect(await slider.getAttribute('aria-valuetext')).toBe('25 percent original');
  await page.keyboard.press('ArrowRight');
  expect(await slider.getAttribute('aria-valuetext')).toBe('26 percent original');
  await page.getByRole('button', { name: /Result 1 of 1/ }).press('ArrowLeft');
  await page.getByRole('img', { name: 'The original', exact: true }).waitFor();
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
  await page.getByText('Upscale', { exact: true }).click();
  await page.getByRole('button', { name: 'Upscale it' }).waitFor();
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
    await page.getByRole('button', { name: 'Upscale it' }).click();
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
