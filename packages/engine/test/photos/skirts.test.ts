import { describe, expect, test } from 'vitest';
import type { Raster } from '../../src/pixels/raster.ts';
import { openedEngine } from '../opened.ts';
import { hasPhotos, photo } from '../photos.ts';

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
const isNotWhite = (red: number, green: number, blue: number) => Math.min(red, green, blue) < 225;

/** Width of the pixels of a kind in a row, at a share of the height; as a share of the width. */
function widthAt({ width, height, data }: Raster, down: number, isKind: typeof isDark): number {
  const row = Math.round(down * height) * width;
  const at = Array.from({ length: width }, (_, x) => x).filter((x) => {
    const i = (row + x) * 3;
    return isKind(data[i], data[i + 1], data[i + 2]);
  });
  return ((at.at(-1) ?? 0) - (at[0] ?? 0)) / width;
}

describe.skipIf(!hasPhotos)(
  'skirts and skirts of dresses, with real photos (skipped where ../shared/data is missing)',
  () => {
    test('the skirt of a dress that was spread on the floor falls along a person whom the photo shows to the hips', async () => {
      const result = await wear('magento-mh09-blue_main', 'dresses/cd-dress-881c62dc');
      // His elbows are 0.57 apart.
      expect(widthAt(result, 0.97, isNotWhite)).toBeLessThan(0.8);
      // His trousers are narrower, and plain.
      expect(widthAt(result, 0.97, isNotWhite)).toBeGreaterThan(0.55);
    });

    test.each([
      ['jersey', 'magento-mj09-yellow_main'],
      ['hoodie', 'magento-mh09-blue_main'],
    ])(
      'a skirt under a %s is no wider than it where it begins: it does not stand out beside it in a step',
      async (_, person) => {
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
      },
    );
  },
);
