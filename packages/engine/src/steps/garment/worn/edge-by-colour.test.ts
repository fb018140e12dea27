import { expect, test } from 'vitest';
import type { BodyFrame } from '../../../analysis.ts';
import { planeOf } from '../../../pixels/planes.ts';
import type { Raster } from '../../../pixels/raster.ts';
import { edgeByColour } from './edge-by-colour.ts';

const [WIDTH, HEIGHT] = [240, 256];
const WALL = [150, 150, 155] as const;
const CLOTH = [40, 110, 190] as const;
const LINING = [230, 200, 40] as const;
const TROUSERS = [20, 20, 20] as const;

const isCloth = (x: number, y: number) => x >= 60 && x < 180 && y >= 40 && y < 200;
/** The inside of a collar at its upper edge. */
const isLining = (x: number, y: number) => x >= 100 && x < 140 && y >= 40 && y < 46;
const isTrousers = (x: number, y: number) => x >= 70 && x < 170 && y >= 200;
const colourAt = (x: number, y: number) =>
  isLining(x, y) ? LINING : isCloth(x, y) ? CLOTH : isTrousers(x, y) ? TROUSERS : WALL;

const at = (i: number) => [i % WIDTH, Math.floor(i / WIDTH)] as const;
const photo = (): Raster => {
  const data = new Uint8ClampedArray(WIDTH * HEIGHT * 3);
  for (let i = 0; i < WIDTH * HEIGHT; i++) data.set(colourAt(...at(i)), i * 3);
  return { width: WIDTH, height: HEIGHT, data };
};
const coverage = (test: (x: number, y: number) => boolean) => planeOf(WIDTH * HEIGHT, (i) => (test(...at(i)) ? 1 : 0));
const shoulderCentre = { x: 120, y: 50 };
const hipCentre = { x: 120, y: 190 };
const frame: BodyFrame = {
  shoulderCentre,
  hipCentre,
  down: { x: 0, y: 1 },
  across: { x: 1, y: 0 },
  shoulderWidth: 100,
  torsoLength: 140,
  faceCentre: { x: 120, y: 20 },
  faceRadius: 15,
  faceVisible: true,
  backView: false,
};

/** Covered share of a box of the photo after the edge has moved. */
async function covered(
  told: (x: number, y: number) => boolean,
  [left, top, right, bottom]: readonly number[],
): Promise<number> {
  const alpha = await edgeByColour({ raster: photo(), frame }, coverage(told));
  let sum = 0;
  for (let y = top; y < bottom; y++) for (let x = left; x < right; x++) sum += alpha[y * WIDTH + x];
  return sum / ((right - left) * (bottom - top));
}

test('a piece of the trousers below a hem is none of the top', async () => {
  const isPiece = (x: number, y: number) => x >= 150 && x < 164 && y >= 200 && y < 210;
  expect(await covered((x, y) => isCloth(x, y) || isPiece(x, y), [151, 201, 163, 209])).toBeLessThan(0.1);
});

test('a bite out of the side of a top is cloth', async () => {
  const isBite = (x: number, y: number) => x >= 170 && y >= 110 && y < 130;
  expect(await covered((x, y) => isCloth(x, y) && !isBite(x, y), [171, 111, 179, 129])).toBeGreaterThan(0.9);
});

test('the lining at the neck stays, though nothing else has its colour', async () => {
  expect(await covered((x, y) => isCloth(x, y), [101, 41, 139, 45])).toBeGreaterThan(0.9);
});

test('what ends where its colours end stays as it is', async () => {
  const alpha = coverage(isCloth);
  expect(await edgeByColour({ raster: photo(), frame }, alpha)).toEqual(alpha);
});
