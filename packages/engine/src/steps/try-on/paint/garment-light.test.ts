import { expect, test } from 'vitest';
import { betweenLegs } from './garment-light.ts';

test('trousers are darkest where both legs are equally near, and unshaded beside the legs and above the crotch', () => {
  const at = (share: number, radii: number, other: number) =>
    betweenLegs({ share, leg: { radii, toOther: other - radii } });
  expect(at(1.8, 1.1, 1.1)).toBeLessThan(0.7);
  expect(at(1.8, 1, 1.25)).toBeLessThan(0.9);
  expect(at(1.8, 1, 1.25)).toBeGreaterThan(at(1.8, 1.1, 1.1));
  expect(at(1.8, 0.8, 3)).toBe(1);
  expect(at(1.1, 1.1, 1.1)).toBe(1);
});

test('a leg before the other is not darker in its middle', () => {
  expect(betweenLegs({ share: 1.8, leg: { radii: 0.2, toOther: 0.2 } })).toBe(1);
});
