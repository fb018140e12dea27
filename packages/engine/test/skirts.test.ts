import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import type { Raster } from '../src/pixels/raster.ts';
import { openedEngine } from './opened.ts';
import { hasPhotos, photo } from './photos.ts';
import { countOf } from './picture-colours.ts';

const engine = openedEngine();

const SIZE = { width: 512, height: 640 };

async function wear(person: string, garment: string): Promise<Raster> {
  const { raster } = await engine().tryOn({
    person: await photo(`persons/${person}.jpg`),
    garments: [{ bytes: await photo(`garments/${garment}.jpg`) }],
    size: SIZE,
    seed: 1,
    variation: 0,
  });
  return raster;
}

const isDark = (red: number, green: number, blue: number) => Math.max(red, green, blue) < 60;
const isSkin = (red: number, green: number, blue: number) => red > 120 && green > 70 && red - blue > 20 && green > blue;
const isNotWhite = (red: number, green: number, blue: number) => Math.min(red, green, blue) < 225;

/** How wide what is of a kind is in a row, at a share of the height; as a share of the width. */
function widthAt({ width, height, data }: Raster, down: number, isKind: typeof isDark): number {
  const row = Math.round(down * height) * width;
  const at = Array.from({ length: width }, (_, x) => x).filter((x) => {
    const i = (row + x) * 3;
    return isKind(data[i], data[i + 1], data[i + 2]);
  });
  return ((at.at(-1) ?? 0) - (at[0] ?? 0)) / width;
}

describe.skipIf(!hasPhotos)('skirts and skirts of dresses, with real photos (skipped where ../shared/data is missing)', () => {
  test('the skirt of a dress that was spread on the floor falls along a person whom the photo shows to the hips', async () => {
    const result = await wear('magento-mh09-blue_main', 'dresses/cd-dress-881c62dc');
    // His elbows are 0.57 apart.
    expect(widthAt(result, 0.97, isNotWhite)).toBeLessThan(0.8);
    // His trousers are narrower, and plain.
    expect(widthAt(result, 0.97, isNotWhite)).toBeGreaterThan(0.55);
  });

  test('the skirt of a dress hangs, and does not stand off like a lampshade', async () => {
    const result = await wear('omnitry-person_dress', 'dresses/cd-dress-8c6b26f9');
    const beside = [0.18, 0.53, 0.25, 0.57] as const;
    expect(countOf(result, beside, isDark)).toBeLessThan(0.1 * 0.07 * 0.04 * SIZE.width * SIZE.height);
    const skirt = [0.4, 0.5, 0.55, 0.55] as const;
    expect(countOf(result, skirt, isDark)).toBeGreaterThan(0.7 * 0.15 * 0.05 * SIZE.width * SIZE.height);
  });

  test.each([
    ['left', [0.26, 0.735, 0.4, 0.8]],
    ['right', [0.6, 0.735, 0.74, 0.8]],
  ] as const)('fingers on the hips lie before a skirt: %s', async (_, hand) => {
    const person = 'magento-mj10-red_main';
    const own = await sharp(await photo(`persons/${person}.jpg`))
      .resize(SIZE.width, SIZE.height)
      .removeAlpha()
      .raw()
      .toBuffer();
    const before = countOf({ ...SIZE, data: new Uint8ClampedArray(own) }, hand, isSkin);
    const result = await wear(person, 'bottoms/cd-skirt-0558b2c5');
    expect(before).toBeGreaterThan(500);
    expect(countOf(result, hand, isSkin)).toBeGreaterThan(0.9 * before);
  });

  test('under a longer top a skirt begins above its hem, and hands lie before both', async () => {
    const result = await wear('magento-wj03-red_main', 'bottoms/cd-skirt-0558b2c5');
    const hand = [0.58, 0.66, 0.7, 0.76] as const;
    expect(countOf(result, hand, isDark)).toBeLessThan(10);
    expect(widthAt(result, 0.985, isDark)).toBeLessThan(0.54);
    expect(widthAt(result, 0.985, isDark)).toBeGreaterThan(0.3);
  });

  test.each([
    ['jersey', 'magento-mj09-yellow_main'],
    ['hoodie', 'magento-mh09-blue_main'],
  ])('a skirt under a %s is no wider than it where it begins: it does not stand out beside it in a step', async (_, person) => {
    const { width, height, data } = await wear(person, 'bottoms/cd-skirt-0558b2c5');
    const rightmost = Array.from({ length: Math.floor(0.17 * height) }, (__, k) => {
      const row = (Math.floor(0.83 * height) + k) * width;
      const dark = Array.from({ length: Math.floor(0.75 * width) }, (___, x) => x).filter((x) => {
        const i = (row + x) * 3;
        return isDark(data[i], data[i + 1], data[i + 2]);
      });
      return dark.at(-1) ?? 0;
    }).filter((x) => x > 0.6 * width);
    const steps = rightmost.slice(1).map((x, k) => x - rightmost[k]);
    expect(steps.length).toBeGreaterThan(0.08 * height);
    expect(Math.max(...steps)).toBeLessThan(4);
  });

  test('a bare hand and forearm beside long trousers lie before a skirt, also where their bones were found beside them', async () => {
    const arm = [0.555, 0.45, 0.62, 0.55] as const;
    const own = await photo('persons/ccp-0244.jpg');
    const before = await sharp(own).resize(SIZE.width, 768).removeAlpha().raw().toBuffer();
    const { raster } = await engine().tryOn({
      person: own,
      garments: [{ bytes: await photo('garments/bottoms/cd-skirt-0558b2c5.jpg') }],
      size: { width: SIZE.width, height: 768 },
      seed: 1,
      variation: 0,
    });
    const skinBefore = countOf({ width: SIZE.width, height: 768, data: new Uint8ClampedArray(before) }, arm, isSkin);
    expect(skinBefore).toBeGreaterThan(100);
    expect(countOf(raster, arm, isSkin)).toBeGreaterThan(0.85 * skinBefore);
  });
});
