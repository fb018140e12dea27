import { expect, test } from 'vitest';
import type { ArmPlace } from './arm-place.ts';
import { isBesideArm, withinArm } from './beside-arm.ts';
import type { Side } from './side.ts';

/** A body that ends `edge` pixels from its middle, with a hanging arm of radius 10 at 50 pixels. */
const bodyTo = (edge: number) => ({
  arm: ({ x }: { readonly x: number }, side: Side): ArmPlace => {
    const radii = side === 1 ? Math.abs(x - 50) / 10 : Number.POSITIVE_INFINITY;
    return { radii, along: 0.9, hand: radii };
  },
  armRadius: () => 10,
  edge: ({ x }: { readonly x: number }, _: unknown, reach: number) => (edge - x < reach ? edge - x : null),
});

const outwards = { x: 1, y: 0 };
const middle = { x: 0, y: 0 };

test('what lies around the hips ends behind an arm that is the outermost', () => {
  const end = withinArm(bodyTo(58), middle, outwards, 80);
  expect(end).toBeGreaterThan(40);
  expect(end).toBeLessThan(52);
});

test('what ends before that arm stays as wide as it is', () => {
  expect(withinArm(bodyTo(58), middle, outwards, 30)).toBe(30);
});

test('what goes on beyond an arm that lies before it stays as wide as it is', () => {
  expect(withinArm(bodyTo(90), middle, outwards, 80)).toBe(80);
});

/**
 * A leg, bare or not, with the fingers of a hand or glove beside it from 30 pixels on. `hand` is the distance from the
 * hand's middle in its radii.
 */
const thigh = (hand: number, isBare: boolean, isGloved = false) => ({
  arm: (): ArmPlace => ({ radii: 3, along: 1, hand }),
  isSkin: ({ x }: { readonly x: number }) => isBare || (x >= 30 && !isGloved),
});
const beside = (body: ReturnType<typeof thigh>) => isBesideArm(body, 1, middle, outwards, [20, 50]);

test('skin beside a clothed thigh near a hand is that of its fingers', () => {
  expect([beside(thigh(1.6, false)), beside(thigh(2.4, false)), beside(thigh(1.6, false, true))]).toEqual([
    true,
    false,
    false,
  ]);
});

test('the skin of a bare thigh is its own, but where the hand itself lies', () => {
  expect([beside(thigh(1.6, true)), beside(thigh(1, true))]).toEqual([false, true]);
});
