import { expect, test } from 'vitest';
import { EngineRejection } from '../../../rejection.ts';
import { chanceOfFault, type Measures, rejectFaulty } from './quality.ts';

/** A top on a person in close clothes. */
const plain: Measures = { background: 0.1, lower: 0, coat: 0, person: 0.02, invented: 0.01, mistaken: 0 };

test('a picture without doubts is hardly bad, and each doubt makes it likelier', () => {
  expect(chanceOfFault(plain)).toBeLessThan(0.15);
  const doubts: readonly Partial<Measures>[] = [
    { background: 1 },
    { lower: 0.5 },
    { coat: 1 },
    { person: 0.1 },
    { invented: 0.1 },
    { mistaken: 0.1 },
  ];
  for (const doubt of doubts) expect(chanceOfFault({ ...plain, ...doubt })).toBeGreaterThan(chanceOfFault(plain));
});

test('one doubt is no reason to refuse, and several are', () => {
  expect(() => rejectFaulty({ ...plain, coat: 1 })).not.toThrow();
  expect(() => rejectFaulty({ ...plain, coat: 1, background: 1.5, lower: 0.8 })).toThrow(EngineRejection);
});

test('the message of a refusal names the input that would help most', () => {
  expect(() => rejectFaulty({ ...plain, background: 3, coat: 1 })).toThrow(/without a coat/);
  expect(() => rejectFaulty({ ...plain, mistaken: 0.3, coat: 1 })).toThrow(/of another colour/);
  expect(() => rejectFaulty({ ...plain, invented: 0.3 })).toThrow(/garment alone, spread out flat/);
});
