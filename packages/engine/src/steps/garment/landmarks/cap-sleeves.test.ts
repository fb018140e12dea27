import { expect, test } from 'vitest';
import { planeOf } from '../../../pixels/planes.ts';
import type { Point } from '../../../pixels/raster.ts';
import { layCaps, unlinedCap } from './cap-sleeves.ts';

const SIZE = { width: 200, height: 200 };

/** A dress from x = 50 to x = 150, with caps that reach 20 pixels beyond its sides at y = 40. */
function isDress({ x, y }: Point): boolean {
  const cap = y < 40 ? y - 20 : y < 60 ? 60 - y : 0;
  return y >= 20 && y < 190 && Math.abs(x - 100) < 50 + Math.max(0, cap);
}
const CLOTH = { ...SIZE, chest: 100, isCloth: isDress };

/** The points of both sleeves, their cuffs so far outside and so far below the armpits. */
function pointsWith(aside: number, below: number) {
  const side = (sign: 1 | -1) => {
    const at = (x: number, y: number) => ({ x: 100 + sign * x, y });
    return [at(50, 20), at(50, 60), at(50 + aside, 60 + below), at(49, 62 + below), at(54, 50), at(45, 60)] as const;
  };
  const [left, right] = [side(-1), side(1)];
  const [shoulderLeft, armpitLeft, cuffOuterLeft, cuffInnerLeft, elbowOuterLeft, elbowInnerLeft] = left;
  const [shoulderRight, armpitRight, cuffOuterRight, cuffInnerRight, elbowOuterRight, elbowInnerRight] = right;
  return {
    ...{ shoulderLeft, armpitLeft, cuffOuterLeft, cuffInnerLeft, elbowOuterLeft, elbowInnerLeft },
    ...{ shoulderRight, armpitRight, cuffOuterRight, cuffInnerRight, elbowOuterRight, elbowInnerRight },
  };
}

test('sleeves whose cuffs were laid on the trunk below the armpits end where they reach out farthest', () => {
  const points = pointsWith(0, 8);
  expect(layCaps(points, CLOTH)).toBe(true);
  expect(points.cuffOuterLeft.x).toBeLessThan(34);
  expect(points.cuffOuterRight.x).toBeGreaterThan(166);
  for (const { y } of [points.cuffOuterLeft, points.cuffOuterRight]) expect(Math.abs(y - 40)).toBeLessThan(3);
  expect(points.cuffInnerLeft.y).toBeLessThanOrEqual(60);
});

test('cuffs above the armpits, and those that stand off the trunk, stay', () => {
  for (const points of [pointsWith(0, -20), pointsWith(20, 8)]) {
    const before = { ...points };
    expect(layCaps(points, CLOTH)).toBe(false);
    expect(points).toEqual(before);
  }
});

test('both sleeves stay where no cloth is between one shoulder and its armpit', () => {
  const points = { ...pointsWith(0, 8), shoulderRight: { x: 150, y: 0 }, armpitRight: { x: 150, y: 18 } };
  const before = { ...points };
  expect(layCaps(points, CLOTH)).toBe(false);
  expect(points).toEqual(before);
});

test('a sleeve that reaches beyond the photo is looked at within it', () => {
  const points = { ...pointsWith(0, 8), cuffOuterLeft: { x: -40, y: 40 }, cuffInnerLeft: { x: -40, y: 60 } };
  const data = planeOf(SIZE.width * SIZE.height, () => 1);
  // In the order of pixels the right edge of the photo lies before its left one.
  const pixels = Array.from({ length: data.length }, (_, i) => (i % SIZE.width >= 160 ? [40, 50, 110] : [20, 90, 50]));
  const raster = { ...SIZE, data: Uint8ClampedArray.from(pixels.flat()) };
  expect(unlinedCap(points, { raster, alpha: { ...SIZE, data } })).toBeNull();
});

test('of two sleeves the one that shows lining of another colour is not the good one', () => {
  const points = pointsWith(0, 8);
  layCaps(points, CLOTH);
  const dress = (lined: (x: number) => boolean) => {
    const pixels = Array.from({ length: SIZE.width * SIZE.height }, (_, i) =>
      lined(i % SIZE.width) ? [40, 50, 110] : [20, 90, 50],
    );
    const data = planeOf(pixels.length, (i) =>
      isDress({ x: (i % SIZE.width) + 0.5, y: Math.floor(i / SIZE.width) + 0.5 }) ? 1 : 0,
    );
    return { raster: { ...SIZE, data: Uint8ClampedArray.from(pixels.flat()) }, alpha: { ...SIZE, data } };
  };
  expect(
    unlinedCap(
      points,
      dress((x) => x < 48),
    ),
  ).toBe('right');
  expect(
    unlinedCap(
      points,
      dress((x) => x > 152),
    ),
  ).toBe('left');
  expect(
    unlinedCap(
      points,
      dress(() => false),
    ),
  ).toBeNull();
});
