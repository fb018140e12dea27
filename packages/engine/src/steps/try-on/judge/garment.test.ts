import { expect, test } from 'vitest';
import { EngineRejection } from '../../../rejection.ts';
import { rejectUncovered } from './garment.ts';

test('a top that leaves much of the person to invent is refused, with the share and a photo that works', () => {
  expect(() => rejectUncovered({ replaces: 'upper' }, { bodyShare: 0.5 })).toThrow(EngineRejection);
  expect(() => rejectUncovered({ replaces: 'upper' }, { bodyShare: 0.5 })).toThrow(/50 % .* without a coat/);
  expect(() => rejectUncovered({ replaces: 'upper' }, { bodyShare: 0.3 })).not.toThrow();
});

test('shorts and dresses may leave more bare, because legs are easy to paint', () => {
  for (const replaces of ['lower', 'both'] as const)
    expect(() => rejectUncovered({ replaces }, { bodyShare: 0.8 })).not.toThrow();
});
