import { expect, test } from 'vitest';
import { createLayer, type Layer } from '../../../pixels/layer.ts';
import type { Point } from '../../../pixels/raster.ts';
import type { Line } from '../fit/fit.ts';
import { evenShoulder } from './even-shoulder.ts';

const SIZE = 240;
const SHOULDER_WIDTH = 200;
/** The seam of a sleeve on the left of the picture. */
const SEAM = [
  { x: 120, y: 90 },
  { x: 120, y: 190 },
] as const;

/** The cuff of a long sleeve. */
const FAR: Line = [
  { x: 0, y: 900 },
  { x: 40, y: 900 },
];

/** A layer with cloth at the points that pass the test. */
function cloth(isCloth: (p: Point) => boolean, alpha = 1): Layer {
  const layer = createLayer(SIZE, SIZE);
  for (let i = 0; i < SIZE * SIZE; i++) {
    if (!isCloth({ x: (i % SIZE) + 0.5, y: Math.floor(i / SIZE) + 0.5 })) continue;
    layer.alpha[i] = alpha;
    layer.colour.fill(100, i * 3, i * 3 + 3);
  }
  return layer;
}

const isSlope = ({ x, y }: Point) => y > 90 + Math.abs(x - 120) * 0.4;

/** Coverage of both layers at a point, after evening. */
function evened(isBody: (p: Point) => boolean, isSleeve: (p: Point) => boolean, sleeveAlpha = 1, cuff: Line = FAR) {
  const [body, sleeves] = [cloth(isBody), cloth(isSleeve, sleeveAlpha)];
  evenShoulder(body, sleeves, { seam: SEAM, cuff }, SHOULDER_WIDTH);
  return {
    coverAt: (x: number, y: number) => 1 - (1 - body.alpha[y * SIZE + x]) * (1 - sleeves.alpha[y * SIZE + x]),
    colourAt: (x: number, y: number) => body.colour[(y * SIZE + x) * 3],
  };
}

test('a slit between sleeve and body is closed in their colour', () => {
  const { coverAt, colourAt } = evened(
    (p) => isSlope(p) && p.x > 122,
    (p) => isSlope(p) && p.x < 117,
  );
  expect(coverAt(119, 140)).toBeCloseTo(1);
  expect(colourAt(119, 140)).toBeCloseTo(100);
});

test('a step between sleeve and shoulder becomes a slope', () => {
  const { coverAt } = evened(
    (p) => p.y > 90 && p.x > 118,
    (p) => p.y > 78 && p.x < 122 && p.x > 110,
  );
  expect(coverAt(112, 80)).toBeLessThan(0.5);
  expect(coverAt(150, 92)).toBeGreaterThan(0.9);
  // No hole between the corner that is cut off and the notch that is filled.
  for (let x = 118; x < 128; x++) {
    const column = Array.from({ length: 20 }, (_, k) => coverAt(x, 78 + k));
    const top = column.findIndex((share) => share > 0.9);
    expect(Math.min(...column.slice(top))).toBeGreaterThan(0.9);
  }
});

test('nothing of the soft edge outside a corner that is cut off is left', () => {
  const isCorner = ({ x, y }: Point) => x > 110 && y > 80;
  const [body, sleeves] = [cloth(isCorner), cloth(() => false)];
  const edge = [79 * SIZE + 111, 80 * SIZE + 109];
  for (const i of edge) body.alpha[i] = 0.4;
  evenShoulder(body, sleeves, { seam: SEAM, cuff: FAR }, SHOULDER_WIDTH);
  expect(body.alpha[81 * SIZE + 112]).toBe(0);
  expect(edge.map((i) => body.alpha[i])).toEqual([0, 0]);
});

test('an even outline stays where it is', () => {
  const { coverAt } = evened(
    (p) => isSlope(p) && p.x > 115,
    (p) => isSlope(p) && p.x < 125,
  );
  for (const x of [85, 95, 150, 160]) {
    const edge = 90 + Math.abs(x - 120) * 0.4;
    expect([coverAt(x, Math.round(edge) - 3), coverAt(x, Math.round(edge) + 3)]).toEqual([0, 1]);
  }
});

test.each([0.4, 0.6])('a sleeve that covers %d keeps its coverage', (alpha) => {
  const { coverAt } = evened(
    (p) => isSlope(p) && p.x > 121,
    (p) => isSlope(p) && p.x < 121,
    alpha,
  );
  expect(coverAt(100, 150)).toBeCloseTo(alpha);
});

test('the space under the arm stays open', () => {
  const { coverAt } = evened(
    (p) => isSlope(p) && p.x > 121,
    (p) => isSlope(p) && (p.y < 190 || p.x < 117) && p.x < 121,
  );
  expect(coverAt(119, 196)).toBe(0);
});

test('the corner of a cuff stays as it is cut', () => {
  const isSleeve = ({ x, y }: Point) => x > 90 && x < 122 && y > 100 && y < 150;
  const isBody = ({ x, y }: Point) => isSlope({ x, y }) && x > 118;
  const cuff: Line = [
    { x: 90, y: 150 },
    { x: 120, y: 150 },
  ];
  expect(evened(isBody, isSleeve, 1, cuff).coverAt(91, 148)).toBe(1);
  expect(evened(isBody, isSleeve).coverAt(91, 148)).toBe(0);
});
