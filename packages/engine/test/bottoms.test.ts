import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { deltaE } from '../bench/measures/pixels.ts';
import type { TryOnResult } from '../src/engine.ts';
import { decodeAt } from '../src/pixels/decode.ts';
import { labOf, toLab } from '../src/pixels/lab.ts';
import type { Plane, Size } from '../src/pixels/raster.ts';
import { analyseGarment } from '../src/steps/garment/analyse-garment.ts';
import { analysePerson } from '../src/steps/person/analyse-person.ts';
import { skinTone } from '../src/steps/try-on/paint/skin-tone.ts';
import { garmentOf } from './garment-of.ts';
import { openedEngine, openedNets } from './opened.ts';
import { hasPhotos, photo } from './photos.ts';
import { colourOf, countOf } from './picture-colours.ts';

const engine = openedEngine();
const nets = openedNets();

const SIZE = { width: 512, height: 768 };

async function wear(person: string, garment: string, size: Size = SIZE): Promise<TryOnResult> {
  return engine().tryOn({
    person: await photo(`persons/${person}`),
    garments: [{ bytes: await photo(`garments/bottoms/${garment}`) }],
    size,
    seed: 1,
    variation: 0,
  });
}

/** A bracelet of the woman who wears a white dress. */
const BRACELET = [0.25, 0.455, 0.3, 0.475] as const;

const isSkin = (red: number, green: number, blue: number) => red > 130 && red > green + 20 && red > blue + 35;
const isGreen = (red: number, green: number, blue: number) => green > 1.6 * red && green > 1.2 * blue;
const isDenim = (red: number, green: number, blue: number) => blue > 1.6 * red && blue > 1.3 * green;
const isRed = (red: number, green: number, blue: number) => red > 100 && red > 2.5 * green && red > 2.5 * blue;
const isOrange = (red: number, green: number, blue: number) => red > 150 && red > 1.3 * green && green > 1.3 * blue;
const isBlue = (red: number, green: number, blue: number) => blue > 1.6 * red && blue > 1.4 * green;

/** The columns between which a row of a result has a colour, as shares of its width. */
function columnsOf(
  { raster: { width, height, data } }: TryOnResult,
  down: number,
  isKind: (red: number, green: number, blue: number) => boolean,
): readonly [number, number] {
  const row = Math.round(down * height) * width;
  const at = Array.from({ length: width }, (_, x) => x).filter((x) => {
    const i = (row + x) * 3;
    return isKind(data[i], data[i + 1], data[i + 2]);
  });
  return [(at[0] ?? 0) / width, (at.at(-1) ?? 0) / width];
}

describe.skipIf(!hasPhotos)('trousers, shorts and skirts, with real photos (skipped where ../shared/data is missing)', () => {
  test.each(['cd-shorts-06248e28.jpg', 'cd-shorts-73d0010c.jpg', 'cd-shorts-9ebafad8.jpg'])(
    '%s, whose legs hardly part, are trousers',
    async (file) => {
      expect((await garmentOf(`garments/bottoms/${file}`, nets())).category).toBe('trousers');
    },
  );

  test('a straight skirt, as wide at its waist as at its hem, is no top', async () => {
    expect((await garmentOf('garments/bottoms/cd-skirt-4d5d201a.jpg', nets())).category).toBe('skirt');
  });

  test('shorts of which the ground took pieces of the cuffs, in the photo as it is stored, are no skirt', async () => {
    const stored = await sharp(await photo('garments/bottoms/cd-shorts-06248e28.jpg'))
      .jpeg({ quality: 95, chromaSubsampling: '4:4:4', optimiseCoding: false })
      .toBuffer();
    expect((await analyseGarment(stored, undefined, nets())).category).toBe('trousers');
  });

  test('wide hems of very short shorts hang down along the thighs, straight across', async () => {
    const result = await wear('ccp-0788.jpg', 'cd-shorts-73d0010c.jpg');
    const [left, right] = columnsOf(result, 0.58, isDenim);
    expect(left).toBeGreaterThan(0.315);
    expect(right).toBeLessThan(0.655);
    const isBelow = (down: number) => countOf(result.raster, [0.3, down, 0.7, down + 0.003], isDenim) > 0;
    expect([isBelow(0.65), isBelow(0.695)]).toEqual([true, false]);
  });

  test('shorts with elastic in their waist lie close to the hips and end above the knee', async () => {
    const result = await wear('ccp-0688.jpg', 'cd-shorts-9ebafad8.jpg');
    const [left, right] = columnsOf(result, 0.5, isBlue);
    expect(right - left).toBeGreaterThan(0.2);
    expect(right - left).toBeLessThan(0.36);
    expect(columnsOf(result, 0.62, isBlue)).toEqual([0, 0]);
  });

  test('shorts that were worn with hands on their hips do not bulge beside those of somebody else', async () => {
    const [left, right] = columnsOf(await wear('ccp-0046.jpg', 'magento-msh06-red_main.jpg'), 0.54, isRed);
    expect(right - left).toBeLessThan(0.31);
  });

  test('nothing of shorts shows outside the sleeves and hands that hang beside the hips', async () => {
    const result = await wear('omnitry-person_tie.jpg', 'cd-shorts-73d0010c.jpg', { width: 768, height: 768 });
    const [left, right] = columnsOf(result, 0.52, isDenim);
    expect(left).toBeGreaterThan(0.41);
    expect(right).toBeLessThan(0.58);
  });

  test.each([
    ['ccp-0274.jpg', 'cd-shorts-879ed4b1.jpg', { width: 832, height: 1264 }, [0.641, 0.56, 0.655, 0.58]],
    ['magento-wj03-red_main.jpg', 'magento-wp06-orange_main.jpg', { width: 920, height: 1144 }, [0.345, 0.92, 0.357, 0.935]],
  ] as const)('the thumb of a hand before the hips of %s is whole', async (person, garment, size, thumb) => {
    const { raster } = await wear(person, garment, size);
    const before = await decodeAt(await photo(`persons/${person}`), size);
    expect(deltaE(colourOf(raster, thumb), colourOf(before, thumb))).toBeLessThan(12);
  });

  test('the crotch of very short shorts hangs below the corners of their hem and is not cut off', async () => {
    const { raster } = await wear('ccp-0426.jpg', 'cd-shorts-73d0010c.jpg');
    const row = 1 / SIZE.height;
    const countIn = (top: number, bottom: number) => countOf(raster, [0.3, top, 0.64, bottom], isDenim);
    let lowest = 0.75;
    while (lowest > 0.4 && countIn(lowest - row, lowest) === 0) lowest -= row;
    expect(lowest).toBeGreaterThan(0.4);
    expect(countIn(lowest - 4 * row, lowest)).toBeLessThan(50);
  });

  test('new trousers reach up under the top, and leave no strip that would bare the belly', async () => {
    const { raster } = await wear('ccp-0820.jpg', 'magento-mp03-green_main.jpg');
    expect(countOf(raster, [0.36, 0.48, 0.55, 0.53], isSkin)).toBe(0);
  });

  test('trousers in the place of a skirt that hides the ankles reach down to the shoes', async () => {
    const [left, right] = columnsOf(await wear('ccp-0716.jpg', 'magento-mp03-green_main.jpg'), 0.88, isGreen);
    expect(right - left).toBeGreaterThan(0.1);
  });

  test('no second arm is painted where the skirt that was worn hung beside one', async () => {
    const { raster } = await wear('ccp-0716.jpg', 'magento-mp03-green_main.jpg');
    const [, towardsRed] = colourOf(raster, [0.635, 0.45, 0.65, 0.48]);
    expect(towardsRed).toBeLessThan(4);
  });

  test('no leg is seen beside trousers in the place of a skirt', async () => {
    const { raster } = await wear('ccp-0688.jpg', 'magento-mp03-green_main.jpg');
    expect(countOf(raster, [0.4, 0.6, 0.6, 0.75], isSkin)).toBeLessThan(40);
  });

  test('painted legs go on from the bare legs beneath in their tone', async () => {
    const { raster } = await wear('ccp-0107.jpg', 'cd-shorts-73d0010c.jpg');
    const [painted, bare] = [colourOf(raster, [0.405, 0.69, 0.42, 0.71]), colourOf(raster, [0.405, 0.765, 0.42, 0.785])];
    expect(deltaE(painted, bare)).toBeLessThan(10);
  });

  test.each([
    ['sunglasses', 'ccp-0977.jpg'],
    ['the shadow of leaves', 'ccp-0713.jpg'],
  ])('%s on a face do not darken the tone of painted skin', async (_, file) => {
    const person = await analysePerson(await photo(`persons/${file}`), nets());
    const [red, green, blue] = skinTone(person).map(Math.round);
    expect(labOf(red, green, blue)[0]).toBeGreaterThan(person.skin.median[0] + 20);
  });

  test('narrow jeans stay narrow in the place of wide trousers', async () => {
    const { raster } = await wear('ccp-0713.jpg', 'cd-pants-17bebe65.jpg');
    const area = 0.3 * 0.05 * SIZE.width * SIZE.height;
    const share = countOf(raster, [0.24, 0.77, 0.54, 0.82], isDenim) / area;
    expect(share).toBeGreaterThan(0.35);
    expect(share).toBeLessThan(0.65);
  });

  test('bare legs are in the trousers that are put on them, not beside these', async () => {
    const before = await decodeAt(await photo('persons/ccp-0688.jpg'), SIZE);
    const { raster } = await wear('ccp-0688.jpg', 'cd-pants-17bebe65.jpg');
    const shins = [0.2, 0.72, 0.6, 0.84] as const;
    expect(countOf(before, shins, isSkin)).toBeGreaterThan(2000);
    expect(countOf(raster, shins, isSkin)).toBeLessThan(40);
  });

  test('a skirt over a dress begins at its waist, and nothing of the dress shows through it', async () => {
    const { raster } = await wear('ccp-0223.jpg', 'cd-skirt-4d5d201a.jpg');
    const area = 0.08 * 0.04 * SIZE.width * SIZE.height;
    expect(countOf(raster, [0.42, 0.46, 0.5, 0.5], isRed)).toBeGreaterThan(0.97 * area);
  });

  test('sleeves of a dress that hang beside it stay below the waist of a skirt in its place', async () => {
    const sleeve = [0.63, 0.4, 0.66, 0.43] as const;
    const { raster } = await wear('ccp-0977.jpg', 'cd-skirt-0558b2c5.jpg');
    const before = await decodeAt(await photo('persons/ccp-0977.jpg'), SIZE);
    // The edge of the skirt softens the nearest of its print; without the sleeve it is a wall in the shade.
    expect(deltaE(colourOf(raster, sleeve), colourOf(before, sleeve))).toBeLessThan(10);
  });

  test('a short dress whose skirt is taken for its top is a dress: trousers in its place begin at the waist', async () => {
    const { raster } = await wear('ccp-0689.jpg', 'cd-pants-e73c67c9.jpg');
    const before = await decodeAt(await photo('persons/ccp-0689.jpg'), SIZE);
    const hips = [0.4, 0.5, 0.5, 0.53] as const;
    expect(colourOf(before, hips)[2]).toBeLessThan(-10);
    expect(colourOf(raster, hips)[1]).toBeGreaterThan(10);
  });

  test('trousers that hung from the clips of a hanger have whole ends of their waistband', async () => {
    const { raster } = await wear('ccp-0360.jpg', 'cd-pants-e73c67c9.jpg');
    const end = [0.385, 0.375, 0.41, 0.385] as const;
    const isPale = (red: number, green: number, blue: number) => Math.min(red, green, blue) > 120;
    expect(countOf(raster, end, isPale)).toBeLessThan(5);
  });

  test('legs begin where shorts in the place of a dress end, and bracelets stay', async () => {
    const { raster } = await wear('ccp-0223.jpg', 'magento-msh06-red_main.jpg');
    const before = await decodeAt(await photo('persons/ccp-0223.jpg'), SIZE);
    const [upper, lower] = [colourOf(raster, [0.365, 0.585, 0.41, 0.6]), colourOf(raster, [0.365, 0.62, 0.41, 0.64])];
    expect(deltaE(upper, lower)).toBeLessThan(6);
    expect(deltaE(colourOf(raster, BRACELET), colourOf(before, BRACELET))).toBeLessThan(6);
  });

  test('a straight skirt in the place of a wide one is no wider than the hips', async () => {
    const [left, right] = columnsOf(await wear('ccp-0066.jpg', 'cd-skirt-4d5d201a.jpg'), 0.5, isRed);
    expect(right - left).toBeGreaterThan(0.2);
    expect(right - left).toBeLessThan(0.32);
  });

  test.each(['magento-mj09-yellow_main.jpg', 'magento-wj03-red_main.jpg'])(
    'leggings on %s, which ends at the thighs, are as wide as the legs there and show no ground between them',
    async (person) => {
      const result = await wear(person, 'magento-wp06-orange_main.jpg');
      for (const down of [0.8, 0.84, 0.88, 0.92, 0.98]) {
        const [left, right] = columnsOf(result, down, isOrange);
        expect(right - left).toBeLessThan(down < 0.82 ? 0.47 : 0.48);
      }
      const between = [0.43, 0.93, 0.46, 0.99] as const;
      const area = (between[2] - between[0]) * (between[3] - between[1]) * SIZE.width * SIZE.height;
      expect(countOf(result.raster, between, isOrange)).toBeGreaterThan(0.98 * area);
    },
  );

  test('nothing is left of a waistband of other colours than the top over it', async () => {
    const { raster } = await wear('omnitry-person_dress.jpg', 'cd-pants-e73c67c9.jpg');
    const isPale = (red: number, green: number, blue: number) => Math.min(red, green, blue) > 80;
    const area = 0.14 * 0.05 * SIZE.width * SIZE.height;
    expect(countOf(raster, [0.46, 0.38, 0.6, 0.43], isPale)).toBeLessThan(0.15 * area);
  });

  test('a wide skirt under a coat shows below its hem and in its opening, not beside it', async () => {
    const { raster } = await wear('ccp-0943.jpg', 'cd-skirt-dab7f764.jpg');
    const before = await decodeAt(await photo('persons/ccp-0943.jpg'), SIZE);
    for (const beside of [
      [0.2, 0.65, 0.28, 0.69],
      [0.7, 0.665, 0.73, 0.7],
    ] as const)
      expect(deltaE(colourOf(raster, beside), colourOf(before, beside))).toBeLessThan(3);
    for (const shown of [
      [0.5, 0.55, 0.54, 0.64],
      [0.46, 0.685, 0.6, 0.7],
    ] as const)
      expect(deltaE(colourOf(raster, shown), colourOf(before, shown))).toBeGreaterThan(10);
  });

  test.each([
    'garments/bottoms/magento-mp03-green_main.jpg',
    'garments/bottoms/magento-wp06-orange_main.jpg',
    'pairs/outfit/mp06-gray/garment-worn.jpg',
  ])('%s, from which hands were cut away, has smooth hips', async (file) => {
    expect(greatestStep((await garmentOf(file, nets())).alpha)).toBeLessThan(0.03);
  });

  test.each(['magento-mp03-green_main.jpg', 'magento-msh06-red_main.jpg'])(
    'nothing of the hands that lay on the hips of %s is left on them',
    async (file) => {
      const { raster, alpha } = await garmentOf(`garments/bottoms/${file}`, nets());
      const { a, b } = toLab(raster);
      const isHip = (i: number) => alpha.data[i] > 0.9 && i > 0.12 * alpha.data.length && i < 0.45 * alpha.data.length;
      const hips = Array.from(a.keys()).filter(isHip);
      const middle = hips.toSorted((one, other) => a[one] - a[other])[hips.length >> 1];
      const unlike = hips.filter((i) => Math.hypot(a[i] - a[middle], b[i] - b[middle]) > 30);
      expect(unlike.length).toBeLessThan(0.0005 * hips.length);
    },
  );
});

/** Rows of a waistband, which may lie aslant. */
const BAND_ROWS = 30;

/** The greatest step of the outline within three rows, from below the waistband to below the hips, as a share of its width. */
function greatestStep({ width, height, data }: Plane): number {
  const sides = Array.from({ length: height }, (_, y) => {
    const row = Array.from(data.subarray(y * width, (y + 1) * width), (alpha) => alpha > 0.5);
    return [row.indexOf(true), row.lastIndexOf(true)] as const;
  }).filter(([from]) => from >= 0);
  const band = sides[BAND_ROWS][1] - sides[BAND_ROWS][0];
  const hips = sides.slice(BAND_ROWS, BAND_ROWS + band);
  return Math.max(...hips.slice(3).flatMap((side, k) => side.map((at, end) => Math.abs(at - hips[k][end]) / band)));
}
