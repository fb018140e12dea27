import { expect, test } from 'vitest';
import { betweenLegs } from './garment-light.ts';

test('trousers are darkest where both legs are equally near, and unshaded beside the legs and above the crotch', () => {
  const at = (share: number, radii: number, clearOfOther: number) =>
    betweenLegs({ share, leg: { radii, clearOfOther } });
  expect(at(1.8, 1.1, 0)).toBeLessThan(0.7);
  expect(at(1.8, 1, 0.25)).toBeLessThan(0.9);
  expect(at(1.8, 1, 0.25)).toBeGreaterThan(at(1.8, 1.1, 0));
  expect(at(1.8, 0.8, 2.2)).toBe(1);
  expect(at(1.1, 1.1, 0)).toBe(1);
});

test('a leg before the other is not darker in its middle', () => {
  expect(betweenLegs({ share: 1.8, leg: { radii: 0.2, clearOfOther: 0.2 } })).toBe(1);
});
