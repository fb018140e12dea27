import fs from 'node:fs/promises';
import { expect, test } from 'vitest';
import { samples } from '../samples/index.ts';
import { decodePicture } from '../src/pixels/decode.ts';
import { cutOutGarment } from '../src/steps/garment/cut-out.ts';

const SIZE = { width: 768, height: 1024 };

async function cutOutOf(name: keyof typeof samples) {
  const { raster } = await decodePicture(await fs.readFile(samples[name].url), SIZE);
  const cutOut = cutOutGarment(raster);
  if (!cutOut) throw new Error(`nothing stands out in ${name}`);
  const { silhouette, confidence } = cutOut;
  return { share: silhouette.reduce((sum, value) => sum + value, 0) / silhouette.length, confidence };
}

test('white cloth on white paper is cut out without the paper around it, and is not trusted', async () => {
  const { share, confidence } = await cutOutOf('garment-stripes');
  expect(share).toBeGreaterThan(0.3);
  expect(share).toBeLessThan(0.42);
  expect(confidence).toBeLessThan(0.45);
});

test('a garment that stands out all around is trusted', async () => {
  expect((await cutOutOf('garment-dress')).confidence).toBe(1);
});
