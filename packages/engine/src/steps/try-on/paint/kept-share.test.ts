import { expect, test } from 'vitest';
import { keptShare } from './paint-uncovered.ts';

test('a handle stays whole beside old clothes that are painted over', () => {
  expect(keptShare(0.5, 1)).toBe(1);
  expect(keptShare(2, 1)).toBe(1);
});

test('what has the old clothes mixed in is painted over, less the farther from them', () => {
  expect(keptShare(1, 0)).toBe(0);
  expect(keptShare(2.5, 0)).toBe(0.5);
  expect(keptShare(4, 0)).toBe(1);
});
