import { expect, test } from 'vitest';
import { legCover } from './beneath.ts';

test('a leg ends within a pixel at its outline, however thick it is', () => {
  expect(legCover({ radii: 0.9, radius: 20 }, 1)).toBe(1);
  expect(legCover({ radii: 1, radius: 20 }, 1)).toBe(0.5);
  expect(legCover({ radii: 1.03, radius: 20 }, 1)).toBe(0);
  expect(legCover({ radii: 1.03, radius: 10 }, 1)).toBeCloseTo(0.2);
});

test('the outline of a leg is as soft as an enlarged photo, and no softer than the pixels of a smaller output', () => {
  expect(legCover({ radii: 1.03, radius: 10 }, 2)).toBeCloseTo(0.2);
  expect(legCover({ radii: 1.03, radius: 20 }, 0.5)).toBeCloseTo(0.2);
});
