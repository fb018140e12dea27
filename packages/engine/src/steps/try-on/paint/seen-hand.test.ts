import { expect, test } from 'vitest';
import type { Point } from '../../../pixels/raster.ts';
import { seenWrist } from './seen-hand.ts';

const none = { x: 0, y: 0 };
const both = [none, none] as const;
/** An arm that hangs down to a wrist of radius 10 at (100, 100). */
const body = {
  joints: {
    shoulder: both,
    elbow: both,
    wrist: [{ x: 100, y: 100 }, none] as const,
    knuckles: [{ x: 100, y: 150 }, none] as const,
    hip: both,
    knee: both,
    ankle: both,
    foot: both,
    kneesSeen: true,
  },
  armRadius: () => 10,
};

/** Skin between two columns below a row. */
const skin = (left: number, right: number, top: number) => (p: Point) =>
  p.x >= left && p.x < right && p.y >= top ? 'skin' : 'background';

test('an arm goes down to the middle of the hand that is seen, and is about as wide', () => {
  const { at, radius } = seenWrist(body, 0, skin(84, 106, 112));
  expect(at.x).toBeCloseTo(94.5, 0);
  expect(at.y).toBeCloseTo(100, 5);
  expect(radius).toBeGreaterThan(9);
  expect(radius).toBeLessThan(11);
});

test('where no hand is seen, or both together, the wrist is where the pose has it', () => {
  const expected = { at: { x: 100, y: 100 }, radius: 10 };
  expect(seenWrist(body, 0, () => 'lower')).toEqual(expected);
  expect(seenWrist(body, 0, skin(60, 140, 100))).toEqual(expected);
});
