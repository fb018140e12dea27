import { expect, test } from 'vitest';
import { channelsFirst, densify } from './constants.ts';

test('channels come first, and nothing is lost', () => {
  // [1, 1, 2, 3]: two pixels of three channels.
  expect([...channelsFirst(Float32Array.from([1, 2, 3, 4, 5, 6]), [1, 1, 2, 3])]).toEqual([1, 4, 2, 5, 3, 6]);
});

test('a sparse matrix in compressed rows is written out in place', () => {
  const written = densify(Float32Array.from([7, 8, 9]), { segments: [0, 1, 3], indices: [2, 0, 1] }, 3);
  expect([...written]).toEqual([0, 0, 7, 8, 9, 0]);
});
