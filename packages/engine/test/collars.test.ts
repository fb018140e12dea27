import { expect, test } from 'vitest';
import { findCollarLining } from '../src/steps/person/collar-lining.ts';

/** A map of 40 × 40 pixels: shoulders in its middle, 20 pixels wide, the top below row 17. */
function liningOf(...others: readonly [left: number, top: number, right: number, bottom: number][]): number {
  const within = (i: number) =>
    others.some(([left, top, right, bottom]) => {
      const [x, y] = [i % 40, Math.floor(i / 40)];
      return x >= left && x < right && y >= top && y < bottom;
    });
  const frame = { shoulderCentre: { x: 20, y: 20 }, down: { x: 0, y: 1 }, across: { x: 1, y: 0 }, shoulderWidth: 20 };
  const isTop = (i: number) => i >= 17 * 40 && !within(i);
  const found = findCollarLining({ width: 40, height: 40, scale: 1, frame, isOther: within, isTop });
  return found.reduce((sum, value) => sum + value, 0);
}

test('the inside of a collar stands on the top, over the shoulders', () => {
  expect(liningOf([13, 12, 16, 17])).toBe(15);
});

test('a neckband that differs from its top dips a little below the shoulders', () => {
  expect(liningOf([15, 14, 25, 20])).toBe(60);
  expect(liningOf([15, 14, 25, 24])).toBe(0);
});

test('an earring, a bag at the shoulder and headphones that hang down to the chest are none', () => {
  expect(liningOf([13, 8, 15, 10])).toBe(0);
  expect(liningOf([31, 14, 36, 17])).toBe(0);
  expect(liningOf([13, 12, 16, 24])).toBe(0);
});
