import { expect, test } from 'vitest';
import { GARMENT_LANDMARKS } from '../../../analysis.ts';
import { maskOf } from '../../../pixels/planes.ts';
import type { Landmarks } from '../cloth.ts';
import { traceContour } from './contour.ts';
import { findStandingCollar } from './standing-collar.ts';

const SIZE = { width: 200, height: 200 };

/**
 * A garment whose shoulders fall by a third, with a collar 40 pixels wide. The collar rises over the neck by `left` and
 * `right` pixels.
 */
function withCollar(left: number, right: number) {
  const rises = (x: number) => Math.abs(x - 100) <= 20 && (x < 100 ? left : right);
  const topAt = (x: number) => (rises(x) ? 60 - (rises(x) || 0) : 60 + Math.max(0, Math.abs(x - 100) - 20) / 3);
  const silhouette = maskOf(SIZE.width * SIZE.height, (i) => {
    const [x, y] = [i % SIZE.width, Math.floor(i / SIZE.width)];
    return Math.abs(x - 100) < 80 && y >= topAt(x) && y < 190;
  });
  const points = {
    neckLeft: { x: 80.5, y: 60.5 - left },
    neckRight: { x: 120.5, y: 60.5 - right },
    shoulderLeft: { x: 25, y: 79 },
    shoulderRight: { x: 175, y: 79 },
  };
  return findStandingCollar(traceContour(silhouette, SIZE.width, SIZE.height), { ...nowhere(), ...points });
}

function nowhere(): Landmarks {
  const points = Object.fromEntries(GARMENT_LANDMARKS.map((name) => [name, { x: 0, y: 0 }]));
  if (!isComplete(points)) throw new Error('points were left out');
  return points;
}

const isComplete = (points: Record<string, { x: number; y: number }>): points is Landmarks =>
  GARMENT_LANDMARKS.every((name) => points[name] !== undefined);

test('a collar stands where the outline falls steeply from the points of the neck to the shoulders', () => {
  const collar = withCollar(20, 20);
  expect(collar?.top.map(({ y }) => y)).toEqual([40.5, 40.5]);
  for (const { y } of collar?.base ?? []) expect(Math.abs(y - 60.5)).toBeLessThan(2);
});

test('one that leans stands too', () => {
  expect(withCollar(24, 12)).not.toBeNull();
});

test('without a collar, or with a step on one side alone, nothing stands', () => {
  expect(withCollar(0, 0)).toBeNull();
  expect(withCollar(5, 5)).toBeNull();
  expect(withCollar(30, 0)).toBeNull();
});
