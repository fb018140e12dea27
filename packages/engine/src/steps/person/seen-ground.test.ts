import { expect, test } from 'vitest';
import { planeOf } from '../../pixels/planes.ts';
import { withoutSeenGround } from './seen-ground.ts';

/** A light grey wall, and somebody in dark clothes with a gap beside an arm, in which the wall is shaded. */
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

test('shaded ground beside an arm is no thing that the person carries', () => {
  const { data: left } = withoutSeenGround(input, isGap);
  const wrong = left.findIndex((share, pixel) => Math.round(share) !== Number(isPerson(pixel) && !isGap(pixel)));
  expect(wrong).toBe(-1);
});

test('a dark thing stays, and a light one with a pattern', () => {
  const isBag = (pixel: number) => placeOf(pixel).y > 140 && isPerson(pixel);
  expect(withoutSeenGround(input, isBag)).toBe(input.matte);
  const pattern = data.map((value, k) => (isBag(Math.floor(k / 3)) ? (k % 7 < 3 ? SHADED : 150) : value));
  expect(withoutSeenGround({ ...input, raster: { ...SIZE, data: pattern } }, isBag)).toBe(input.matte);
});

test('cloth that is nearly as light as the ground stays', () => {
  expect(withoutSeenGround(input, () => false)).toBe(input.matte);
});
