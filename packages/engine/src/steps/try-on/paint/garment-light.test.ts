import { expect, test } from 'vitest';
import { shadeBetween } from './garment-light.ts';

const LINE = [
  { x: 50, y: 20 },
  { x: 50, y: 60 },
  { x: 54, y: 90 },
];

test('cloth is darkest where two legs touch, and as bright as it was farther away', () => {
  const light = shadeBetween(LINE, 100);
  const across = [50, 52, 55, 62].map((x) => light({ x, y: 40 }));
  expect(across[0]).toBeCloseTo(0.7);
  expect(across).toEqual([...across].sort((a, b) => a - b));
  expect(across[3]).toBeCloseTo(1);
});

test('nothing is darker below the place where the legs part, nor without legs that touch', () => {
  expect(shadeBetween(LINE, 100)({ x: 54, y: 105 })).toBe(1);
  expect(shadeBetween([{ x: 50, y: 20 }], 100)({ x: 50, y: 20 })).toBe(1);
});
