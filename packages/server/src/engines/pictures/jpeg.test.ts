import { randomBytes } from 'node:crypto';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { jpegWithin } from './formats.ts';

/** Noise, which no format makes small. */
const noise = sharp(randomBytes(300 * 400 * 3), { raw: { width: 300, height: 400, channels: 3 } });

test.each([
  [{ bytesMax: 1_000_000 }, 400],
  [{ bytesMax: 1_000_000, sideMax: 200 }, 200],
  [{ bytesMax: 150_000 }, 400],
  [{ bytesMax: 30_000 }, 205],
])('a picture within %j has a height of %d pixels', async (bounds, height) => {
  const jpeg = await jpegWithin(await noise.clone().png().toBuffer(), bounds);
  expect(await sharp(jpeg).metadata()).toMatchObject({ format: 'jpeg', height });
  expect(jpeg.byteLength).toBeLessThanOrEqual(bounds.bytesMax);
});

test('transparency becomes white', async () => {
  const clear = await sharp({ create: { width: 8, height: 8, channels: 4, background: '#0000' } })
    .png()
    .toBuffer();
  const { dominant } = await sharp(await jpegWithin(clear, { bytesMax: 10_000 })).stats();
  expect(Math.min(dominant.r, dominant.g, dominant.b)).toBeGreaterThan(240);
});
