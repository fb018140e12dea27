import { expect, test } from 'vitest';
import { planeOf } from '../../pixels/planes.ts';
import { withoutSeenGround } from './seen-ground.ts';

/** A photo of a wall in light grey, with somebody in dark clothes and a gap beside an arm, in which the wall is shaded. */
const SIZE = { width: 120, height: 160 };
const isBetween = (value: number, from: number, to: number) => value >= from && value < to;
const placeOf = (pixel: number) => ({ x: pixel % SIZE.width, y: Math.floor(pixel / SIZE.width) });
const isPerson = (pixel: number) => {
  const { x, y } = placeOf(pixel);
  return isBetween(x, 35, 85) && y >= 25;
};
const isGap = (pixel: number) => {
  const { x, y } = placeOf(pixel);
  return isBetween(x, 70, 76) && isBetween(y, 60, 110);
};
const [WALL, SHADED, CLOTHES] = [225, 213, 60];
const data = Uint8ClampedArray.from({ length: SIZE.width * SIZE.height * 3 }, (_, k) => {
  const pixel = Math.floor(k / 3);
  return isGap(pixel) ? SHADED : isPerson(pixel) ? CLOTHES : WALL;
});
const input = {
  raster: { ...SIZE, data },
  matte: { ...SIZE, data: planeOf(SIZE.width * SIZE.height, (i) => Number(isPerson(i))) },
  pose: {
    landmarks: Array.from({ length: 33 }, () => ({ x: 60, y: 30, visibility: 1, presence: 1 })),
    detectionScore: 1,
    presence: 1,
  },
  frame: {
    shoulderCentre: { x: 60, y: 40 },
    hipCentre: { x: 60, y: 100 },
    down: { x: 0, y: 1 },
    across: { x: 1, y: 0 },
    shoulderWidth: 40,
    torsoLength: 60,
    faceCentre: { x: 60, y: 30 },
    faceRadius: 5,
    faceVisible: true,
    backView: false,
  },
};

test('shaded ground beside an arm is no thing that the person carries, and a dark thing stays', () => {
  const isThing = (pixel: number) => isGap(pixel) || (placeOf(pixel).y > 140 && isPerson(pixel));
  const { data: left } = withoutSeenGround(input, isThing);
  const wrong = left.findIndex((share, pixel) => share !== Number(isPerson(pixel) && !isGap(pixel)));
  expect(wrong).toBe(-1);
});

test('cloth that is nearly as light as the ground stays', () => {
  expect(withoutSeenGround(input, () => false)).toBe(input.matte);
});
