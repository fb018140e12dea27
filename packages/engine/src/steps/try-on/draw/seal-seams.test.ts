import { expect, test } from 'vitest';
import { createLayer, type Layer } from '../../../pixels/layer.ts';
import type { Point } from '../../../pixels/raster.ts';
import { sealSeams } from './seal-seams.ts';

const SIZE = 120;
const SHOULDER_WIDTH = 200;
/** The seam of a sleeve on the left of the picture. */
const SEAM = [
  { x: 60, y: 30 },
  { x: 60, y: 110 },
] as const;

/** A layer with cloth at the points that pass the test. */
function cloth(isCloth: (p: Point) => boolean): Layer {
  const layer = createLayer(SIZE, SIZE);
  for (let i = 0; i < SIZE * SIZE; i++) {
    if (!isCloth({ x: (i % SIZE) + 0.5, y: Math.floor(i / SIZE) + 0.5 })) continue;
    layer.alpha[i] = 1;
    layer.colour.fill(100, i * 3, i * 3 + 3);
  }
  return layer;
}

const areaOf = ({ alpha }: Layer) => alpha.reduce((sum, value) => sum + value, 0);

test('a slit between sleeve and body is closed in their colour', () => {
  const body = cloth(({ x, y }) => x > 62 && y > 30);
  const sleeve = cloth(({ x, y }) => x < 57 && y > 30);
  sealSeams(body, sleeve, [SEAM], SHOULDER_WIDTH);
  const i = 70 * SIZE + 59;
  expect([body.alpha[i], body.colour[i * 3]]).toEqual([1, 100]);
});

test('where sleeve and body lie on each other nothing is added outside their outline', () => {
  const isShoulder = ({ x, y }: Point) => y > 30 + Math.abs(x - 70) * 0.5;
  const body = cloth((p) => isShoulder(p) && p.x > 55);
  const sleeve = cloth((p) => isShoulder(p) && p.x < 65);
  const before = areaOf(body);
  sealSeams(body, sleeve, [SEAM], SHOULDER_WIDTH);
  expect(areaOf(body)).toBe(before);
});
