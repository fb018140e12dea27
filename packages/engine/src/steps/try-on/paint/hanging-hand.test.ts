import { expect, test } from 'vitest';
import { depthInHand } from './hanging-hand.ts';

/** A hand of 100 pixels that hangs from a wrist at 0, 0, with the body on its right. */
const depthAt = (x: number, y: number) =>
  depthInHand({ wrist: { x: 0, y: 0 }, toFingers: { x: 0, y: 1 }, toBody: { x: 1, y: 0 }, length: 100 }, { x, y });

test('a hand reaches from the wrist to the fingertips', () => {
  expect(depthAt(0, 20)).toBeCloseTo(19);
  expect(depthAt(2, 98)).toBeGreaterThan(0);
  expect(depthAt(2, 102)).toBeLessThan(0);
});

test('its thumb points to the body and stands apart from the fingers', () => {
  expect(depthAt(26, 50)).toBeGreaterThan(0);
  expect(depthAt(-26, 50)).toBeLessThan(0);
  expect(depthAt(19, 54)).toBeLessThan(0);
});

test('its fingers part at their tips', () => {
  const parts = [-16, -8, 2, 13].map((x) => depthAt(x, 72));
  for (const depth of parts) expect(depth).toBeGreaterThan(0);
  expect(depthAt(9, 88)).toBeLessThan(0);
});
