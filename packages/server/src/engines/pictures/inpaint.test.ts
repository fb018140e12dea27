import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import sharp, { type Sharp } from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { GatheredPicture } from '../port.ts';
import { composeInpaint, inpaintPictures, type Painted } from './inpaint.ts';

const [WIDTH, HEIGHT] = [109, 145];
/** The masked rectangle. */
const MARKED = { left: 30, top: 40, width: 20, height: 30 };

let folder: string;
beforeAll(async () => {
  folder = await fs.mkdtemp(path.join(os.tmpdir(), 'atelier-inpaint-'));
});
afterAll(() => fs.rm(folder, { recursive: true, force: true }));

/** Noise, so that a pixel that was resampled is seen. */
const noise = Buffer.from(Array.from({ length: WIDTH * HEIGHT * 3 }, (_, k) => (k * 7919 + ((k * k) % 251)) % 256));

async function picture(role: GatheredPicture['role'], pixels: Sharp): Promise<GatheredPicture> {
  const { data, info } = await pixels.png().toBuffer({ resolveWithObject: true });
  return { role, bytes: data, width: info.width, height: info.height, pointer: `/${role}` };
}
const source = () => picture('source', sharp(noise, { raw: { width: WIDTH, height: HEIGHT, channels: 3 } }));
function mask(
  marked: { left: number; top: number; width: number; height: number } | null,
  [width, height] = [WIDTH, HEIGHT],
) {
  const black = sharp({ create: { width: width ?? 1, height: height ?? 1, channels: 3, background: '#000000' } });
  if (!marked) return picture('mask', black);
  const white = { create: { width: marked.width, height: marked.height, channels: 3, background: '#ffffff' } } as const;
  return picture('mask', black.composite([{ input: white, left: marked.left, top: marked.top }]));
}
function red(width: number, height: number): Extract<Painted, { kind: 'pixels' }> {
  const rgb = Buffer.from(Array.from({ length: width * height }, () => [255, 0, 0]).flat());
  return { kind: 'pixels', width, height, rgb };
}
async function ready(options = {}, pictures?: readonly GatheredPicture[]): Promise<readonly GatheredPicture[]> {
  const given = pictures ?? [await source(), await mask(MARKED)];
  const made = await inpaintPictures({ resolution: 'standard', options }, given);
  if (typeof made === 'string') throw new Error(made);
  return made;
}
async function composed(pictures: readonly GatheredPicture[], painted: Painted, percent = 0): Promise<Buffer> {
  const made = await composeInpaint(pictures, percent, painted, folder);
  if (!made) throw new Error('the paint was refused');
  const { data, info } = await sharp(made.path).raw().toBuffer({ resolveWithObject: true });
  expect(info).toMatchObject({ width: made.width, height: made.height, channels: 3 });
  await fs.rm(made.path);
  return data;
}
const distanceToMarked = (x: number, y: number) =>
  Math.hypot(
    Math.max(MARKED.left - x, 0, x - (MARKED.left + MARKED.width - 1)),
    Math.max(MARKED.top - y, 0, y - (MARKED.top + MARKED.height - 1)),
  );

test.each([
  [WIDTH, HEIGHT],
  [112, 152],
  [54, 72],
])(
  'paint of %i × %i pixels is laid into the source at its own size, and nothing else of it changes',
  async (width, height) => {
    const data = await composed(await ready(), red(width, height));
    expect(data.length).toBe(noise.length);
    for (let i = 0; i < WIDTH * HEIGHT; i++) {
      const isMarked = distanceToMarked(i % WIDTH, Math.floor(i / WIDTH)) === 0;
      const before = isMarked ? Buffer.from([255, 0, 0]) : noise.subarray(i * 3, i * 3 + 3);
      expect(data.subarray(i * 3, i * 3 + 3).equals(before), `pixel ${i}`).toBe(true);
    }
  },
);

test('a widened mask is painted as wide as the request says, and no wider', async () => {
  const percent = 10;
  const reach = (percent / 100) * HEIGHT;
  const data = await composed(await ready({ maskExpansionPercent: percent }), red(WIDTH, HEIGHT), percent);
  const isSame = (i: number) => data.subarray(i * 3, i * 3 + 3).equals(noise.subarray(i * 3, i * 3 + 3));
  const pixels = Array.from({ length: WIDTH * HEIGHT }, (_, i) => i);
  const away = (i: number) => distanceToMarked(i % WIDTH, Math.floor(i / WIDTH));
  expect(pixels.filter((i) => away(i) > reach && !isSame(i))).toEqual([]);
  expect(pixels.filter((i) => away(i) < reach - 2 && isSame(i))).toEqual([]);
});

test('paint of a part of the source is laid where that part is', async () => {
  const place = { left: 20, top: 30, width: 40, height: 50 };
  const data = await composed(await ready(), { ...red(20, 25), place });
  const at = (x: number, y: number) => [...data.subarray((y * WIDTH + x) * 3, (y * WIDTH + x) * 3 + 3)];
  expect(at(35, 50)).toEqual([255, 0, 0]);
  expect(at(22, 32)).toEqual([...noise.subarray((32 * WIDTH + 22) * 3, (32 * WIDTH + 22) * 3 + 3)]);
});

test('paint of another ratio is refused, and leaves nothing on disk', async () => {
  expect(await composeInpaint(await ready(), 0, red(100, 100), folder)).toBeNull();
  expect(await fs.readdir(folder)).toEqual([]);
});

test('with a resolution the source and its mask are scaled first', async () => {
  const [scaled, marks] = await ready({ isScaled: true });
  expect(scaled).toMatchObject({ width: 888, height: 1184 });
  expect(marks).toMatchObject({ width: 888, height: 1184 });
  const data = await composed(
    [scaled, marks].flatMap((one) => one ?? []),
    red(888, 1184),
  );
  const ground = await sharp(scaled?.bytes).raw().toBuffer();
  expect(data.subarray(0, 888 * 3).equals(ground.subarray(0, 888 * 3))).toBe(true);
});

test('a mask that selects nothing, or has another ratio than its image, is named with the reason', async () => {
  const order = { resolution: 'standard', options: {} } as const;
  expect(await inpaintPictures(order, [await source(), await mask(null)])).toMatch(/^\/mask: the mask selects nothing/);
  expect(await inpaintPictures(order, [await source(), await mask(MARKED, [200, 100])])).toMatch(
    /200 × 100 pixels; allowed/,
  );
});
