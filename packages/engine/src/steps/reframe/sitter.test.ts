import { expect, test } from 'vitest';
import { planeOf } from '../../pixels/planes.ts';
import { touchedSides } from './sitter.ts';

const SIDE = 100;

/** The sides that crop a subject with the given columns and rows. */
const sidesOf = (left: number, top: number, right: number, bottom: number) =>
  touchedSides({
    width: SIDE,
    height: SIDE,
    data: planeOf(SIDE * SIDE, (i) => {
      const [x, y] = [i % SIDE, Math.floor(i / SIDE)];
      return x >= left && x < right && y >= top && y < bottom ? 1 : 0;
    }),
  });

test.each([
  { what: 'in the middle', box: [20, 20, 80, 80], sides: [] },
  { what: 'down to the lower edge', box: [20, 20, 80, 100], sides: ['bottom'] },
  { what: 'from edge to edge', box: [0, 20, 100, 80], sides: ['left', 'right'] },
  { what: 'that only a finger touches the edge with', box: [99, 50, 100, 51], sides: [] },
] as const)('a subject $what runs out of $sides', ({ box: [left, top, right, bottom], sides }) => {
  expect(sidesOf(left, top, right, bottom)).toEqual(sides);
});
