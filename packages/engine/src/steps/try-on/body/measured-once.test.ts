import { expect, test } from 'vitest';
import type { Point } from '../../../pixels/raster.ts';
import { onceAt } from './measured-once.ts';

test('a place is measured once however often it is asked for in turn, and another one again', () => {
  const asked: Point[] = [];
  const measure = onceAt((p) => {
    asked.push(p);
    return { sum: p.x + p.y };
  });
  expect([measure({ x: 1, y: 2 }).sum, measure({ x: 1, y: 2 }).sum, measure({ x: 1, y: 3 }).sum]).toEqual([3, 3, 4]);
  expect(asked).toEqual([
    { x: 1, y: 2 },
    { x: 1, y: 3 },
  ]);
  expect(measure({ x: 1, y: 2 }).sum).toBe(3);
});
