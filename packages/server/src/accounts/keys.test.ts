import fc from 'fast-check';
import { expect, test } from 'vitest';
import { generateKey, isWellFormed } from './keys.ts';

test('keys have the stated form and are well formed', () => {
  expect(generateKey(false)).toMatch(/^atl_(?!test_)[0-9A-Za-z]{40,}$/);
  expect(generateKey(true)).toMatch(/^atl_test_[0-9A-Za-z]{40,}$/);
  for (const sandbox of [true, false]) expect(isWellFormed(generateKey(sandbox))).toBe(true);
});

test('one changed character makes a key malformed', () => {
  fc.assert(
    fc.property(fc.nat(), fc.constantFrom(...'0aZ9'), (at, character) => {
      const key = generateKey(false);
      const index = 4 + (at % (key.length - 4));
      fc.pre(key[index] !== character);
      expect(isWellFormed(key.slice(0, index) + character + key.slice(index + 1))).toBe(false);
    }),
  );
});

test('no two keys are alike', () => {
  expect(new Set(Array.from({ length: 1_000 }, () => generateKey(false))).size).toBe(1_000);
});
