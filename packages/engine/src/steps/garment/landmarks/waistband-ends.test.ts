import { expect, test } from 'vitest';
import type { Point } from '../../../pixels/raster.ts';
import { spreadWaistband } from './waistband-ends.ts';

/** Ends of the waistband found by the net, 200 pixels apart. */
const ENDS = { waistbandLeft: { x: 100, y: 50 }, waistbandRight: { x: 300, y: 50 } };

function spread(contour: readonly Point[]) {
  const landmarks = { ...ENDS };
  spreadWaistband(landmarks, contour);
  return landmarks;
}

test('a waistband reaches to its corner where a clip took away the cloth above it', () => {
  const step = [
    { x: 100, y: 60 },
    { x: 80, y: 62 },
    { x: 80, y: 74 },
  ];
  expect(spread([...step, ENDS.waistbandRight])).toEqual({ ...ENDS, waistbandLeft: { x: 80, y: 62 } });
});

test('of a slanting step the corner is its outer end, on either side', () => {
  const slant = [
    { x: 311, y: 57 },
    { x: 316, y: 60 },
    { x: 320, y: 63 },
  ];
  expect(spread(slant).waistbandRight).toEqual({ x: 320, y: 63 });
  expect(spread(slant.map(({ x, y }) => ({ x: 400 - x, y }))).waistbandLeft).toEqual({ x: 80, y: 63 });
});

test('it ends where it did over a skirt that flares from there', () => {
  const flare = Array.from({ length: 24 }, (_, k) => ({ x: 100 - 0.7 * k, y: 50 + k }));
  expect(spread([...flare, ENDS.waistbandRight])).toEqual(ENDS);
});
