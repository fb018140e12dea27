import { expect, test } from 'vitest';
import { toUnits } from './units.ts';

test.each([0, -0.01, 0.29, 1.1, 19.99, -5, 9_999_999.99])('%d display credits are whole internal units', (credits) => {
  expect(toUnits(credits, '/amount')).toBe(Number(`${credits}e2`));
});

test.each([0.001, 1e-9, 1.005, 9_999_999.999, -0.125])(
  '%d display credits are refused: they have more than two decimals',
  (credits) => {
    expect(() => toUnits(credits, '/amount')).toThrow(
      `/amount is ${credits}; allowed: display credits with at most two decimals`,
    );
  },
);
