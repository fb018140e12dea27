import { expect, test } from 'vitest';
import type { Neckline } from '../../../analysis.ts';
import { planeOf } from '../../../pixels/planes.ts';
import { findInnerEdge } from './inner-edge.ts';

const SIZE = { width: 300, height: 300 };
const NECK = { neckLeft: { x: 100, y: 60 }, neckRight: { x: 200, y: 60 } };
/** The upper edge of the back, found for the neckline. */
const BACK = flat(5);
const LINE = 22;
/** Cloth with a weave. */
const cloth: Paint = (x, y) => 40 + ((x * 7 + y * 13) % 5);
/** Dark grey at each place of a garment from the height of its neck downwards. */
type Paint = (x: number, y: number) => number;

function flat(depth: number): Neckline {
  const edge = [-1, -0.6, -0.2, 0.2, 0.6, 1].map((q) => ({ x: 150 + 50 * q, y: 60 + depth * (1 - q * q) }));
  return { edge, closed: false, inHood: false, collar: null, confidence: 1 };
}

function lowestOf(paint: Paint, found = BACK): number | null {
  const { width, height } = SIZE;
  const isCloth = (x: number, y: number) => x > 20 && x < 280 && y >= 60 + 5 * Math.max(0, 1 - ((x - 150) / 50) ** 2);
  const grey = Array.from({ length: width * height }, (_, i) => paint(i % width, Math.floor(i / width)));
  const raster = { ...SIZE, data: Uint8ClampedArray.from(grey.flatMap((value) => [value, value, value])) };
  const alpha = { ...SIZE, data: planeOf(grey.length, (i) => (isCloth(i % width, Math.floor(i / width)) ? 1 : 0)) };
  const edge = findInnerEdge({ raster, alpha }, NECK, found)?.edge;
  return edge ? Math.max(...edge.map(({ y }) => y)) : null;
}

/** A line of shade along an arc that is so many times as large as the neck's. */
const isOnArc = (x: number, y: number, size: number) =>
  Math.abs(Math.hypot((x - 150) / 50, (y - 60) / 55) - size) < 0.03;
const shaded: Paint = (x, y) => (isOnArc(x, y, 1) ? LINE : cloth(x, y));

test('a thin line of shade parts the front from a back that is as dark', () => {
  const lowest = lowestOf(shaded);
  expect(Math.abs((lowest ?? 0) - 115)).toBeLessThan(8);
});

test('without a line, with one on one side alone, and with one of many, the front is as high as the back', () => {
  expect(lowestOf(cloth)).toBeNull();
  expect(lowestOf((x, y) => (x < 150 ? shaded : cloth)(x, y))).toBeNull();
  expect(
    lowestOf((x, y) => ([0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1].some((size) => isOnArc(x, y, size)) ? LINE : cloth(x, y))),
  ).toBeNull();
});

test('a neckline that was found below the upper edge of the back stays', () => {
  expect(lowestOf(shaded, flat(40))).toBeNull();
});
