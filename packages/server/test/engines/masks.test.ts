import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { plainMask, selectsNothing } from '../../src/engines/pictures/mask.ts';
import { startTestService } from '../support/service.ts';
import { falDouble } from './fal.double.ts';

/** Channels of a colour. */
type Rgba = readonly [number, number, number, number];
const BLACK: Rgba = [0, 0, 0, 255];
const WHITE: Rgba = [255, 255, 255, 255];
const HOLE: Rgba = [0, 0, 0, 0];

/** A mask of 100 × 100 pixels with a square of 20 × 20 in its middle. */
function maskOf(background: Rgba, middle: Rgba): Promise<Uint8Array> {
  const isMiddle = (at: number) => at >= 40 && at < 60;
  const pixels = Array.from({ length: 100 * 100 }, (_, index) =>
    isMiddle(index % 100) && isMiddle(Math.floor(index / 100)) ? middle : background,
  );
  return sharp(new Uint8Array(pixels.flat()), { raw: { width: 100, height: 100, channels: 4 } })
    .png()
    .toBuffer();
}

async function sentMask(bytes: Uint8Array, side: number, maskExpansionPercent = 0) {
  const mask = await plainMask(bytes, { width: side, height: side }, maskExpansionPercent);
  if (mask === null) throw new Error('the mask selects nothing');
  const { data, info } = await sharp(mask).raw().toBuffer({ resolveWithObject: true });
  const whiteAt = (x: number, y: number) => data[(y * info.width + x) * info.channels] === 255;
  const share = data.filter((_, index) => index % info.channels === 0).reduce((sum, value) => sum + value / 255, 0);
  return {
    width: info.width,
    height: info.height,
    channels: (await sharp(mask).metadata()).channels,
    whiteAt,
    share: share / (info.width * info.height),
  };
}

test.each([
  ['white on black', BLACK, WHITE],
  ['transparent on black', BLACK, HOLE],
  ['transparent on white', WHITE, HOLE],
])(
  'a mask that is %s reaches engines opaque, white where the picture may change',
  async (_name, background, middle) => {
    const mask = await sentMask(await maskOf(background, middle), 100);
    expect(mask).toMatchObject({ width: 100, height: 100, channels: 1 });
    expect([mask.whiteAt(50, 50), mask.whiteAt(30, 50)]).toEqual([true, false]);
    expect(mask.share).toBeCloseTo(0.04, 3);
  },
);

test('a mask of another size is brought to that of its picture, however large', async () => {
  const mask = await sentMask(await maskOf(BLACK, WHITE), 3000);
  expect(mask).toMatchObject({ width: 3000, height: 3000 });
  expect(mask.share).toBeCloseTo(0.04, 2);
  expect([mask.whiteAt(1500, 1500), mask.whiteAt(1100, 1500)]).toEqual([true, false]);
});

test('a mask is widened as the order asks, in percent of the longer side', async () => {
  const mask = await sentMask(await maskOf(BLACK, WHITE), 100, 10);
  expect([mask.whiteAt(31, 50), mask.whiteAt(28, 50), mask.whiteAt(31, 31)]).toEqual([true, false, false]);
});

test.each([
  ['black', BLACK],
  ['dark', [90, 90, 90, 255] as Rgba],
])('a mask that is %s all over selects nothing', async (_name, colour) => {
  const bytes = await maskOf(colour, colour);
  expect(await selectsNothing(bytes)).toBe(true);
  expect(await plainMask(bytes, { width: 100, height: 100 }, 3)).toBeNull();
});

test('a job brings its mask to the engine in that form', async () => {
  const double = await falDouble();
  const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'atelier-masks-'));
  const file = path.join(folder, 'atelier.config.json');
  const options = { operations: { inpaint: { model: 'fal-ai/flux-pro/v1/fill' } } };
  const fal = { adapter: 'fal', base_url: double.url, options };
  await fs.writeFile(file, JSON.stringify({ engines: { fal }, models: { 'nano-banana': ['fal'] } }));
  const environment = { ATELIER_CONFIG: file, ATELIER_ALLOW_PRIVATE_URLS: '127.0.0.0/8', FAL_KEY: 'masks-test-key' };
  const service = await startTestService({ environment });
  try {
    const workspace = await service.workspace({ sandbox: false, credits: 1_000 });
    const hole = await sharp({ create: { width: 24, height: 32, channels: 4, background: '#ffffff00' } })
      .png()
      .toBuffer();
    const mask = await workspace.image(new Uint8Array(hole));
    const target = `/v1/images/${await workspace.image()}/inpaint`;
    const { body } = await workspace.post(target, { model: 'nano-banana', mask_image_id: mask, prompt: 'a belt' });
    expect(await workspace.final(body.jobs[0].id)).toMatchObject({ status: 'completed' });
    const sent = double.seen
      .find(({ method }) => method === 'POST')
      ?.json.mask_url.replace(/^data:image\/png;base64,/, '');
    expect(await sharp(Buffer.from(sent, 'base64')).metadata()).toMatchObject({
      width: 48,
      height: 64,
      hasAlpha: false,
    });
  } finally {
    await service.stop();
    await double.close();
    await fs.rm(folder, { recursive: true, force: true });
  }
});
