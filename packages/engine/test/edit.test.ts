import sharp from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import { EngineRejection } from '../src/index.ts';
import type { Raster } from '../src/pixels/raster.ts';
import { openedEngine } from './opened.ts';
import { CHEST, deltaE, fromLibrary, meanOf, raw, SIZE, sample, WALL } from './sample-pictures.ts';

const engine = openedEngine();
let woman: Buffer;
let shirt: Buffer;
let room: Buffer;

beforeAll(async () => {
  woman = await sample('person-woman');
  shirt = await sample('garment-shirt');
  room = await fromLibrary('preset-room');
});

const variety = { seed: 1, variation: 0 };

describe('edit', () => {
  const edit = (prompt: string, image: Uint8Array = woman) => engine().edit({ image, prompt, size: SIZE, ...variety });

  test('the shirt takes the colour, the background does not', async () => {
    const { raster } = await edit('make the shirt navy');
    expect(deltaE(meanOf(raster, CHEST), [30, 40, 74])).toBeLessThan(12);
    const before = { ...SIZE, data: new Uint8ClampedArray(await raw(woman)) };
    expect(deltaE(meanOf(raster, WALL), meanOf(before, WALL))).toBeLessThan(1);
  });

  test('the background takes the colour, the shirt does not', async () => {
    const { raster } = await edit('on a sage background');
    expect(deltaE(meanOf(raster, WALL), [162, 178, 152])).toBeLessThan(2);
    const before = { ...SIZE, data: new Uint8ClampedArray(await raw(woman)) };
    expect(deltaE(meanOf(raster, CHEST), meanOf(before, CHEST))).toBeLessThan(2);
  });

  test('refuses to change hair and skin where a product is shown', async () => {
    await expect(edit('make the hair blonde', shirt)).rejects.toThrow(/a product and no hair/);
    await expect(edit('retouch the skin', shirt)).rejects.toThrow(/shows no skin/);
  });

  test('finds no logo on stripes', async () => {
    const stripes = await sample('garment-stripes');
    await expect(edit('remove the logo', stripes)).rejects.toThrow(/patterned all over/);
  });

  test('names the words that it made nothing of', async () => {
    const { warnings } = await edit('make the shirt navy velvet');
    expect(warnings).toMatchObject([{ code: 'prompt_partly_ignored', message: expect.stringContaining('"velvet"') }]);
  });

  test('an image that is too small to show anything is refused', async () => {
    const tiny = await sharp(shirt).resize(16, 20).png().toBuffer();
    const request = { products: [tiny], mode: 'products' as const, prompt: '', size: SIZE, ...variety };
    await expect(engine().generate(request)).rejects.toThrow(/16 × 20 pixels; at least 32/);
    const strip = await sharp(woman).resize(600, 1, { fit: 'fill' }).png().toBuffer();
    await expect(edit('make the shirt navy', strip)).rejects.toThrow(EngineRejection);
  });

  test('a product is recoloured whatever it is called, and tones need no subject', async () => {
    const { raster } = await edit('make it burgundy', shirt);
    expect(deltaE(meanOf(raster, [0.45, 0.4, 0.55, 0.6]), [106, 24, 44])).toBeLessThan(14);
    const grey = (await edit('black and white', await sharp(room).png().toBuffer())).raster.data;
    expect(grey.some((_, k) => k % 3 === 0 && (grey[k] !== grey[k + 1] || grey[k] !== grey[k + 2]))).toBe(false);
  });
});

describe('edit: the frame', () => {
  const edit = (prompt: string, size = SIZE) => engine().edit({ image: woman, prompt, size, ...variety });
  const shapeOf = ({ raster }: { raster: Raster }) => raster.width / raster.height;

  test('the ratio that words ask for is that of the output, with as many pixels', async () => {
    const square = await edit('make it square');
    expect(shapeOf(square)).toBeCloseTo(1, 2);
    expect(square.raster.width * square.raster.height).toBeGreaterThan(0.95 * SIZE.width * SIZE.height);
    expect(shapeOf(await edit('rotate 90 degrees'))).toBeCloseTo(4 / 3, 2);
  });

  test('the aspect ratio of the request counts before that of the words, and a warning says so', async () => {
    const { raster, warnings } = await edit('extend to 16:9', { width: 560, height: 560 });
    expect([raster.width, raster.height]).toEqual([560, 560]);
    expect(warnings.map(({ code }) => code)).toContain('aspect_ratio_kept');
  });

  test('a picture in another ratio is not stretched', async () => {
    const disc = Buffer.from(
      '<svg xmlns="http://www.w3.org/2000/svg" width="480" height="640"><rect width="480" height="640" fill="#fff"/><circle cx="240" cy="320" r="100"/></svg>',
    );
    const request = {
      image: await sharp(disc).png().toBuffer(),
      prompt: 'brighter',
      size: { width: 640, height: 640 },
    };
    const { raster } = await engine().edit({ ...request, ...variety });
    const isDark = (x: number, y: number) => raster.data[(y * 640 + x) * 3] < 128;
    const along = Array.from({ length: 640 }, (_, k) => k);
    const [wide, high] = [along.filter((k) => isDark(k, 320)).length, along.filter((k) => isDark(320, k)).length];
    expect(wide).toBeGreaterThan(190);
    expect(Math.abs(wide - high)).toBeLessThan(4);
  });

  test('a crop to the face shows it large, and says so where it lacks detail', async () => {
    const { raster, warnings } = await edit('crop to the face');
    // Skin in the middle, where the whole picture shows the shirt.
    expect(deltaE(meanOf(raster, [0.45, 0.45, 0.55, 0.55]), [205, 160, 135])).toBeLessThan(22);
    expect(warnings).toEqual([]);
    const image = await sharp(woman).resize(360).png().toBuffer();
    const small = await engine().edit({ image, prompt: 'crop to the face', size: SIZE, ...variety });
    expect(small.warnings.map(({ code }) => code)).toContain('enlarged');
  });

  test('what is added at the sides is background of the same height, and shows nobody twice', async () => {
    const before = { ...SIZE, data: new Uint8ClampedArray(await raw(woman)) };
    const { raster, warnings } = await edit('extend to 16:9');
    expect(warnings.map(({ code }) => code)).toEqual(['background_extended']);
    for (const [top, bottom] of [
      [0.1, 0.2],
      [0.45, 0.55],
    ]) {
      const beside = meanOf(before, [0.01, top, 0.08, bottom]);
      expect(deltaE(meanOf(raster, [0.02, top, 0.25, bottom]), beside)).toBeLessThan(10);
      expect(deltaE(meanOf(raster, [0.75, top, 0.98, bottom]), meanOf(before, [0.92, top, 0.99, bottom]))).toBeLessThan(
        10,
      );
    }
  });

  test.each(['zoom in 1000x', 'cut off 90% on all sides', 'cut off the left 60%, cut off the right 60%'])(
    'refuses to leave nothing of the picture: %s',
    async (prompt) => {
      await expect(edit(prompt)).rejects.toThrow(/cuts off nearly the whole image/);
    },
  );

  test('refuses a frame beside the picture', async () => {
    const prompt = 'extend the image 90% to the left, crop 90% off the right, crop 50% off the right';
    await expect(edit(prompt)).rejects.toThrow(/moves the frame beside the image/);
  });

  test('refuses to go so far beyond the picture that it is not seen', async () => {
    await expect(edit('zoom out 1000x')).rejects.toThrow(/more than 16 times/);
  });

  test.each([
    [1, 1],
    [2, 3],
    [200, 4],
  ])('a picture of %i × %i pixels takes another ratio, or is refused in words', async (width, height) => {
    const image = await sharp(woman).resize(width, height, { fit: 'fill' }).png().toBuffer();
    for (const prompt of ['make it square', 'rotate 7 degrees', 'extend to 2:1', 'crop to 1:2'])
      await engine()
        .edit({ image, prompt, size: SIZE, ...variety })
        .catch((error: unknown) => {
          expect(error).toBeInstanceOf(EngineRejection);
        });
  });

  test('sides of the picture can be cut off', async () => {
    const { raster } = await edit('cut off the bottom half');
    expect(raster.width / raster.height).toBeGreaterThan(0.75);
  });
});
