import { expect, test } from 'vitest';
import { legCover } from './beneath.ts';

test('a leg ends within a pixel of the output at its outline, however thick it is', () => {
  expect(legCover({ radii: 0.9, radius: 20 }, 1)).toBe(1);
  expect(legCover({ radii: 1, radius: 20 }, 1)).toBe(0.5);
  expect(legCover({ radii: 1.03, radius: 20 }, 1)).toBe(0);
  expect(legCover({ radii: 1.03, radius: 10 }, 1)).toBeCloseTo(0.2);
  expect(legCover({ radii: 1.03, radius: 10 }, 2)).toBe(0);
});
