import { expect, test } from 'vitest';
import { FITTED, fittedSize, pannedBy, SCALE_MAX, zoomedAt } from './zoom.ts';

const pane = { width: 400, height: 600 };
const fitted = fittedSize({ width: 1200, height: 1200 }, pane);

test('a picture is fitted into its pane with its ratio', () => {
  expect(fitted).toEqual({ width: 400, height: 400 });
});

test('the point under the pointer stays in its place while the picture grows', () => {
  const point = { x: 100, y: -50 };
  const view = zoomedAt({ scale: 2, x: 30, y: 0 }, 2, point, fitted, pane);
  expect(view.scale).toBe(4);
  // The same part of the picture, as a share of its width from its middle, lies under the point.
  expect((point.x - view.x) / view.scale).toBeCloseTo((point.x - 30) / 2);
  expect((point.y - view.y) / view.scale).toBeCloseTo(point.y / 2);
});

test('a picture is never smaller than fitted, nor larger than the greatest scale', () => {
  expect(zoomedAt({ scale: 2, x: 50, y: 0 }, 0.1, { x: 0, y: 0 }, fitted, pane)).toEqual(FITTED);
  expect(zoomedAt(FITTED, 100, { x: 0, y: 0 }, fitted, pane).scale).toBe(SCALE_MAX);
});

test('a picture cannot be moved out of its pane, nor aside where it has room', () => {
  expect(pannedBy(FITTED, { x: 80, y: 80 }, fitted, pane)).toEqual(FITTED);
  expect(pannedBy({ scale: 2, x: 0, y: 0 }, { x: 900, y: -900 }, fitted, pane)).toEqual({ scale: 2, x: 200, y: -100 });
});
