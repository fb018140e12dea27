import { expect, test } from 'vitest';
import type { Region } from '../../../analysis.ts';
import { armRadius } from './arm-place.ts';
import { signOf } from './side.ts';
import { torsoHalfWidths } from './torso-width.ts';

const SHOULDERS = 100;
const TORSO = 140;
const AXIS = 200;

interface Arm {
  readonly to: number;
  readonly bones: number;
}

/**
 * Distance from axis to side at the waist for a body in a top of the given half width, with a bare arm beside it. `arm`
 * has its outer edge and its bones.
 */
function waistBeside(top: number, arm: Arm, wearsOuterwear = false): number {
  const regionAt = (aside: number): Region => (aside < top ? 'upper' : 'skin');
  const half = torsoHalfWidths({
    axis: (share) => ({ x: AXIS, y: 100 + share * TORSO }),
    across: { x: 1, y: 0 },
    shoulderWidth: SHOULDERS,
    torsoLength: TORSO,
    photoAt: ({ x }) => ({ matte: Math.abs(x - AXIS) < arm.to ? 1 : 0, region: regionAt(Math.abs(x - AXIS)) }),
    arm: ({ x }, side) => ({
      radii: Math.abs((x - AXIS) * signOf(side) - arm.bones) / (armRadius(0.5) * SHOULDERS),
      along: 0.5,
      aside: 0,
      hand: Number.POSITIVE_INFINITY,
    }),
    sleeveEnd: [null, null],
    wearsOuterwear,
  });
  return half(0.8, 1);
}

test('a body ends where the bare arm beside it begins, also where the bones of that arm were found too far out', () => {
  expect(waistBeside(45, { to: 62, bones: 52 })).toBeLessThan(48);
  expect(waistBeside(45, { to: 62, bones: 68 })).toBeLessThan(48);
});

test('skin nearer than a body ends is that of its waist', () => {
  expect(waistBeside(33, { to: 46, bones: 62 })).toBeGreaterThan(44);
});

test('cloth over the bones of a bare arm is that of the trunk', () => {
  expect(waistBeside(48, { to: 48, bones: 44 })).toBeGreaterThan(46);
});

test('a coat or a jacket is wider than the body under it, and a top is not', () => {
  const aside = { to: 62, bones: 120 };
  expect(waistBeside(62, aside, true)).toBeLessThan(50);
  expect(waistBeside(62, aside, false)).toBeGreaterThan(58);
});
