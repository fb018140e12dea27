import { expect, test } from 'vitest';
import { planeOf } from '../../../pixels/planes.ts';
import { withPiping } from './piping.ts';

const SIDE = 200;

/** A garment of 160 × 160 pixels without what lies in a box, and how much of that box is filled. */
function filled(left: number, top: number, right: number, bottom: number): number {
  const isIn = (i: number) =>
    i % SIDE >= left && i % SIDE < right && Math.floor(i / SIDE) >= top && Math.floor(i / SIDE) < bottom;
  const isCloth = (i: number) => i % SIDE >= 20 && i % SIDE < 180 && i >= 20 * SIDE && i < 180 * SIDE;
  const data = planeOf(SIDE * SIDE, (i) => (isCloth(i) && !isIn(i) ? 1 : 0));
  const cutOut = withPiping({ width: SIDE, height: SIDE, data });
  return cutOut.data.reduce((sum, value, i) => sum + (isIn(i) ? value : 0), 0) / ((right - left) * (bottom - top));
}

test('piping that was taken for background is filled, also where it runs out at the side', () => {
  expect(filled(60, 80, 140, 84)).toBe(1);
  expect(filled(100, 80, 180, 84)).toBe(1);
});

test('a gap that runs down, a wide one and a small hole stay open', () => {
  expect(filled(60, 60, 64, 160)).toBe(0);
  expect(filled(60, 80, 140, 90)).toBe(0);
  expect(filled(60, 80, 70, 84)).toBe(0);
});

test('the soft rims of piping are filled with it', () => {
  const row = (i: number) => Math.floor(i / SIDE);
  const isCloth = (i: number) => i % SIDE >= 20 && i % SIDE < 180 && row(i) >= 20 && row(i) < 180;
  const soft = [1, 0.7, 0, 0, 0.7, 1];
  const isSoft = (i: number) => i % SIDE >= 60 && i % SIDE < 140 && row(i) >= 80 && row(i) < 86;
  const data = planeOf(SIDE * SIDE, (i) => (isSoft(i) ? soft[row(i) - 80] : isCloth(i) ? 1 : 0));
  const column = Array.from(
    { length: 8 },
    (_, k) => withPiping({ width: SIDE, height: SIDE, data }).data[(79 + k) * SIDE + 100],
  );
  expect(column).toEqual(Array(8).fill(1));
});

test('slits at several heights stay open', () => {
  const row = (i: number) => Math.floor(i / SIDE);
  const isCloth = (i: number) => i % SIDE >= 20 && i % SIDE < 180 && row(i) >= 20 && row(i) < 180;
  const isSlit = (i: number) => i % SIDE >= 60 && i % SIDE < 140 && [80, 81, 110, 111].includes(row(i));
  const data = planeOf(SIDE * SIDE, (i) => (isCloth(i) && !isSlit(i) ? 1 : 0));
  expect(withPiping({ width: SIDE, height: SIDE, data }).data).toEqual(data);
});
