import { describe, expect, test } from 'vitest';
import { REGIONS } from '../../../analysis.ts';
import { seenHalfBelowHem } from './below-hem.ts';

const SIZE = 200;
/** A torso of 100 pixels, 40 pixels wide on each side at its narrowest. */
const body = {
  axis: (share: number) => ({ x: SIZE / 2, y: 100 * share }),
  across: { x: 1, y: 0 },
  halfWidth: () => 40,
};
const HEM = 1.2;
/** Shorts of the given half width and end, over bare legs. */
const shorts = (half: number, end: number) => {
  const labels = new Uint8Array(SIZE * SIZE);
  for (let y = 120; y < SIZE; y++)
    labels.fill(REGIONS.indexOf(y < end ? 'lower' : 'skin'), y * SIZE + SIZE / 2 - half, y * SIZE + SIZE / 2 + half);
  return { width: SIZE, height: SIZE, scale: 1, labels };
};

describe('the width of what is worn below a hem', () => {
  test('ends where the photo shows its end, however narrow the body was measured', () => {
    expect(Math.abs(seenHalfBelowHem(body, HEM, shorts(52, 140), 0) - 52)).toBeLessThanOrEqual(1);
    expect(Math.abs(seenHalfBelowHem(body, HEM, shorts(52, 140), 1) - 52)).toBeLessThanOrEqual(1);
  });

  test('is not told by bare legs', () => {
    expect(seenHalfBelowHem(body, HEM, shorts(52, 121), 0)).toBe(0);
  });

  test('is not told without a hem', () => {
    expect(seenHalfBelowHem(body, null, shorts(52, 140), 0)).toBe(0);
  });
});
