import { expect, test } from 'vitest';
import { EngineRejection } from '../../../rejection.ts';
import { chanceOfBad, type Measures, rejectLikelyBad } from './quality.ts';

/** A top on a person in close clothes. */
const plain: Measures = { background: 0.1, lower: 0, coat: 0, person: 0.02, invented: 0.01, mistaken: 0 };

test('a picture without doubts is hardly bad, and each doubt makes it likelier', () => {
  expect(chanceOfBad(plain)).toBeLessThan(0.15);
  const doubts: readonly Partial<Measures>[] = [
    { background: 1 },
    { lower: 0.5 },
    { coat: 1 },
    { person: 0.1 },
    { invented: 0.1 },
    { mistaken: 0.1 },
  ];
  for (const doubt of doubts) expect(chanceOfBad({ ...plain, ...doubt })).toBeGreaterThan(chanceOfBad(plain));
});

test('a measure beyond all judged try-ons counts as the greatest of them', () => {
  expect(chanceOfBad({ ...plain, person: 0.9 })).toBe(chanceOfBad({ ...plain, person: 0.2 }));
});

test('several doubts are a reason to refuse, and the message names the input that would help most', () => {
  expect(() => rejectLikelyBad({ ...plain, coat: 1, person: 0.06 })).not.toThrow();
  const doubtful = { ...plain, coat: 1, person: 0.06, invented: 0.1, lower: 0.1 };
  expect(() => rejectLikelyBad({ ...doubtful, background: 1.5 })).toThrow(EngineRejection);
  expect(() => rejectLikelyBad({ ...doubtful, background: 1.5 })).toThrow(/without a coat/);
  expect(() => rejectLikelyBad({ ...doubtful, mistaken: 0.15 })).toThrow(/of another colour/);
  expect(() => rejectLikelyBad({ ...doubtful, background: 0.5, person: 0.11 })).toThrow(/facing the camera/);
});
