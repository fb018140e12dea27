import { expect, test } from 'vitest';
import { maskOf, planeOf } from '../../../pixels/planes.ts';
import { seededRandom } from '../../../pixels/random.ts';
import { placementOf } from '../placement.ts';
import { BECOMES } from './beneath.ts';
import { paintBackground } from './paint-uncovered.ts';

const SIZE = { width: 160, height: 160 };
const PIXELS = SIZE.width * SIZE.height;
const ROW = 80;
/** Columns of an old garment that leaves, and its brightness. */
const OLD = { from: 60, to: 100, light: 200 };

/**
 * A row of the picture in which background takes the place of the old garment up to the column `until`. The photo
 * begins at `edge`.
 */
function rowWithout(lightAt: (x: number) => number, edge = 0, until = OLD.to): readonly number[] {
  const isOld = (i: number) => i % SIZE.width >= OLD.from && i % SIZE.width < OLD.to;
  const isPerson = (i: number) => isOld(i) || i % SIZE.width < edge || i % SIZE.width >= SIZE.width - edge;
  const colours = planeOf(3 * PIXELS, (k) => {
    const i = Math.floor(k / 3);
    return isOld(i) ? OLD.light : isPerson(i) ? 10 : lightAt(i % SIZE.width);
  });
  const old = planeOf(PIXELS, (i) => (isOld(i) ? 1 : 0));
  const painted = colours.slice();
  const raster = { ...SIZE, data: Uint8ClampedArray.from(colours) };
  paintBackground(
    {
      colours,
      matte: planeOf(PIXELS, (i) => (isPerson(i) ? 1 : 0)),
      worn: new Float32Array(PIXELS),
      placement: placementOf(SIZE, SIZE, 1, 0, 0),
      person: { raster },
      body: { shoulderWidth: 40 },
    },
    {
      old,
      becomes: maskOf(PIXELS, (i) => isOld(i) && i % SIZE.width < until).map((is) =>
        is ? BECOMES.background : BECOMES.nothing,
      ),
    },
    painted,
    seededRandom(1),
  );
  return Array.from({ length: SIZE.width }, (_, x) => painted[(ROW * SIZE.width + x) * 3]);
}

test('filled background fades into ground of another light around it, without a line', () => {
  // The ground itself has a step on either side, where the seam ends.
  const isNear = (x: number) => x > OLD.from - 12 && x < OLD.to + 12;
  const row = rowWithout((x) => (isNear(x) ? 130 : 90));
  const steps = row.slice(1).map((light, x) => Math.abs(light - row[x]));
  expect(Math.max(...steps.filter((_, x) => isNear(x) && isNear(x + 1)))).toBeLessThan(15);
});

test('a strip of background no wider than the seam is enough to fill from', () => {
  const row = rowWithout(() => 90, 48);
  for (const light of row.slice(OLD.from + 4, OLD.to - 4)) expect(Math.abs(light - 90)).toBeLessThan(20);
});

test('old clothes that stay keep their colour beside background', () => {
  const until = 80;
  const row = rowWithout(() => 90, 0, until);
  expect(Math.abs(row[until - 5] - 90)).toBeLessThan(20);
  expect(row.slice(until, OLD.to)).toEqual(Array(OLD.to - until).fill(OLD.light));
});
