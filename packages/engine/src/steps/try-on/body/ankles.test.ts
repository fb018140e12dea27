import { describe, expect, test } from 'vitest';
import { REGIONS } from '../../../analysis.ts';
import type { Point } from '../../../pixels/raster.ts';
import { anklesAtShoes } from './ankles.ts';

const SIZE = 200;
const TORSO = 60;
/** Ankles guessed under a long skirt. */
const GUESSED: readonly [Point, Point] = [
  { x: 80, y: 120 },
  { x: 120, y: 120 },
];
/** A map with rectangles of shoes on background. */
const shoesAt = (...rectangles: readonly (readonly [left: number, top: number, width: number, height: number])[]) => {
  const labels = new Uint8Array(SIZE * SIZE);
  for (const [left, top, width, height] of rectangles)
    for (let y = top; y < top + height; y++)
      labels.fill(REGIONS.indexOf('shoes'), y * SIZE + left, y * SIZE + left + width);
  return { width: SIZE, height: SIZE, scale: 1, labels };
};
const LEFT = [70, 160, 20, 20] as const;
const RIGHT = [110, 160, 20, 20] as const;

describe('ankles at shoes', () => {
  test('shoes far below the ankles that were guessed say where these are', () => {
    expect(anklesAtShoes(GUESSED, shoesAt(LEFT, RIGHT), TORSO)).toEqual([
      { x: 85, y: 165 },
      { x: 115, y: 165 },
    ]);
  });

  test('shoes beside the ankles change nothing', () => {
    expect(anklesAtShoes(GUESSED, shoesAt([70, 118, 20, 20], [110, 118, 20, 20]), TORSO)).toBeNull();
  });

  test('one shoe alone changes nothing', () => {
    expect(anklesAtShoes(GUESSED, shoesAt([98, 160, 6, 40]), TORSO)).toBeNull();
  });

  test('a scrap of the hem beside an ankle is no shoe', () => {
    const shoes = anklesAtShoes(GUESSED, shoesAt(LEFT, RIGHT), TORSO);
    expect(anklesAtShoes(GUESSED, shoesAt(LEFT, RIGHT, [78, 122, 5, 5]), TORSO)).toEqual(shoes);
  });
});
