import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Engine, TryOnRequest } from '../src/engine.ts';
import { createEngine } from '../src/index.ts';
import { labOf } from '../src/pixels/lab.ts';
import type { Raster } from '../src/pixels/raster.ts';
import { hasPhotos, PHOTOS } from './photos.ts';

let engine: Engine;

beforeAll(async () => {
  engine = await createEngine({ cacheDirectory: path.join(os.tmpdir(), 'atelier-nets'), threads: 2 });
});
afterAll(() => engine.close());

const photo = (name: string) => fs.readFile(path.join(PHOTOS, name));

/** Output size of the tests with whole people, whose photos are 2:3. */
const SIZE = { width: 512, height: 768 };

async function wear(person: string, garments: readonly string[], prompt = ''): Promise<Raster> {
  const request: TryOnRequest = {
    person: await photo(`persons/${person}`),
    garments: await Promise.all(garments.map(async (name) => ({ bytes: await photo(`garments/${name}`) }))),
    size: SIZE,
    seed: 1,
    variation: 0,
    prompt,
  };
  return (await engine.tryOn(request)).raster;
}

/** Mean colour of a box of the picture in L*a*b*; the box as shares of width and height. */
function colourOf({ width, height, data }: Raster, left: number, top: number, right: number, bottom: number) {
  const sum = [0, 0, 0];
  let count = 0;
  for (let y = Math.floor(top * height); y < bottom * height; y++)
    for (let x = Math.floor(left * width); x < right * width; x++, count++)
      for (let c = 0; c < 3; c++) sum[c] += data[(y * width + x) * 3 + c];
  return labOf(Math.round(sum[0] / count), Math.round(sum[1] / count), Math.round(sum[2] / count));
}

const deltaE = (a: readonly number[], b: readonly number[]) => Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
const bytesOf = ({ data }: Raster) => Buffer.from(data.buffer, data.byteOffset, data.byteLength);

describe.skipIf(!hasPhotos)('layers, with real photos (skipped where ../shared/data is missing)', () => {
  const MAN = 'ccp-0820.jpg';
  const TEE = 'tops/saleor-team-tee-front.png';
  const PANTS = 'bottoms/cd-pants-e73c67c9.jpg';
  /** Where the hips of the man are: the waistband above it, the legs below. */
  const HIPS = [0.46, 0.49, 0.52, 0.51] as const;

  test('a tucked top lies under the waistband, an untucked one over it', async () => {
    const [tucked, untucked] = [await wear(MAN, [TEE], 'tucked in'), await wear(MAN, [TEE], 'untucked')];
    const blue = colourOf(untucked, 0.45, 0.3, 0.55, 0.36);
    expect(deltaE(colourOf(untucked, ...HIPS), blue)).toBeLessThan(25);
    expect(deltaE(colourOf(tucked, ...HIPS), blue)).toBeGreaterThan(40);
  });

  test('the order of the request changes nothing', async () => {
    const words = 'shirt tucked into the trousers';
    expect(bytesOf(await wear(MAN, [TEE, PANTS], words)).equals(bytesOf(await wear(MAN, [PANTS, TEE], words)))).toBe(true);
  });
});
