import { expect, test } from 'vitest';
import { REGIONS } from '../../analysis.ts';
import { byClass } from '../../models/person-regions.ts';
import { planeOf } from '../../pixels/planes.ts';
import { divideDress } from './dress-or-top.ts';

/** A body from the shoulders in row 0 to the end of the photo, with the hips between. */
const ROWS = 100;
const HIPS = 50;
const TOP_ENDS = 65;
const WIDTH = 20;
const rowOf = (pixel: number) => Math.floor(pixel / WIDTH);

/**
 * The row in which the clothes turn from upper to lower. The net takes them for a dress down to `dressEnds`, and for
 * trousers below. `colour` is a bin for each row.
 */
function turn(colour: (row: number) => number, dressEnds: number) {
  const plane = (share: (row: number) => number) => planeOf(ROWS * WIDTH, (i) => share(rowOf(i)));
  const none = plane(() => 0);
  const lower = plane((row) => (row >= dressEnds ? 1 : 0));
  const divided = divideDress(
    {
      raster: { width: WIDTH },
      bins: Int32Array.from({ length: ROWS * WIDTH }, (_, i) => colour(rowOf(i))),
      scale: 1,
      frame: { shoulderCentre: { x: 10, y: 0 }, down: { x: 0, y: 1 }, torsoLength: HIPS },
    },
    {
      probability: REGIONS.map((region) => (region === 'lower' ? lower : none)),
      classes: byClass((name) => (name === 'dress' ? plane((row) => Number(row < dressEnds)) : none)),
    },
  );
  const [above, below] = (['upper', 'lower'] as const).map((region) => divided.probability[REGIONS.indexOf(region)]);
  const first = above.findIndex((share, i) => below[i] >= share);
  return { row: rowOf(first), isTop: divided.isTop };
}

const [RED, BLUE] = [1000, 3000];

test('a dress by the net is a top if other colours begin at a hem', () => {
  const { row, isTop } = turn((at) => (at < TOP_ENDS ? RED : BLUE), ROWS);
  expect(isTop).toBe(true);
  expect(Math.abs(row - TOP_ENDS)).toBeLessThanOrEqual(2);
});

test('a dress of one colour is divided at the waist', () => {
  const { row, isTop } = turn(() => RED, ROWS);
  expect(isTop).toBe(false);
  expect(row).toBe(HIPS - HIPS / 10);
});

test('a dress by the net is a top above trousers, also of its colour', () => {
  expect(turn(() => RED, TOP_ENDS)).toEqual({ row: TOP_ENDS, isTop: true });
});
