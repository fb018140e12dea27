import { expect, test } from 'vitest';
import { EngineRejection } from '../../../rejection.ts';
import { rejectUncovered } from './garment.ts';

test('a top that leaves much of the old clothes bare is refused, with the share and a photo that works', () => {
  expect(() => rejectUncovered({ replaces: 'upper' }, { share: 0.5 })).toThrow(EngineRejection);
  expect(() => rejectUncovered({ replaces: 'upper' }, { share: 0.5 })).toThrow(/50 % .* without a coat/);
  expect(() => rejectUncovered({ replaces: 'upper' }, { share: 0.4 })).not.toThrow();
});

test('shorts and dresses may leave more bare, because legs are easy to paint', () => {
  for (const replaces of ['lower', 'both'] as const)
    expect(() => rejectUncovered({ replaces }, { share: 0.8 })).not.toThrow();
});
