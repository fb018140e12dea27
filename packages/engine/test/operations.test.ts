import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { samples } from '../samples/index.ts';
import { createEngine, type Engine, EngineRejection } from '../src/index.ts';
import { labOf } from '../src/pixels/lab.ts';
import type { Raster } from '../src/pixels/raster.ts';
import { upscaled } from './upscaled.ts';

let engine: Engine;
let woman: Buffer;
let shirt: Buffer;
let room: Buffer;

beforeAll(async () => {
  engine = await createEngine({ cacheDirectory: path.join(os.tmpdir(), 'atelier-nets'), threads: 2 });
  woman = await fs.readFile(fileURLToPath(samples['person-woman'].url));
  shirt = await fs.readFile(fileURLToPath(samples['garment-shirt'].url));
  room = await fs.readFile(fileURLToPath(new URL('../../server/library/preset-room.webp', import.meta.url)));
});
afterAll(() => engine.close());

const SIZE = { width: 480, height: 640 };
const variety = { seed: 1, variation: 0 };

/** Raw bytes of a picture at a size. */
async function raw(bytes: Uint8Array, { width, height } = SIZE): Promise<Uint8Array> {
  return sharp(bytes).flatten({ background: '#ffffff' }).resize(width, height, { fit: 'fill' }).raw().toBuffer();
}

/** Mean colour of a box, given in shares of the picture. */
function meanOf({ width, height, data }: Raster, [left, top, right, bottom]: readonly number[]): [number, number, number] {
  const sum: [number, number, number] = [0, 0, 0];
  let count = 0;
  for (let y = Math.round(top * height); y < bottom * height; y++)
    for (let x = Math.round(left * width); x < right * width; x++, count++)
      for (let c = 0; c < 3; c++) sum[c] += data[(y * width + x) * 3 + c];
  return sum.map((value) => Math.round(value / count)) as [number, number, number];
}

/** Difference of two colours, CIE 1976. */
function deltaE(a: readonly [number, number, number], b: readonly [number, number, number]): number {
  const [la, lb] = [labOf(...a), labOf(...b)];
  return Math.hypot(la[0] - lb[0], la[1] - lb[1], la[2] - lb[2]);
}

function psnr(a: ArrayLike<number>, b: ArrayLike<number>): number {
  let sum = 0;
  for (let i = 0; i < b.length; i++) sum += (a[i] - b[i]) ** 2;
  return 10 * Math.log10(255 ** 2 / (sum / b.length));
}

/** Places in the picture of the woman, in shares: chest, face, wall beside her. */
const CHEST = [0.45, 0.3, 0.55, 0.4] as const;
const WALL = [0.03, 0.2, 0.15, 0.5] as const;

describe('upscale', () => {
  test('twice as large is nearer to the truth than Lanczos by at least two decibels', async () => {
    const truth = await raw(woman, { width: 600, height: 800 });
    const small = await sharp(truth, { raw: { width: 600, height: 800, channels: 3 } })
      .resize(300, 400)
      .png()
      .toBuffer();
    const raster = await upscaled(engine, { image: small, factor: 2, denoise: 0 });
    const lanczos = await raw(small, { width: 600, height: 800 });
    expect([raster.width, raster.height]).toEqual([600, 800]);
    expect(psnr(raster.data, truth)).toBeGreaterThan(psnr(lanczos, truth) + 2);
  });

  test('four times is twice twice; once restores at the same size', async () => {
    const small = await sharp(woman).resize(90, 120).png().toBuffer();
    expect(await upscaled(engine, { image: small, factor: 4, denoise: 0 })).toMatchObject({ width: 360, height: 480 });
    expect(await upscaled(engine, { image: small, factor: 1, denoise: 0.5 })).toMatchObject({ width: 90, height: 120 });
  });

  test.each([1, 2, 4] as const)('%i times as large, the tiles meet without a seam', async (factor) => {
    const [width, height] = [260, 240];
    const picture = sharp(woman).resize(width, height, { fit: 'cover' });
    const [left, top, near] = [90, 70, 30];
    const whole = await upscaled(engine, { image: await picture.png().toBuffer(), factor, denoise: 0.5 });
    const box = { left, top, width: width - left, height: height - top };
    const part = await upscaled(engine, { image: await picture.extract(box).png().toBuffer(), factor, denoise: 0.5 });
    let worst = 0;
    for (let y = near * factor; y < part.height; y++)
      for (let x = near * factor; x < part.width; x++)
        for (let c = 0; c < 3; c++) {
          const inWhole = whole.data[((y + top * factor) * whole.width + x + left * factor) * 3 + c];
          worst = Math.max(worst, Math.abs(inWhole - part.data[(y * part.width + x) * 3 + c]));
        }
    expect(worst).toBeLessThanOrEqual(1);
  });

  test('a grey picture with transparency comes out in three channels, on white', async () => {
    const grey = await sharp({ create: { width: 40, height: 30, channels: 4, background: '#00000000' } })
      .greyscale()
      .png()
      .toBuffer();
    const { data } = await upscaled(engine, { image: grey, factor: 2, denoise: 0 });
    expect(data).toHaveLength(80 * 60 * 3);
    expect(Math.min(...data)).toBeGreaterThan(250);
  });

  test('is stopped between two tiles, and leaves no file', async () => {
    const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'atelier-upscale-'));
    const abort = new AbortController();
    const onProgress = () => abort.abort(new Error('enough'));
    const request = { image: woman, factor: 2, denoise: 0, file: path.join(folder, 'large.tiff') } as const;
    await expect(engine.upscale(request, { signal: abort.signal, onProgress })).rejects.toThrow('enough');
    expect(await fs.readdir(folder)).toEqual([]);
    await fs.rmdir(folder);
  });
});

describe('inpaint', () => {
  const maskOf = (shape: string) =>
    sharp(
      Buffer.from(
        `<svg xmlns="http://www.w3.org/2000/svg" width="480" height="640"><rect width="480" height="640"/>${shape}</svg>`,
      ),
    )
      .png()
      .toBuffer();
  const onWall = () => maskOf('<rect x="20" y="200" width="60" height="60" fill="#fff"/>');
  const request = { size: SIZE, expansionPercent: 0, strength: 1, prompt: '', ...variety };

  test('fills the mask from around it and leaves every other byte as it was', async () => {
    const before = await raw(woman);
    const spoilt = await sharp(before, { raw: { ...SIZE, channels: 3 } })
      .composite([{ input: { create: { width: 40, height: 40, channels: 3, background: '#ff0000' } }, left: 30, top: 210 }])
      .png()
      .toBuffer();
    const { raster } = await engine.inpaint({ ...request, image: spoilt, mask: await onWall() });
    expect(deltaE(meanOf(raster, [40 / 480, 220 / 640, 60 / 480, 240 / 640]), meanOf(raster, WALL))).toBeLessThan(5);
    const outside = (i: number) => i % 480 < 20 || i % 480 >= 80 || i < 200 * 480 || i >= 260 * 480;
    const changed = before.filter((value, k) => outside(Math.floor(k / 3)) && raster.data[k] !== value);
    expect(changed).toHaveLength(0);
  });

  test('gives the masked part the colour the prompt names', async () => {
    const mask = await maskOf('<rect x="200" y="180" width="80" height="80" fill="#fff"/>');
    const { raster } = await engine.inpaint({ ...request, image: woman, mask, prompt: 'make it red' });
    expect(deltaE(meanOf(raster, [0.45, 0.31, 0.55, 0.38]), [190, 34, 42])).toBeLessThan(14);
  });

  test('blurs what is under the mask, and nothing else', async () => {
    const mask = await maskOf('<rect x="200" y="60" width="80" height="100" fill="#fff"/>');
    const { raster } = await engine.inpaint({ ...request, image: woman, mask, prompt: 'blur it' });
    const before = await raw(woman);
    const rows = Array.from({ length: 40 }, (_, k) => (90 + k) * 480 + 240);
    const detail = (data: ArrayLike<number>) => rows.reduce((sum, i) => sum + Math.abs(data[i * 3] - data[(i + 480) * 3]), 0);
    expect(detail(raster.data)).toBeLessThan(0.7 * detail(before));
    expect(raster.data.subarray(0, 59 * 480 * 3)).toEqual(new Uint8ClampedArray(before.subarray(0, 59 * 480 * 3)));
  });

  test('says that a mask cuts through something that lies on plain ground, and not where it holds the whole of it', async () => {
    const image = await sharp(
      Buffer.from(
        '<svg xmlns="http://www.w3.org/2000/svg" width="480" height="640"><rect width="480" height="640" fill="#d8d4cc"/><rect x="200" y="250" width="80" height="80" fill="#123"/></svg>',
      ),
    )
      .png()
      .toBuffer();
    const codes = async (shape: string) =>
      (await engine.inpaint({ ...request, image, mask: await maskOf(shape) })).warnings.map(({ code }) => code);
    expect(await codes('<rect x="180" y="230" width="60" height="120" fill="#fff"/>')).toEqual(['mask_cuts_through']);
    expect(await codes('<rect x="180" y="230" width="120" height="120" fill="#fff"/>')).toEqual([]);
  });

  test('says that what lies under a large mask was made up', async () => {
    const mask = await maskOf('<rect x="20" y="20" width="200" height="240" fill="#fff"/>');
    const { warnings } = await engine.inpaint({ ...request, image: woman, mask });
    expect(warnings.map(({ code }) => code)).toEqual(['large_masked_area']);
    expect((await engine.inpaint({ ...request, image: woman, mask: await onWall() })).warnings).toEqual([]);
  });

  test('refuses an empty mask, one of nearly everything, and what it would have to invent', async () => {
    const inpaint = (mask: Buffer, prompt = '') => engine.inpaint({ ...request, image: woman, mask, prompt });
    await expect(inpaint(await maskOf(''))).rejects.toThrow(/marks nothing/);
    await expect(inpaint(await maskOf('<rect width="480" height="600" fill="#fff"/>'))).rejects.toThrow(
      /covers 94 %.*at most 60 %/,
    );
    await expect(inpaint(await onWall(), 'a golden statue of a lion')).rejects.toThrow(EngineRejection);
  });
});

describe('edit', () => {
  const edit = (prompt: string, image: Uint8Array = woman) => engine.edit({ image, prompt, size: SIZE, ...variety });

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
    const stripes = await fs.readFile(fileURLToPath(samples['garment-stripes'].url));
    await expect(edit('remove the logo', stripes)).rejects.toThrow(/patterned all over/);
  });

  test('names the words that it made nothing of', async () => {
    const { warnings } = await edit('make the shirt navy velvet');
    expect(warnings).toMatchObject([{ code: 'prompt_partly_ignored', message: expect.stringContaining('"velvet"') }]);
  });

  test('a picture that is too small to show anything is refused', async () => {
    const tiny = await sharp(shirt).resize(16, 20).png().toBuffer();
    const request = { products: [tiny], mode: 'products' as const, prompt: '', size: SIZE, ...variety };
    await expect(engine.generate(request)).rejects.toThrow(/16 × 20 pixels, and at least 32/);
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
  const edit = (prompt: string, size = SIZE) => engine.edit({ image: woman, prompt, size, ...variety });
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
    const request = { image: await sharp(disc).png().toBuffer(), prompt: 'brighter', size: { width: 640, height: 640 } };
    const { raster } = await engine.edit({ ...request, ...variety });
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
    const small = await engine.edit({ image, prompt: 'crop to the face', size: SIZE, ...variety });
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
      expect(deltaE(meanOf(raster, [0.75, top, 0.98, bottom]), meanOf(before, [0.92, top, 0.99, bottom]))).toBeLessThan(10);
    }
  });

  test('sides of the picture can be cut off', async () => {
    const { raster } = await edit('cut off the bottom half');
    expect(raster.width / raster.height).toBeGreaterThan(0.75);
  });
});

describe('generate', () => {
  const generate = (request: object) =>
    engine.generate({ products: [], mode: 'presets', prompt: '', size: SIZE, ...variety, ...request });

  test('sets the dressed avatar into the scene', async () => {
    const { raster } = await generate({ avatar: woman, products: [shirt], scene: room });
    const scene = { ...SIZE, data: new Uint8ClampedArray(await raw(room)) };
    expect(deltaE(meanOf(raster, WALL), meanOf(scene, WALL))).toBeLessThan(4);
    // The shirt of the sample is light blue.
    expect(deltaE(meanOf(raster, CHEST), [160, 196, 226])).toBeLessThan(22);
  });

  test('quotes an edit of a part, which it does not make, and a background beside the scene', async () => {
    const { warnings } = await generate({
      products: [shirt],
      mode: 'products',
      scene: room,
      prompt: 'make the shirt red, on sage',
    });
    expect(warnings).toMatchObject([
      { code: 'prompt_partly_ignored', message: expect.stringMatching(/"make the shirt red", "on sage"/) },
    ]);
  });

  test('shows products alone on the backdrop that the prompt names, and says what it made nothing of', async () => {
    const { raster, warnings } = await generate({
      products: [shirt],
      prompt: 'beige background, by the sea',
      presetClass: 'flat_lay',
    });
    expect(deltaE(meanOf(raster, [0.45, 0.05, 0.55, 0.08]), [218, 200, 172])).toBeLessThan(6);
    expect(warnings).toMatchObject([{ code: 'prompt_partly_ignored', message: expect.stringContaining('"by the sea"') }]);
  });

  test('refuses to make something of words alone', async () => {
    await expect(generate({ prompt: 'a woman in a red dress' })).rejects.toThrow(/avatars and products, not of words alone/);
  });
});

describe('animate', () => {
  /** Types of the boxes of an MP4 file, and how long its header says it is, in seconds. */
  function boxesOf(bytes: Uint8Array): { types: string[]; seconds: number } {
    const view = new DataView(bytes.buffer, bytes.byteOffset);
    const types: string[] = [];
    let seconds = 0;
    for (let at = 0; at < bytes.length; at += view.getUint32(at)) {
      const type = String.fromCharCode(...bytes.subarray(at + 4, at + 8));
      types.push(type);
      // mvhd is the first box of moov: version and flags, two times, time scale, duration.
      if (type === 'moov') seconds = view.getUint32(at + 32) / view.getUint32(at + 28);
    }
    return { types, seconds };
  }

  test('is stopped between two frames, and the next film is none the worse', async () => {
    const abort = new AbortController();
    const request = { image: woman, prompt: '', seconds: 1, size: { width: 144, height: 256 } };
    const onProgress = (share: number) => share > 0.5 && abort.abort(new Error('enough'));
    await expect(engine.animate(request, { signal: abort.signal, onProgress })).rejects.toThrow('enough');
    expect((await engine.animate(request)).bytes.length).toBeGreaterThan(1_000);
  });

  test('quotes what others than the camera are to do', async () => {
    const film = await engine.animate({
      image: woman,
      prompt: 'pan right, she waves',
      seconds: 0.2,
      size: { width: 144, height: 256 },
    });
    expect(film.warnings).toMatchObject([{ code: 'prompt_partly_ignored', message: expect.stringContaining('"she waves"') }]);
  });

  test('films a picture for exactly as long as asked, ready to play while it loads', async () => {
    const seen: number[] = [];
    const film = await engine.animate(
      { image: woman, prompt: 'zoom out', seconds: 1, size: { width: 145, height: 256 } },
      { onProgress: (share) => seen.push(share) },
    );
    expect([film.width, film.height]).toEqual([144, 256]);
    const { types, seconds } = boxesOf(film.bytes);
    expect(types.indexOf('moov')).toBeLessThan(types.indexOf('mdat'));
    expect(seconds).toBeCloseTo(1, 2);
    expect(seen.at(-1)).toBe(1);
  });
});
