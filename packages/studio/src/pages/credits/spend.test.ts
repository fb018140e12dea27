import type { LedgerEntry } from '@atelier/contract';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { spendByDay } from './spend.ts';

const NOW = new Date(2026, 10, 21, 12);

function entry(kind: LedgerEntry['kind'], amount: number, daysAgo: number): LedgerEntry {
  const created_at = new Date(2026, 10, 21 - daysAgo, 9).toISOString();
  return {
    id: '0198f3a2-7c1e-7d53-9a34-5b1c2d3e4f50',
    kind,
    amount,
    balance_after: 10,
    job_id: null,
    reason: null,
    created_at,
  };
}

test('charges count, refunds are taken off, grants and adjustments are no spend', () => {
  const entries = [entry('charge', -2.5, 0), entry('refund', 1, 0), entry('grant', 500, 0), entry('adjustment', -7, 0)];
  expect(spendByDay(entries, 2, NOW)).toEqual([
    { day: '2026-11-20', credits: 0 },
    { day: '2026-11-21', credits: 1.5 },
  ]);
});

test('what is older than the days asked for is left out', () => {
  expect(spendByDay([entry('charge', -1, 2)], 2, NOW).every(({ credits }) => credits === 0)).toBe(true);
});

test('the days add up to all that was charged in them', () => {
  const charges = fc.array(
    fc.record({ cents: fc.integer({ min: 1, max: 10_000 }), daysAgo: fc.integer({ min: 0, max: 29 }) }),
  );
  fc.assert(
    fc.property(charges, (given) => {
      const entries = given.map(({ cents, daysAgo }) => entry('charge', -cents / 100, daysAgo));
      const total = spendByDay(entries, 30, NOW).reduce((sum, { credits }) => sum + credits, 0);
      expect(total).toBeCloseTo(given.reduce((sum, { cents }) => sum + cents, 0) / 100, 6);
    }),
  );
});
