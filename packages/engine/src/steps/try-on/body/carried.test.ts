import { expect, test } from 'vitest';
import { pairOf } from '../../../../test/pair-of.ts';
import { REGIONS } from '../../../analysis.ts';
import { planeOf } from '../../../pixels/planes.ts';
import type { Point } from '../../../pixels/raster.ts';
import { eachRegion } from '../../person/region-planes.ts';
import { carriedOf } from './carried.ts';

const SIDE = 20;
const PLACE = (x: number, y: number) => y * SIDE + x;

const JOINTS = {
  shoulder: pairOf(8, 12, 1),
  elbow: pairOf(6, 14, 5),
  wrist: pairOf(6, 14, 9),
  knuckles: pairOf(6, 14, 10),
  hip: pairOf(8, 12, 11),
  ankle: pairOf(8, 12, 19),
  foot: pairOf(8, 12, 19),
  kneesSeen: true,
};

/** Columns and rows of a bag before the trunk, of a belt, and of a thigh or a bag before it. */
const isBag = (x: number, y: number) => x > 5 && x < 9 && y > 2 && y < 7;
const isBelt = (x: number, y: number) => x > 3 && x < 16 && y === 9;
const isThigh = (x: number, y: number) => x > 3 && x < 9 && y > 11;

/** The carried things of a person who sits or stands, and whose legs begin at row 11. */
function carried(isSeated: boolean): Float32Array {
  const size = { width: SIDE, height: SIDE };
  const over = (isThere: typeof isBag) =>
    planeOf(SIDE * SIDE, (i) => (isThere(i % SIDE, Math.floor(i / SIDE)) ? 1 : 0));
  const other = { ...size, data: over((x, y) => isBag(x, y) || isBelt(x, y) || isThigh(x, y)) };
  const regions = {
    ...size,
    scale: 1,
    labels: Uint8Array.from(other.data, (share) => (share > 0 ? REGIONS.indexOf('other') : 0)),
    probability: eachRegion((region) =>
      region === 'other' ? other : { ...size, data: new Float32Array(SIDE * SIDE) },
    ),
    bag: { ...size, data: over((x, y) => isBag(x, y) || isThigh(x, y)) },
    wearsDress: false,
    wearsSkirt: false,
    wearsOuterwear: false,
  };
  const leg = ({ y }: Point) => ({ radii: y > 11 ? 0.5 : 2, radius: 5, along: 0, aside: 0, clearOfOther: 1 });
  return carriedOf(
    { regions },
    { joints: { ...JOINTS, knee: pairOf(8, 12, isSeated ? 13 : 17) }, torsoLength: 10, leg },
  ).data;
}

test('a bag before the trunk is carried', () => {
  expect(carried(false)[PLACE(7, 4)]).toBe(1);
});

test('a belt is not carried', () => {
  expect(carried(false)[PLACE(7, 9)]).toBe(0);
});

test('a thigh of a person who sits is not carried, but a bag before the legs of one who stands is', () => {
  expect(carried(true)[PLACE(6, 15)]).toBe(0);
  expect(carried(false)[PLACE(6, 15)]).toBe(1);
});
