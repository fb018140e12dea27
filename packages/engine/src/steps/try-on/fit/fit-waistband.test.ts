import { expect, test } from 'vitest';
import { point } from '../../../pixels/geometry.ts';
import { planeOf } from '../../../pixels/planes.ts';
import { bandEdge } from './fit-waistband.ts';
import { garmentFrame } from './garment-frame.ts';

const SIDE = 200;
const LANDMARKS = {
  waistbandLeft: point(20, 40),
  waistbandRight: point(180, 40),
  hemLeft: point(20, 180),
  hemRight: point(180, 180),
};

/** The upper edge of a waistband at a share of its width. `top` is the row where its cloth begins in a column. */
function edgeOf(top: (x: number) => number, share: number): number {
  const data = planeOf(SIDE * SIDE, (i) => (Math.floor(i / SIDE) >= top(i % SIDE) ? 1 : 0));
  const alpha = { width: SIDE, height: SIDE, data };
  const frame = garmentFrame(
    { alpha, landmarks: LANDMARKS },
    ['waistbandLeft', 'waistbandRight'],
    ['hemLeft', 'hemRight'],
  );
  return bandEdge(LANDMARKS, frame, share).y;
}

test('the edge of a waistband that sags is that of its cloth, not the line between its ends', () => {
  const sagging = (x: number) => 40 + 20 * (1 - ((x - 100) / 80) ** 2);
  expect(edgeOf(sagging, 0.5)).toBeCloseTo(60, -0.5);
  expect(edgeOf(sagging, 0.25)).toBeCloseTo(55, -0.5);
});

test('neither a belt loop nor the notch of a clip moves the edge of a waistband', () => {
  const withLoop = (x: number) => (Math.abs(x - 100) < 3 ? 20 : 40);
  const withNotch = (x: number) => (Math.abs(x - 100) < 5 ? 60 : 40);
  expect([edgeOf(withLoop, 0.5), edgeOf(withNotch, 0.5)]).toEqual([40, 40]);
});
