import { expect, test } from 'vitest';
import { pairOf } from '../../../../test/pair-of.ts';
import type { Joints } from './joints.ts';
import { shouldersOf } from './shoulder-line.ts';

const WIDTH = 100;
const CENTRE = { x: 200, y: 200 };
const JOINTS: Joints = {
  shoulder: pairOf(150, 250, 200),
  elbow: pairOf(140, 260, 270),
  wrist: pairOf(140, 260, 340),
  knuckles: pairOf(140, 260, 360),
  hip: pairOf(180, 220, 340),
  knee: pairOf(180, 220, 440),
  ankle: pairOf(180, 220, 540),
  foot: pairOf(180, 220, 550),
  kneesSeen: true,
};

/** The shoulders of a person whose clothes reach up to a height over the joints. The right one is lower by `tilt`. */
function shouldersUpTo(height: number, wearsOuterwear: boolean, tilt = 0) {
  return shouldersOf({
    shoulderCentre: CENTRE,
    down: { x: 0, y: 1 },
    across: { x: 1, y: 0 },
    shoulderWidth: WIDTH,
    joints: {
      ...JOINTS,
      shoulder: [
        { x: 150, y: 200 - tilt },
        { x: 250, y: 200 + tilt },
      ],
    },
    photoAt: ({ x, y }) => ({ matte: y > CENTRE.y + (tilt * (x - CENTRE.x)) / 50 - height ? 1 : 0, region: 'upper' }),
    wearsOuterwear,
  });
}

/** A place over the arm's joint, a height above it. */
const overJoint = (height: number) => ({ x: 250, y: CENTRE.y - height });

test('a shoulder in close clothes is as high as they are', () => {
  const { shoulderLine, underShoulder } = shouldersUpTo(16, false);
  expect(shoulderLine(50, 1).y).toBeCloseTo(CENTRE.y - 16, -1);
  expect(underShoulder(overJoint(12), 1)).toBeGreaterThan(0);
  expect(underShoulder(overJoint(20), 1)).toBeLessThan(0);
});

test('a bare shoulder under a padded coat is lower than the coat', () => {
  const { shoulderLine, underShoulder } = shouldersUpTo(16, true);
  expect(shoulderLine(50, 1).y).toBeCloseTo(CENTRE.y - 16, -1);
  expect(underShoulder(overJoint(12), 1)).toBeLessThan(0);
  expect(underShoulder(overJoint(5), 1)).toBeGreaterThan(0);
});

test('a bare shoulder under a coat follows the tilt of the shoulders', () => {
  const { underShoulder } = shouldersUpTo(16, true, 10);
  expect(underShoulder({ x: 250, y: CENTRE.y + 10 - 5 }, 1)).toBeGreaterThan(0);
  expect(underShoulder({ x: 250, y: CENTRE.y + 10 - 12 }, 1)).toBeLessThan(0);
  expect(underShoulder({ x: 150, y: CENTRE.y - 10 - 5 }, 0)).toBeGreaterThan(0);
  expect(underShoulder({ x: 150, y: CENTRE.y - 10 - 12 }, 0)).toBeLessThan(0);
});
