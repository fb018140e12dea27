import { expect, test } from 'vitest';
import { openedEngine } from './opened.ts';
import { sample } from './sample-pictures.ts';

const engine = openedEngine();

const SIZE = { width: 900, height: 1200 };

test('where the old sleeve ended the new one narrows evenly, without a notch', async () => {
  const { raster } = await engine().tryOn({
    person: await sample('person-woman'),
    garments: [{ bytes: await sample('garment-stripes') }],
    size: SIZE,
    seed: 1,
    variation: 0,
  });
  // Her arms stand off: down an upper arm the outline goes outwards, row by row.
  const rows = Array.from({ length: 110 }, (_, k) => farthestRight(raster.data, 290 + k));
  // Between a dark stripe and a light one a row may be as light as the wall.
  const outline = rows.slice(2, -2).map((_, k) => rows.slice(k, k + 5).toSorted((a, b) => a - b)[2]);
  const back = outline.map((x, k) => Math.max(...outline.slice(0, k + 1)) - x);
  expect(Math.max(...back)).toBeLessThanOrEqual(4);
});

/**
 * The rightmost pixel of a row that is unlike the wall at its end. It is lighter or darker by 15 of 255: the soft edge
 * of a light stripe is hardly lighter.
 */
function farthestRight(data: Uint8ClampedArray, row: number): number {
  const at = (x: number) => data[(row * SIZE.width + x) * 3];
  let x = SIZE.width - 20;
  while (x > 0 && Math.abs(at(x) - at(SIZE.width - 20)) < 15) x--;
  return x;
}
