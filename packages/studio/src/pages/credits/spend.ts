import type { LedgerEntry } from '@atelier/contract';

/** The cost of one day. */
export interface DaySpend {
  /** `2026-11-20`, in the reader's own time zone. */
  readonly day: string;
  /** Display credits: charges less their refunds. */
  readonly credits: number;
}

/**
 * Sums the spending of each of the last `days` days, oldest first; a day without entries is 0. A refund counts on the
 * day of the refund.
 */
export function spendByDay(entries: readonly LedgerEntry[], days: number, now: Date): readonly DaySpend[] {
  const totals = new Map<string, number>();
  for (let back = days - 1; back >= 0; back--)
    totals.set(dayOf(new Date(now.getFullYear(), now.getMonth(), now.getDate() - back)), 0);
  for (const { kind, amount, created_at } of entries) {
    const day = dayOf(new Date(created_at));
    const total = totals.get(day);
    if (total !== undefined && (kind === 'charge' || kind === 'refund')) totals.set(day, total - amount);
  }
  return Array.from(totals, ([day, credits]) => ({ day, credits: Math.round(credits * 100) / 100 }));
}

/** The first moment of the first of `days` days. */
export function firstMoment(days: number, now: Date): Date {
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() - days + 1);
}

function dayOf(moment: Date): string {
  const two = (part: number) => String(part).padStart(2, '0');
  return `${moment.getFullYear()}-${two(moment.getMonth() + 1)}-${two(moment.getDate())}`;
}
