import { expect, test } from 'vitest';
import type { Point } from '../../../pixels/raster.ts';
import type { Side } from '../body/side.ts';
import { hangingSleeve } from './old-sleeve.ts';

/**
 * A body 40 wide on either side of x = 100. Its arms hang 55 from its middle and are 10 thick. Shares of arm and torso
 * end at y = 100.
 */
const body = {
  worn: {
    hem: null,
    sleeveEnd: [0.6, 0.9],
    intoPocket: [null, null],
    legsPart: null,
    groundFrom: null,
    legEnd: null,
  },
  arm: ({ x, y }: Point, side: Side) => ({
    radii: Math.abs(x - (side === 0 ? 45 : 155)) / 10,
    along: y / 100,
    hand: Number.POSITIVE_INFINITY,
  }),
  torsoPlace: ({ x, y }: Point) => ({ share: y / 100, offset: x - 100 }),
  halfWidth: () => 40,
} as const;

test('sleeves beside the body are told down to where the longer of both ends, and nothing before the body', () => {
  expect(hangingSleeve(body)({ x: 155, y: 80 })).toBe(true);
  expect(hangingSleeve(body)({ x: 45, y: 80 })).toBe(true);
  expect(hangingSleeve(body)({ x: 45, y: 99 })).toBe(false);
  expect(hangingSleeve({ ...body, arm: () => ({ radii: 0.5, along: 0.5, hand: 9 }) })({ x: 130, y: 80 })).toBe(false);
});
