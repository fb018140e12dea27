import { expect, test } from 'vitest';
import { LANDMARK } from '../../person/body-frame.ts';
import { shouldersOverJoints } from './shoulders-over-joints.ts';

const SIZE = { width: 200, height: 200 };
const POINT = { x: 0, y: 0, z: 0, visibility: 1, presence: 1 };
const FRAME = {
  shoulderCentre: { x: 100, y: 80 },
  hipCentre: { x: 100, y: 180 },
  down: { x: 0, y: 1 },
  across: { x: 1, y: 0 },
  shoulderWidth: 100,
  torsoLength: 100,
  faceCentre: { x: 100, y: 30 },
  faceRadius: 20,
  faceVisible: true,
  backView: false,
};
/** Shoulders at 50 and 150, a little below the upper edge of cloth that begins at a row. */
const landmarks = Array.from({ length: 33 }, (_, joint) => {
  if (joint === LANDMARK.shoulderRight) return { ...POINT, x: 50, y: 80 };
  return joint === LANDMARK.shoulderLeft ? { ...POINT, x: 150, y: 80 } : POINT;
});
const CLOTH_FROM = 70;
const alpha = {
  ...SIZE,
  data: Float32Array.from({ length: 40_000 }, (_, i) => (Math.floor(i / SIZE.width) >= CLOTH_FROM ? 1 : 0)),
};
const over = (left: number, right: number) =>
  shouldersOverJoints(
    { shoulderLeft: { x: left, y: 65 }, shoulderRight: { x: right, y: 65 } },
    { frame: FRAME, pose: { landmarks, detectionScore: 1, presence: 1 } },
    alpha,
  );

test('the tip of an open collar gives way to the edge of the cloth above and outside the joint', () => {
  const { shoulderLeft, shoulderRight } = over(60, 140);
  expect(shoulderLeft.x).toBeLessThan(50);
  expect(shoulderRight.x).toBeGreaterThan(150);
  for (const { y } of [shoulderLeft, shoulderRight]) expect(Math.abs(y - CLOTH_FROM)).toBeLessThan(2);
});

test('a shoulder above or outside its joint stays where it was found', () => {
  expect(over(47, 155)).toEqual({ shoulderLeft: { x: 47, y: 65 }, shoulderRight: { x: 155, y: 65 } });
});
