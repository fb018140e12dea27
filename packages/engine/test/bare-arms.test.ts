import { outputSize } from '@atelier/contract';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { deltaE } from '../bench/measures/pixels.ts';
import { decodeAt, sizeOfPicture } from '../src/pixels/decode.ts';
import type { Raster } from '../src/pixels/raster.ts';
import { openedEngine } from './opened.ts';
import { hasPhotos, photo } from './photos.ts';
import { colourOf, countOf, type Kind, type Place } from './picture-colours.ts';

describe.skipIf(!hasPhotos)('arms that a garment bares, with real photos (skipped where ../shared/data is missing)', () => {
  const engine = openedEngine();

  async function wearing(file: string, garment: string, stored = (bytes: Buffer) => Promise.resolve(bytes)): Promise<Raster> {
    const person = await stored(await photo(`persons/${file}`));
    const size = outputSize(await sizeOfPicture(person), 'standard');
    const garments = [{ bytes: await photo(`garments/tops/${garment}`) }];
    const { raster } = await engine().tryOn({ person, garments, size, seed: 1, variation: 0 });
    return raster;
  }

  const isSkin: Kind = (red, green, blue) => red > green + 20 && red > blue + 25;
  const isBlue: Kind = (red, _, blue) => blue > red + 60;

  /** The columns, row by row of a place, at which a kind of colour begins or ends. */
  function edgesIn({ width, height, data }: Raster, [left, top, right, bottom]: Place, isKind: Kind): number[][] {
    const from = Math.floor(left * width);
    const columns = Array.from({ length: Math.floor(right * width) - from }, (_, k) => from + k);
    return Array.from({ length: Math.floor((bottom - top) * height) }, (_, k) => {
      const row = (Math.floor(top * height) + k) * width;
      const kinds = columns.map((x) => {
        const [red, green, blue] = data.subarray((row + x) * 3);
        return isKind(red, green, blue);
      });
      return columns.filter((_, x) => x > 0 && kinds[x] !== kinds[x - 1]);
    });
  }

  test('have a smooth outline where a white sleeve hung before a white ground', async () => {
    const result = await wearing('magento-ms07-white_main.jpg', 'saleor-monospace-white-tee-front.png');
    const outline = edgesIn(result, [0.15, 0.6, 0.36, 0.78], isSkin).map(([first]) => first);
    const steps = outline.slice(1).map((x, k) => Math.sign(x - outline[k]));
    const senses = steps.filter((sense) => sense !== 0);
    const turns = senses.filter((sense, k) => k > 0 && sense !== senses[k - 1]);
    expect(turns.length).toBeLessThan(5);
  });

  test('leave no skin above a dress without sleeves where the collar of the old top and its bow lay on the shoulder', async () => {
    const result = await wearing('magento-wj02-gray_main.jpg', '../dresses/cd-dress-cbf45350.jpg');
    expect(countOf(result, [0.635, 0.27, 0.7, 0.305], isSkin)).toBe(0);
  });

  test('that were bare stay so, and the new top goes on to them, where the pose lays their bones on the trunk', async () => {
    const result = await wearing('ccp-0688.jpg', 'saleor-team-tee-front.png');
    expect(countOf(result, [0.29, 0.33, 0.33, 0.37], isSkin)).toBeLessThan(80);
  });

  test('have elbows no farther out than the sleeves had', async () => {
    const result = await wearing('magento-mj10-red_main.jpg', 'saleor-monospace-white-tee-front.png');
    const beyond = [0.94, 0.4, 1, 0.75] as const;
    expect(countOf(result, beyond, isSkin)).toBe(0);
  });

  test('lie behind the side of the new top without a crumb of either in the other', async () => {
    const result = await wearing('omnitry-person_top_cloth.jpg', 'saleor-ascii-shirt-front.png');
    const ends = edgesIn(result, [0.6, 0.66, 0.82, 0.8], isBlue);
    expect(ends.filter((columns) => columns.length !== 1)).toEqual([]);
  });

  test('leave no crumb of a hand in a pocket, which was taken for hair, before the dress that hides it', async () => {
    const result = await wearing('magento-wh12-gray_main.jpg', '../dresses/cd-dress-19e4de0d.jpg');
    expect(countOf(result, [0.72, 0.63, 0.765, 0.69], (red, green) => green > 0.6 * red)).toBe(0);
  });

  test('go on below white sleeves that are as light as the trunk', async () => {
    const result = await wearing('magento-ms07-white_main.jpg', 'sylius-t-shirts-man-t-shirt_01.jpg');
    const sleeve = colourOf(result, [0.18, 0.44, 0.24, 0.46]);
    const trunk = colourOf(result, [0.35, 0.44, 0.45, 0.46]);
    expect(deltaE(sleeve, trunk)).toBeLessThan(10);
  });

  test('show no cuff of another colour that was worn, nor its neckband', async () => {
    const result = await wearing('magento-mh11-white_main.jpg', 'saleor-monospace-white-tee-front.png');
    const isBlack: Kind = (red, green, blue) => red + green + blue < 110;
    expect(countOf(result, [0.2, 0.84, 0.28, 0.92], isBlack)).toBe(0);
    expect(countOf(result, [0.35, 0.28, 0.62, 0.34], isBlack)).toBe(0);
  });

  test.each([
    ['as it is', async (bytes: Buffer) => bytes],
    ['as it is stored anew', (bytes: Buffer) => sharp(bytes).jpeg({ quality: 95 }).toBuffer()],
  ] as const)('end in the hands that are seen where they are crossed, in the photo %s', async (_, stored) => {
    const result = await wearing('magento-mh09-blue_main.jpg', 'saleor-ascii-shirt-front.png', stored);
    const before = await decodeAt(await photo('persons/magento-mh09-blue_main.jpg'), result);
    const [hand, forearm] = [[0.48, 0.87, 0.54, 0.91] as const, [0.44, 0.79, 0.475, 0.81] as const];
    expect(deltaE(colourOf(result, hand), colourOf(before, hand))).toBeLessThan(6);
    const area = (forearm[2] - forearm[0]) * (forearm[3] - forearm[1]) * result.width * result.height;
    expect(countOf(result, forearm, isSkin)).toBeGreaterThan(0.85 * area);
  });

  test('are bare down to the hands where cuffs were as white as the wall behind them', async () => {
    const result = await wearing('omnitry-person_tie.jpg', 'saleor-ascii-shirt-front.png');
    const before = await decodeAt(await photo('persons/omnitry-person_tie.jpg'), result);
    for (const [cuff, wall] of [
      [
        [0.395, 0.49, 0.405, 0.51],
        [0.34, 0.49, 0.36, 0.51],
      ],
      [
        [0.582, 0.49, 0.592, 0.51],
        [0.64, 0.49, 0.66, 0.51],
      ],
    ] as const) {
      expect(deltaE(colourOf(before, cuff), colourOf(before, wall))).toBeLessThan(8);
      expect(deltaE(colourOf(result, cuff), colourOf(result, wall))).toBeGreaterThan(20);
    }
  });

  test('leave beside them the ground as it goes on, where wide sleeves hid it', async () => {
    const { width, height, data } = await wearing('ccp-0737.jpg', 'saleor-dark-polygon-tee-front.png');
    const [left, top, right, bottom] = [0.328, 0.31, 0.345, 0.355];
    const steps: number[] = [];
    for (let y = Math.floor(top * height); y < bottom * height; y++)
      for (let x = Math.floor(left * width); x < right * width; x++) {
        const i = (y * width + x) * 3;
        steps.push(Math.abs(data[i] - data[i + width * 3]));
      }
    // Slats of a shutter, with a dark line between any two.
    expect(steps.reduce((sum, step) => sum + step, 0) / steps.length).toBeGreaterThan(8);
  });
});
