import { expect, test } from 'vitest';
import { paletteOf } from './palette.ts';

const around = ([r, g, b]: readonly number[]) => [-4, 0, 4].map((d) => [r + d, g, b - d]);

test('a palette has the mean of each group of colours', () => {
  const groups = [
    [20, 20, 20],
    [200, 40, 60],
    [240, 240, 230],
  ];
  const palette = paletteOf(groups.flatMap(around), 3);
  expect(palette.toSorted((one, other) => one[0] - other[0])).toEqual(groups);
});

test('a palette has no more colours than there are', () => {
  expect(
    paletteOf(
      [
        [1, 2, 3],
        [1, 2, 3],
      ],
      4,
    ),
  ).toEqual([[1, 2, 3]]);
  expect(paletteOf([], 4)).toEqual([]);
});
