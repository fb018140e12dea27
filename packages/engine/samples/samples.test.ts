import { readdir, stat } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import sharp, { type Sharp } from 'sharp';
import { describe, expect, it } from 'vitest';
import { type SampleName, samples } from './index.ts';
import { take } from './render/run/take.ts';
import { shots } from './render/scenes/shots.ts';

/** Where the service keeps the pictures of its shared library. */
const libraryFolder = new URL('../../server/library/', import.meta.url);

/** Where moderation keeps the figures it is measured with. */
const mannequinFolder = new URL('../test/mannequins/', import.meta.url);

/** Size limit of a committed picture: the samples travel with every clone. */
const bytesMax = 250 * 1024;

/**
 * Width and height to which pictures are shrunk before they are compared: keeps shape and colour, drops folds and
 * hairs.
 */
const comparedSize = { width: 48, height: 60 };

/**
 * Root mean square difference, in 8-bit steps, that a quick render may show against its own picture. Measured: 2 to 5
 * against its own, more than 20 against the nearest other one.
 */
const differenceMax = 9;

/** Time for one quick render on a busy machine. */
const renderTimeoutMs = 240_000;

const names = Object.keys(samples) as SampleName[];

/** The picture as a small thumbnail of raw bytes. */
async function thumbnail(picture: Sharp): Promise<Buffer> {
  return picture
    .removeAlpha()
    .toColourspace('srgb')
    .resize({ ...comparedSize, fit: 'fill', kernel: 'cubic' })
    .raw()
    .toBuffer();
}

/** Root mean square difference of two thumbnails. */
function difference(a: Buffer, b: Buffer): number {
  const sum = a.reduce((total, value, i) => total + (value - b[i]) ** 2, 0);
  return Math.sqrt(sum / a.length);
}

/** Renders a picture with coarse meshes at a small size. */
async function quickRender(name: SampleName): Promise<Buffer> {
  const { width, height, pixels } = await take(name, {
    reduction: 6,
    coarseness: 2.5,
    rays: 12,
    samples: 2,
    threads: 0,
  });
  return thumbnail(sharp(pixels, { raw: { width, height, channels: 3 } }));
}

describe('sample pictures', () => {
  it('and those of the shared library and of moderation are exactly the pictures the generator can render', async () => {
    const files = (await Promise.all([libraryFolder, mannequinFolder].map((folder) => readdir(folder)))).flat();
    const others = files.flatMap((file) => /^(.*)\.webp$/.exec(file)?.[1] ?? []);
    expect([...names, ...others].toSorted()).toEqual(Object.keys(shots).toSorted());
  });

  it.each(names)('%s has the stated size and stays small', async (name) => {
    const file = fileURLToPath(samples[name].url);
    const { format, width, height } = await sharp(file).metadata();
    expect({ format, width, height }).toEqual({
      format: 'webp',
      width: samples[name].width,
      height: samples[name].height,
    });
    expect((await stat(file)).size).toBeLessThan(bytesMax);
  });

  it.each(['garment-trousers'] as const)(
    '%s comes from the generator: a quick render matches it and no other picture',
    async (name) => {
      const rendered = await quickRender(name);
      const differences = await Promise.all(
        names.map(async (other) => ({
          other,
          value: difference(rendered, await thumbnail(sharp(fileURLToPath(samples[other].url)))),
        })),
      );
      const nearest = differences.reduce((a, b) => (b.value < a.value ? b : a));
      expect(nearest.other).toBe(name);
      expect(nearest.value).toBeLessThan(differenceMax);
    },
    renderTimeoutMs,
  );
});
