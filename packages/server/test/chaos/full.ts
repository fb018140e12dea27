import { EMBEDDED_LANE, SANDBOX_LANE } from '../../src/database/queue.ts';
import type { Entry, Span } from './journal.ts';
import type { Up } from './slot.ts';

/** How many jobs of each lane one process of a run holds at once; the sandbox's is told to it by `ATELIER_SANDBOX_CONCURRENCY`. */
export const CAPACITY = { [EMBEDDED_LANE]: 1, [SANDBOX_LANE]: 16 } as const;

/**
 * Times in which no worker that was up had a free slot in a lane: a job that waits then waits for others to end, whoever held it before. What a
 * dead process held takes no slot.
 */
export function fullSpans(journal: readonly Entry[], ups: readonly Up[], lane: string, capacity: number): Span[] {
  const holders = new Map<string, string>();
  const alive = new Set<string>();
  const moves = [
    ...journal
      .filter((entry) => entry.lane === lane)
      .map(({ job, what, who, atMs }) => ({
        atMs,
        make: () => void (what === 'fetched' ? holders.set(job, who) : holders.delete(job)),
      })),
    ...ups.map(({ who, fromMs }) => ({ atMs: fromMs, make: () => void alive.add(who) })),
    ...ups.map(({ who, toMs }) => ({ atMs: toMs, make: () => void alive.delete(who) })),
  ].sort((a, b) => a.atMs - b.atMs);
  const spans: Span[] = [];
  let sinceMs: number | null = null;
  for (const { atMs, make } of moves) {
    make();
    const held = Map.groupBy(holders.values(), (who) => who);
    const isFull = alive.size > 0 && [...alive].every((who) => (held.get(who)?.length ?? 0) >= capacity);
    if (isFull) sinceMs ??= atMs;
    else if (sinceMs !== null) {
      spans.push({ fromMs: sinceMs, toMs: atMs });
      sinceMs = null;
    }
  }
  return spans;
}
