import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import { EngineRejection } from '../src/index.ts';
import { openedEngine } from './opened.ts';
import { CHEST, deltaE, fromLibrary, meanOf, raw, SIZE, sample, WALL } from './sample-pictures.ts';
import { upscaled } from './upscaled.ts';

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

function psnr(a: ArrayLike<number>, b: ArrayLike<number>): number {
  let sum = 0;
  for (let i = 0; i < b.length; i++) sum += (a[i] - b[i]) ** 2;
  return 10 * Math.log10(255 ** 2 / (sum / b.length));
}

describe('upscale', () => {
  test.each([
    [2, 2],
    [4, 1.5],
  ] as const)('%i times as large is nearer to the truth than Lanczos by at least %s decibels', async (factor, gain) => {
    const truth = await raw(woman, { width: 600, height: 800 });
    const small = await sharp(truth, { raw: { width: 600, height: 800, channels: 3 } })
      .resize(600 / factor, 800 / factor)
      .png()
      .toBuffer();
    const raster = await upscaled(engine(), { image: small, factor, denoise: 0 });
    const lanczos = await raw(small, { width: 600, height: 800 });
    expect([raster.width, raster.height]).toEqual([600, 800]);
    expect(psnr(raster.data, truth)).toBeGreaterThan(psnr(lanczos, truth) + gain);
  });

  test('once restores at the same size', async () => {
    const small = await sharp(woman).resize(90, 120).png().toBuffer();
    expect(await upscaled(engine(), { image: small, factor: 1, denoise: 0.5 })).toMatchObject({
      width: 90,
      height: 120,
    });
  });

  test.each([2, 4] as const)(
    '%i times as large, what is flat stays flat and keeps its colour: there is no grid',
    async (factor) => {
      for (const [r, g, b] of [
        [250, 250, 250],
        [200, 30, 40],
        [20, 25, 60],
        [128, 128, 128],
      ]) {
        const flat = sharp({ create: { width: 40, height: 40, channels: 3, background: { r, g, b } } });
        const { data } = await upscaled(engine(), { image: await flat.png().toBuffer(), factor, denoise: 0 });
        const away = data.map((value, i) => Math.abs(value - [r, g, b][i % 3]));
        expect(Math.max(...away)).toBeLessThanOrEqual(3);
      }
    },
  );

  test.each([1, 2, 4] as const)('%i times as large, the tiles meet without a seam', async (factor) => {
    const [width, height] = [260, 240];
    const picture = sharp(woman).resize(width, height, { fit: 'cover' });
    const [left, top, near] = [90, 70, 30];
    const whole = await upscaled(engine(), { image: await picture.png().toBuffer(), factor, denoise: 0.5 });
    const box = { left, top, width: width - left, height: height - top };
    const part = await upscaled(engine(), { image: await picture.extract(box).png().toBuffer(), factor, denoise: 0.5 });
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
    const { data } = await upscaled(engine(), { image: grey, factor: 2, denoise: 0 });
    expect(data).toHaveLength(80 * 60 * 3);
    expect(Math.min(...data)).toBeGreaterThan(250);
  });

  test('is stopped between two tiles, and leaves no file', async () => {
    const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'atelier-upscale-'));
    const abort = new AbortController();
    const onProgress = () => abort.abort(new Error('enough'));
    const request = { image: woman, factor: 2, denoise: 0, file: path.join(folder, 'large.tiff') } as const;
    await expect(engine().upscale(request, { signal: abort.signal, onProgress })).rejects.toThrow('enough');
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
  const request = { size: SIZE, strength: 1, prompt: '', ...variety };

  test('fills the mask from around it and leaves every other byte as it was', async () => {
    const before = await raw(woman);
    const spoilt = await sharp(before, { raw: { ...SIZE, channels: 3 } })
      .composite([
        { input: { create: { width: 40, height: 40, channels: 3, background: '#ff0000' } }, left: 30, top: 210 },
      ])
      .png()
      .toBuffer();
    const { raster } = await engine().inpaint({ ...request, image: spoilt, mask: await onWall() });
    expect(deltaE(meanOf(raster, [40 / 480, 220 / 640, 60 / 480, 240 / 640]), meanOf(raster, WALL))).toBeLessThan(5);
    const outside = (i: number) => i % 480 < 20 || i % 480 >= 80 || i < 200 * 480 || i >= 260 * 480;
    const changed = before.filter((value, k) => outside(Math.floor(k / 3)) && raster.data[k] !== value);
    expect(changed).toHaveLength(0);
  });

  test('gives the masked part the colour the prompt names', async () => {
    const mask = await maskOf('<rect x="200" y="180" width="80" height="80" fill="#fff"/>');
    const { raster } = await engine().inpaint({ ...request, image: woman, mask, prompt: 'make it red' });
    expect(deltaE(meanOf(raster, [0.45, 0.31, 0.55, 0.38]), [190, 34, 42])).toBeLessThan(14);
  });

  test('blurs what is under the mask, and nothing else', async () => {
    const mask = await maskOf('<rect x="200" y="60" width="80" height="100" fill="#fff"/>');
    const { raster } = await engine().inpaint({ ...request, image: woman, mask, prompt: 'blur it' });
    const before = await raw(woman);
    const rows = Array.from({ length: 40 }, (_, k) => (90 + k) * 480 + 240);
    const detail = (data: ArrayLike<number>) =>
      rows.reduce((sum, i) => sum + Math.abs(data[i * 3] - data[(i + 480) * 3]), 0);
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
      (await engine().inpaint({ ...request, image, mask: await maskOf(shape) })).warnings.map(({ code }) => code);
    expect(await codes('<rect x="180" y="230" width="60" height="120" fill="#fff"/>')).toEqual(['mask_cuts_through']);
    expect(await codes('<rect x="180" y="230" width="120" height="120" fill="#fff"/>')).toEqual([]);
  });

  test('says that what lies under a large mask was made up', async () => {
    const mask = await maskOf('<rect x="10" y="20" width="110" height="300" fill="#fff"/>');
    const { warnings } = await engine().inpaint({ ...request, image: woman, mask });
    expect(warnings.map(({ code }) => code)).toEqual(['large_masked_area']);
    expect((await engine().inpaint({ ...request, image: woman, mask: await onWall() })).warnings).toEqual([]);
  });

  test('refuses an empty mask, one of nearly everything, and what it would have to invent', async () => {
    const inpaint = (mask: Buffer, prompt = '') => engine().inpaint({ ...request, image: woman, mask, prompt });
    await expect(inpaint(await maskOf(''))).rejects.toThrow(/marks nothing/);
    await expect(inpaint(await maskOf('<rect width="480" height="600" fill="#fff"/>'))).rejects.toThrow(
      /covers 94 %.*at most 60 %/,
    );
    // A change of colour invents nothing, so the mask may have any size.
    const { raster } = await inpaint(await maskOf('<rect width="480" height="600" fill="#fff"/>'), 'black and white');
    expect(raster.data[0]).toBe(raster.data[2]);
    await expect(inpaint(await onWall(), 'a golden statue of a lion')).rejects.toThrow(EngineRejection);
  });
});

describe('generate', () => {
  const generate = (request: object) =>
    engine().generate({ products: [], mode: 'presets', prompt: '', size: SIZE, ...variety, ...request });

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
    expect(warnings).toMatchObject([
      { code: 'prompt_partly_ignored', message: expect.stringContaining('"by the sea"') },
    ]);
  });

  test('says once of products that their outline is not sure', async () => {
    const photo = await sample('garment-tshirt');
    const { width, height } = await sharp(photo).metadata();
    const blind = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
      <pattern id="blind" width="40" height="40" patternUnits="userSpaceOnUse"><rect width="20" height="40" fill="#345"/></pattern>
      <rect width="100%" height="100%" fill="url(#blind)" opacity="0.15"/></svg>`;
    const unsharp = await sharp(photo)
      .blur(11)
      .composite([{ input: Buffer.from(blind) }])
      .png()
      .toBuffer();
    const { warnings } = await generate({ products: [unsharp, unsharp], presetClass: 'flat_lay' });
    expect(warnings.map(({ code }) => code)).toEqual(['low_confidence_cut_out']);
    const lost = await sharp(unsharp).blur(12).png().toBuffer();
    await expect(generate({ products: [lost], presetClass: 'flat_lay' })).rejects.toThrow(/stands out/);
  });

  test('refuses to make something of words alone', async () => {
    await expect(generate({ prompt: 'a woman in a red dress' })).rejects.toThrow(
      /avatars and products, not of words alone/,
    );
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
    await expect(engine().animate(request, { signal: abort.signal, onProgress })).rejects.toThrow('enough');
    expect((await engine().animate(request)).bytes.length).toBeGreaterThan(1_000);
  });

  test('tells of a film that is generated first how far the whole of it has come', async () => {
    const seen: number[] = [];
    const request = {
      products: [shirt],
      mode: 'products' as const,
      prompt: '',
      size: { width: 144, height: 256 },
      ...variety,
    };
    await engine().film({ ...request, seconds: 0.2 }, { onProgress: (share) => seen.push(share) });
    expect(seen).toEqual(seen.toSorted((a, b) => a - b));
    expect(seen.filter((share) => share === 1)).toHaveLength(1);
  });

  test('quotes what others than the camera are to do', async () => {
    const film = await engine().animate({
      image: woman,
      prompt: 'pan right, she waves',
      seconds: 0.2,
      size: { width: 144, height: 256 },
    });
    expect(film.warnings).toMatchObject([
      { code: 'prompt_partly_ignored', message: expect.stringContaining('"she waves"') },
    ]);
  });

  test('warns where the film shows background beyond the picture', async () => {
    const film = await engine().animate({ image: woman, prompt: '', seconds: 0.2, size: { width: 512, height: 288 } });
    expect(film.warnings.map(({ code }) => code)).toEqual(['background_extended']);
  });

  test('films a picture for exactly as long as asked, ready to play while it loads', async () => {
    const seen: number[] = [];
    const film = await engine().animate(
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
