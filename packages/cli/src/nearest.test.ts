import fc from 'fast-check';
import { expect, test } from 'vitest';
import { nearest } from './nearest.ts';

const KNOWN = ['serve', 'demo', 'upload', 'workspaces', 'credits'];

test('a word with one letter added, dropped or changed is recognised', () => {
  const letter = fc.constantFrom(...'abcdefghijklmnopqrstuvwxyz');
  fc.assert(
    fc.property(
      fc.constantFrom(...KNOWN),
      fc.nat(),
      fc.constantFrom(0, 1),
      letter,
      (word, position, dropped, added) => {
        const at = position % word.length;
        expect(nearest(word.slice(0, at) + added + word.slice(at + dropped), KNOWN)).toBe(word);
        expect(nearest(word.slice(0, at) + word.slice(at + 1), KNOWN)).toBe(word);
      },
    ),
  );
});

test('a word that is like none of them suggests nothing', () => {
  expect(nearest('photograph', KNOWN)).toBeNull();
  expect(nearest('demo', [])).toBeNull();
});
