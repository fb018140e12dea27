import { expect, test } from 'vitest';
import { legShare } from './fit-trousers.ts';

const SIZE = 60;

/** Trousers whose crotch is at (30, 20). Their legs lean to the right and nearly touch. */
const trousers = {
  raster: { width: SIZE, height: SIZE },
  landmarks: {
    crotch: { x: 30, y: 20 },
    kneeInnerLeft: { x: 39, y: 40 },
    kneeInnerRight: { x: 41, y: 40 },
    legHemInnerLeft: { x: 44, y: 60 },
    legHemInnerRight: { x: 46, y: 60 },
  },
};
const frame = { along: ({ y }: { y: number }) => y, aside: ({ x }: { x: number }) => x - 30 };
const at = (x: number, y: number) => y * SIZE + x;

test('each leg has its side of the line halfway between the legs, and nothing of the other leg', () => {
  const [left, right] = [legShare(trousers, frame, 0), legShare(trousers, frame, 1)];
  for (const y of [30, 40, 50]) {
    const middle = Math.round(30 + (y < 40 ? (y - 20) / 2 : 10 + (y - 40) / 4));
    expect([left[at(middle - 3, y)], right[at(middle - 3, y)]]).toEqual([1, 0]);
    expect([left[at(middle + 3, y)], right[at(middle + 3, y)]]).toEqual([0, 1]);
  }
});

test('both legs overlap above the crotch, so that no gap opens between their warps', () => {
  const [left, right] = [legShare(trousers, frame, 0), legShare(trousers, frame, 1)];
  expect([left[at(30, 10)], right[at(30, 10)]]).toEqual([1, 1]);
});
