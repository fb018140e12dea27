import { describe, expect, test } from 'vitest';
import { deltaE } from '../bench/measures/pixels.ts';
import { luma } from '../src/pixels/lab.ts';
import type { Raster } from '../src/pixels/raster.ts';
import { openedEngine } from './opened.ts';
import { hasPhotos, photo } from './photos.ts';
import { colourOf } from './picture-colours.ts';

const engine = openedEngine();

/** Share of a box, in shares of the picture, that is darker than a byte value. */
function darkShare({ width, height, data }: Raster, darker: number, [left, top, right, bottom]: readonly number[]): number {
  let [dark, all] = [0, 0];
  for (let y = Math.round(top * height); y < bottom * height; y++)
    for (let x = Math.round(left * width); x < right * width; x++) {
      all++;
      if (luma(data, y * width + x) < darker) dark++;
    }
  return dark / all;
}

describe.skipIf(!hasPhotos)('edits of real photos (skipped where ../shared/data is missing)', () => {
  const variety = { seed: 1, variation: 0 };

  const edit = async (name: string, prompt: string, size = { width: 768, height: 1152 }) =>
    engine().edit({ image: await photo(name), prompt, size, ...variety });

  test('a black product on light ground becomes white up to its edge', async () => {
    const { raster } = await edit('garments/tops/cd-longsleeve-1789bd08.jpg', 'make it white', { width: 800, height: 800 });
    expect(darkShare(raster, 60, [0, 0.1, 1, 1])).toBeLessThan(0.004);
  });

  test('black trousers that become white have no dark outline', async () => {
    const { raster } = await edit('persons/omnitry-person_tie.jpg', 'make the trousers white', { width: 1024, height: 1024 });
    expect(darkShare(raster, 110, [0.4, 0.62, 0.61, 0.82])).toBeLessThan(0.001);
  });

  test('light and dark clothes that become navy together keep their folds', async () => {
    const { raster } = await edit('persons/ccp-0240.jpg', 'make the clothes navy');
    for (const box of [
      [0.38, 0.25, 0.52, 0.42],
      [0.38, 0.53, 0.46, 0.62],
    ]) {
      expect(darkShare(raster, 90, box)).toBeGreaterThan(0.85);
      expect(darkShare(raster, 8, box)).toBeLessThan(0.1);
    }
  });

  test.each([
    ['persons/ccp-0882.jpg', 'make the cardigan red', [0.36, 0.54, 0.52, 0.7]],
    ['persons/ccp-0933.jpg', 'make the blouse black', [0.38, 0.45, 0.5, 0.68]],
  ] as const)('on %s, "%s" leaves what is worn below as it was', async (name, prompt, below) => {
    const [{ raster }, { raster: before }] = [await edit(name, prompt), await edit(name, 'a little sharper')];
    expect(deltaE(colourOf(raster, below), colourOf(before, below))).toBeLessThan(3);
    const above = [0.4, 0.25, 0.5, 0.35] as const;
    expect(deltaE(colourOf(raster, above), colourOf(before, above))).toBeGreaterThan(30);
  });

  test('a product that hardly stands out from its ground gets another one with a warning', async () => {
    const { warnings } = await edit('garments/tops/cd-longsleeve-aa8c2c36.jpg', 'on a beige background');
    expect(warnings.map(({ code }) => code)).toContain('low_confidence_cut_out');
  });

  test('a photo turned by 45 degrees keeps its size, and says that its background was continued around the person', async () => {
    const { raster, warnings } = await edit('persons/ccp-0021.jpg', 'rotate 45 degrees');
    expect(warnings.map(({ code }) => code)).toEqual(['background_extended']);
    expect([raster.width, raster.height]).toEqual([768, 1152]);
  });
});
