import { expect, test } from 'vitest';
import { pairOf } from '../../../../test/pair-of.ts';
import { armPlace, BARE_ARM_MAX, bareArmEdge } from './arm-place.ts';

const JOINTS = {
  shoulder: pairOf(80, 120, 20),
  elbow: pairOf(70, 130, 60),
  wrist: pairOf(70, 130, 100),
  knuckles: pairOf(70, 130, 110),
  hip: pairOf(90, 110, 100),
  knee: pairOf(90, 110, 150),
  ankle: pairOf(90, 110, 190),
  foot: pairOf(90, 110, 195),
  kneesSeen: true,
};

test('across a hand the place changes evenly, as across the forearm, so that no line divides its light', () => {
  for (const y of [80, 108]) {
    const asides = [-2, -1, 0, 1, 2].map((x) => armPlace(JOINTS, 0, { x: 70 + x, y }, 40).aside);
    const steps = asides.slice(1).map((aside, k) => aside - asides[k]);
    for (const step of steps) expect(step).toBeCloseTo(steps[0], 5);
    expect(Math.abs(steps[0])).toBeLessThan(0.4);
  }
});

test('a bare arm is thickest below the shoulder and thinnest at the wrist', () => {
  const shares = Array.from({ length: 51 }, (_, k) => k / 50);
  const widths = shares.map((share) => bareArmEdge(share, 'outer') + bareArmEdge(share, 'inner'));
  expect(Math.max(...shares.map((share) => bareArmEdge(share, 'outer')))).toBe(BARE_ARM_MAX);
  expect(widths.indexOf(Math.max(...widths))).toBeLessThan(15);
  expect(widths.at(-1)).toBeLessThan(0.7 * widths[15]);
});
