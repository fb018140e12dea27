import { expect, test } from 'vitest';
import { GARMENT_LANDMARKS } from '../../../analysis.ts';
import type { LandmarkGuess } from '../landmarks/landmarks.ts';
import { dressOdds } from './dress-odds.ts';

const USUAL = { none: 0.25, short: 0.25, mid: 0.25, long: 0.25 };
const SHOULDERS = 40;

/** A garment of a length, with short sleeves or none. */
function garment(length: number, sleeves: 'none' | 'short'): LandmarkGuess {
  const points = Object.fromEntries(
    GARMENT_LANDMARKS.map((name) => [
      name,
      { x: name.endsWith('Left') ? 0 : SHOULDERS, y: name.startsWith('hem') ? length : 0 },
    ]),
  ) as LandmarkGuess['points'];
  return { points, sleeves: sleeves === 'none' ? [1, 0, 0, 0] : [0, 1, 0, 0], folded: 0, quarters: 0, side: 100 };
}

test('a long garment with sleeves is rather a dress, a short one rather a top', () => {
  expect(dressOdds(garment(2.2 * SHOULDERS, 'short'), USUAL)).toBeGreaterThan(10);
  expect(dressOdds(garment(1.3 * SHOULDERS, 'short'), USUAL)).toBeLessThan(0.2);
});

test('no length is so great that it outweighs a sure photo', () => {
  expect(dressOdds(garment(9 * SHOULDERS, 'short'), USUAL)).toBeCloseTo(Math.exp(3));
});

test('the length of a garment without sleeves tells nothing', () => {
  expect(dressOdds(garment(2.2 * SHOULDERS, 'none'), USUAL)).toBe(1);
});
