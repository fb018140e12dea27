import fs from 'node:fs/promises';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { samples } from '../samples/index.ts';
import { decodeAt, decodePicture } from '../src/pixels/decode.ts';
import { analyseGarment } from '../src/steps/garment/analyse-garment.ts';
import { fitBackground } from '../src/steps/garment/cut-out/background.ts';
import { cutOutProduct } from '../src/steps/garment/cut-out/cut-out-product.ts';
import { openedEngine, openedNets } from './opened.ts';

const SIZE = { width: 768, height: 1024 };

const nets = openedNets();
const engine = openedEngine();

async function cutOutOf(name: keyof typeof samples) {
  const { raster } = await decodePicture(await fs.readFile(samples[name].url), SIZE);
  const { silhouette, confidence } = await cutOutProduct(raster, fitBackground(raster), nets().productMatte);
  const isCloth = (across: number, down: number) =>
    silhouette[Math.round(down * raster.height) * raster.width + Math.round(across * raster.width)] === 1;
  return { isCloth, share: silhouette.reduce((sum, value) => sum + value, 0) / silhouette.length, confidence };
}

test('cream cloth on white paper is cut out whole, without the paper around it', async () => {
  const { isCloth, share } = await cutOutOf('garment-stripes');
  expect(share).toBeGreaterThan(0.4);
  expect(share).toBeLessThan(0.45);
  expect([isCloth(0.28, 0.25), isCloth(0.72, 0.25), isCloth(0.09, 0.75), isCloth(0.5, 0.83)]).toEqual([
    true,
    true,
    true,
    true,
  ]);
  expect([isCloth(0.24, 0.75), isCloth(0.75, 0.75), isCloth(0.72, 0.88)]).toEqual([false, false, false]);
});

test('straps stay, and the soft shadow of a garment goes', async () => {
  const camisole = (fill: string) => `<g fill="${fill}"><path d="M250 200H550L600 600H200Z"/>
    <rect x="290" y="60" width="8" height="150"/><rect x="502" y="60" width="8" height="150"/></g>`;
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="800" height="700"><rect width="800" height="700" fill="#f4f4f4"/>
    <filter id="soft"><feGaussianBlur stdDeviation="14"/></filter>
    <g filter="url(#soft)" transform="translate(14 14)">${camisole('#d8d8d8')}</g>${camisole('#6b2d4f')}</svg>`;
  const { raster } = await decodePicture(await sharp(Buffer.from(drawing)).png().toBuffer(), SIZE);
  const { alpha, confidence } = await cutOutProduct(raster, fitBackground(raster), nets().productMatte);
  const scale = raster.width / 800;
  const cover = (x: number, y: number) => alpha.data[Math.round(y * scale) * raster.width + Math.round(x * scale)];
  expect(confidence).toBeGreaterThan(0.5);
  expect([cover(294, 120), cover(506, 120), cover(400, 400)].map((value) => value > 0.5)).toEqual([true, true, true]);
  expect([cover(620, 560), cover(400, 630), cover(400, 120)].map((value) => value < 0.1)).toEqual([true, true, true]);
});

test('a coloured garment is cut out of black', async () => {
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="600" height="600"><rect width="600" height="600"/>
    <path d="M180 120H420L520 220L470 280L420 240V500H180V240L130 280L80 220Z" fill="#c43d5a"/></svg>`;
  const { raster } = await decodePicture(await sharp(Buffer.from(drawing)).png().toBuffer(), SIZE);
  const { silhouette } = await cutOutProduct(raster, fitBackground(raster), nets().productMatte);
  const at = (x: number, y: number) =>
    silhouette[Math.round((y / 600) * raster.height) * raster.width + Math.round((x / 600) * raster.width)];
  expect([at(300, 300), at(110, 220), at(490, 220), at(60, 60), at(140, 450)]).toEqual([1, 1, 1, 0, 0]);
});

describe('on paper', () => {
  async function silhouetteOf(shapes: string, places: readonly (readonly [number, number])[]) {
    const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="600" height="800">
      <rect width="600" height="800" fill="#f4f4f4"/>${shapes}</svg>`;
    const { raster } = await decodePicture(await sharp(Buffer.from(drawing)).png().toBuffer(), SIZE);
    const { silhouette } = await cutOutProduct(raster, fitBackground(raster), nets().productMatte);
    const scale = raster.width / 600;
    return places.map(([x, y]) => silhouette[Math.round(y * scale) * raster.width + Math.round(x * scale)]);
  }

  test('the narrow gap between two legs is no cloth', async () => {
    const legs = '<path d="M200 80H400L430 740H310L306 240H294L290 740H170Z" fill="#31456b"/>';
    const places = [
      [300, 300],
      [300, 450],
      [300, 700],
      [240, 450],
      [360, 450],
    ] as const;
    expect(await silhouetteOf(legs, places)).toEqual([0, 0, 0, 1, 1]);
  });

  test('stripes in the colour of the paper are cloth', async () => {
    const shirt = 'M200 120H400L520 240L460 320L420 280V680H180V280L140 320L80 240Z';
    const stripes = Array.from({ length: 12 }, (_, k) => `<rect y="${140 + 46 * k}" width="600" height="20"/>`).join(
      '',
    );
    const striped = `<clipPath id="shirt"><path d="${shirt}"/></clipPath><path d="${shirt}" fill="#31456b"/>
      <g clip-path="url(#shirt)" fill="#f4f4f4">${stripes}</g>`;
    const places = [
      [300, 334],
      [260, 380],
      [340, 426],
    ] as const;
    expect(await silhouetteOf(striped, places)).toEqual([1, 1, 1]);
  });
});

test('a garment that stands out all around is trusted', async () => {
  expect((await cutOutOf('garment-dress')).confidence).toBe(1);
});

describe('a photo with transparency', () => {
  const categoryOf = async (bytes: Uint8Array) => (await analyseGarment(bytes, undefined, nets())).category;

  test('with transparent corners only is cut out like one without transparency', async () => {
    const photo = sharp(await fs.readFile(samples['garment-shirt'].url)).ensureAlpha();
    const { width, height } = await photo.metadata();
    const corners = Buffer.from(
      `<svg width="${width}" height="${height}"><rect width="100%" height="100%" rx="60"/></svg>`,
    );
    expect(
      await categoryOf(
        await photo
          .composite([{ input: corners, blend: 'dest-in' }])
          .png()
          .toBuffer(),
      ),
    ).toBe('top');
  });

  test.each([0, 4])('with only %i visible pixels a side shows no garment', async (side) => {
    const clear = sharp({ create: { width: 300, height: 400, channels: 4, background: '#0000' } });
    const speck = {
      input: {
        create: { width: side || 1, height: side || 1, channels: 4, background: side ? '#00f' : '#0000' } as const,
      },
    };
    await expect(categoryOf(await clear.composite([speck]).png().toBuffer())).rejects.toThrow(/No garment stands out/);
  });
});

test('a finished picture is cut out at its own size: its subject stays, its background goes', async () => {
  const opacity = async (name: keyof typeof samples, isProductShot: boolean) => {
    const { width, height } = samples[name];
    const raster = await decodeAt(await fs.readFile(samples[name].url), { width, height });
    const { alpha = null, raster: left } = await engine().cutOut({ raster, isProductShot });
    expect(left).toMatchObject({ width, height });
    return (across: number, down: number) => alpha?.[Math.round(down * height) * width + Math.round(across * width)];
  };
  const person = await opacity('person-woman', false);
  expect([person(0.5, 0.3), person(0.5, 0.6), person(0.05, 0.1), person(0.95, 0.9)]).toEqual([255, 255, 0, 0]);
  const shirt = await opacity('garment-tshirt', true);
  expect([shirt(0.5, 0.5), shirt(0.02, 0.02), shirt(0.5, 0.99)]).toEqual([255, 0, 0]);
});

test('a picture of nothing is not cut out', async () => {
  const [width, height] = [200, 300];
  const raster = { width, height, data: new Uint8ClampedArray(width * height * 3).fill(180) };
  await expect(engine().cutOut({ raster, isProductShot: false })).rejects.toThrow('opaque background');
});

test('a generation without a background has the opacity of its products, and no scene', async () => {
  const size = { width: 480, height: 640 };
  const products = [await fs.readFile(samples['garment-shirt'].url)];
  const request = { products, mode: 'products', prompt: '', size, seed: 1, variation: 0, isCutOut: true } as const;
  const { alpha } = await engine().generate(request);
  expect([alpha?.[0], alpha?.[320 * 480 + 240]]).toEqual([0, 255]);
});
