import { expect, test } from 'vitest';
import type { Point } from '../../../pixels/raster.ts';
import type { Side } from '../body/side.ts';
import type { GarmentFrame } from './garment-frame.ts';
import { belowStraps, findStraps } from './straps.ts';

const WIDTH = 300;
const HEIGHT = 400;
const RED = [200, 30, 40] as const;

/** A red top 200 pixels wide below row 150, on two strips that are `wide` pixels wide, 60 pixels from its middle. */
function topOn(wide: number) {
  const isCloth = ({ x, y }: Point) =>
    y >= 150 ? y < 380 && Math.abs(x - 150) < 100 : y >= 20 && Math.abs(Math.abs(x - 150) - 60) < wide / 2;
  const frame: GarmentFrame = {
    origin: { x: 150, y: 20 },
    down: { x: 0, y: 1 },
    across: { x: 1, y: 0 },
    along: ({ y }) => y - 20,
    aside: ({ x }) => x - 150,
    place: (along, aside) => ({ x: 150 + aside, y: 20 + along }),
    isCloth,
  };
  const landmark = (name: string, side: Side): Point => {
    const sign = side === 0 ? -1 : 1;
    if (name === 'neck') return { x: 150 + sign * (60 - wide / 2), y: 20 };
    if (name === 'shoulder') return { x: 150 + sign * (60 + wide / 2), y: 20 };
    return { x: 150 + sign * 100, y: name === 'armpit' ? 170 : 380 };
  };
  const data = new Uint8ClampedArray(WIDTH * HEIGHT * 3).map((_, i) => RED[i % 3]);
  return { garment: { raster: { width: WIDTH, height: HEIGHT, data } }, frame, landmark };
}

test('a top on two thin strips hangs on straps of their width and colour, which end where its body begins', () => {
  const top = topOn(14);
  const straps = findStraps(top);
  expect(straps?.map(({ colour }) => colour)).toEqual([[...RED], [...RED]]);
  for (const { width, root } of straps ?? []) {
    expect(Math.abs(width - 14)).toBeLessThan(2);
    expect(Math.abs(root.y - 150)).toBeLessThan(3);
    expect(Math.abs(Math.abs(root.x - 150) - 60)).toBeLessThan(2);
  }
  const isBelow = straps && belowStraps(top.frame, straps);
  expect([isBelow?.(80, -60), isBelow?.(180, -60)]).toEqual([false, true]);
});

test('a top with shoulders as wide as those of a vest hangs on no straps', () => {
  expect(findStraps(topOn(24))).toBeNull();
});
