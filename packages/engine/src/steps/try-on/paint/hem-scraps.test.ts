import { expect, test } from 'vitest';
import { planeOf } from '../../../pixels/planes.ts';
import type { BodyModel } from '../body/body-model.ts';
import { placementOf } from '../placement.ts';
import { hemScraps } from './hem-scraps.ts';

const size = { width: 100, height: 100 };
/** A person with one leg, 15 pixels to each side of the middle. The skirt ends at row 50, or at row 80 beside it. */
const body: Pick<BodyModel, 'leg'> = {
  leg: ({ x, y }) => ({ radii: Math.abs(x - 50) / 15, radius: 15, along: y / 100, aside: 0, other: 9 }),
};
const isSkirt = (x: number, y: number) => x > 20 && x < 80 && y < (x < 50 ? 50 : 80);
const isShade = (x: number, y: number) => x > 42 && x < 46 && y >= 50 && y < 95;

test('thin scraps below the hem of what is worn are none of it, its lower parts are', () => {
  const old = planeOf(size.width * size.height, (i) => {
    const [x, y] = [i % size.width, Math.floor(i / size.width)];
    return isSkirt(x, y) || isShade(x, y) ? 1 : 0;
  });
  const isScrap = hemScraps({ body, placement: placementOf(size, size, 1, 0, 0) }, old, 0.35, 0.5);
  const at = (x: number, y: number) => isScrap(y * size.width + x);
  expect(at(44, 75)).toBe(true);
  expect(at(44, 30)).toBe(false);
  expect(at(60, 75)).toBe(false);
  expect(at(30, 75)).toBe(false);
});
