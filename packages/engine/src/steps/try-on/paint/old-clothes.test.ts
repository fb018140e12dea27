import { expect, test } from 'vitest';
import type { Point } from '../../../pixels/raster.ts';
import { BodyPlace } from '../body/body-place.ts';
import type { Side } from '../body/side.ts';
import { belowCuff, hangingSleeve } from './old-clothes.ts';

/** A body 40 wide on either side of x = 100. Its arms hang 55 from its middle and are 10 thick; all ends at y = 100. */
const body = {
  arm: ({ x, y }: Point, side: Side) => ({
    radii: Math.abs(x - (side === 0 ? 45 : 155)) / 10,
    along: y / 100,
    aside: 0,
    hand: Number.POSITIVE_INFINITY,
  }),
  leg: () => ({ radii: 9, radius: 10, along: 0, aside: 9, clearOfOther: 0 }),
  torsoPlace: ({ x, y }: Point) => ({ share: y / 100, offset: x - 100 }),
  halfWidth: () => 40,
} as const;

const isHangingSleeve = hangingSleeve({ sleeveEnd: [0.6, 0.9] });

test('sleeves beside the body are told down to where the longer of both ends, and nothing before the body', () => {
  expect(isHangingSleeve(new BodyPlace(body, { x: 155, y: 80 }))).toBe(true);
  expect(isHangingSleeve(new BodyPlace(body, { x: 45, y: 80 }))).toBe(true);
  expect(isHangingSleeve(new BodyPlace(body, { x: 45, y: 99 }))).toBe(false);
  const before = { ...body, arm: () => ({ radii: 0.5, along: 0.5, aside: 0, hand: 9 }) };
  expect(isHangingSleeve(new BodyPlace(before, { x: 130, y: 80 }))).toBe(false);
});

test('the shadow of a sleeve leaves with it where the new sleeve is shorter, and stays where it is as long', () => {
  const isBelowCuff = belowCuff({ sleeveEnd: [0.6, null] }, { sleeveEnds: [0.3, 0] });
  expect(isBelowCuff(new BodyPlace(body, { x: 45, y: 65 }))).toBe(true);
  expect(isBelowCuff(new BodyPlace(body, { x: 45, y: 90 }))).toBe(false);
  // The other arm is bare in the photo.
  expect(isBelowCuff(new BodyPlace(body, { x: 155, y: 65 }))).toBe(false);
  const asLong = belowCuff({ sleeveEnd: [0.6, null] }, { sleeveEnds: [0.58, 0] });
  expect(asLong(new BodyPlace(body, { x: 45, y: 65 }))).toBe(false);
});
