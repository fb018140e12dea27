import { EMBEDDED_LANE, LEASE_SECONDS, SANDBOX_LANE } from '../../src/database/queue-entries.ts';
import type { Entry, Span } from './journal.ts';
import type { Up } from './slot.ts';

/** Jobs of each lane that one process works on at once. `ATELIER_SANDBOX_CONCURRENCY` sets the sandbox's. */
export const CAPACITY = { [EMBEDDED_LANE]: 1, [SANDBOX_LANE]: 16 } as const;

/** A slot of a worker while an attempt has it. */
interface Hold extends Span {
  readonly who: string;
}

/**
 * Times in which every running worker worked on as many jobs of a lane as it can. A job that waits then waits for other
 * jobs to end. Jobs of a dead process take no slot.
 */
export function fullSpans(journal: readonly Entry[], ups: readonly Up[], lane: string, capacity: number): Span[] {
  const held = new Map<string, number>();
  const alive = new Set<string>();
  const add = (who: string, slots: number) => void held.set(who, (held.get(who) ?? 0) + slots);
  const moves = [
    ...holdsOf(journal, lane).flatMap(({ who, fromMs, toMs }) => [
      { atMs: fromMs, make: () => add(who, 1) },
      { atMs: toMs, make: () => add(who, -1) },
    ]),
    ...ups.map(({ who, fromMs }) => ({ atMs: fromMs, make: () => void alive.add(who) })),
    ...ups.map(({ who, toMs }) => ({ atMs: toMs, make: () => void alive.delete(who) })),
  ].sort((a, b) => a.atMs - b.atMs);
  const spans: Span[] = [];
  let sinceMs: number | null = null;
  for (const { atMs, make } of moves) {
    make();
    const isFull = alive.size > 0 && [...alive].every((who) => (held.get(who) ?? 0) >= capacity);
    if (isFull) sinceMs ??= atMs;
    else if (sinceMs !== null) {
      spans.push({ fromMs: sinceMs, toMs: atMs });
      sinceMs = null;
    }
  }
  return spans;
}

/**
 * A slot counts as taken only while its job is certainly worked on. The time between fetching and starting does not
 * count, nor the time after the job's end. A lost entry counts up to its holder's last sign of life.
 */
function holdsOf(journal: readonly Entry[], lane: string): Hold[] {
  return [...Map.groupBy(journal, ({ job }) => job).values()].flatMap((entries) => {
    const holds: Hold[] = [];
    let holder: { readonly who: string; fromMs: number | null } | null = null;
    for (const { what, who, atMs, lane: entryLane } of entries) {
      if (what === 'fetched') holder = entryLane === lane ? { who, fromMs: null } : null;
      else if (what === 'taken') {
        if (holder?.who === who) holder.fromMs ??= atMs;
      } else if (what !== 'changed' && holder) {
        const isTakenAway: boolean = what === 'left' && who !== holder.who;
        const toMs = isTakenAway ? atMs - LEASE_SECONDS * 1000 : atMs;
        if (holder.fromMs !== null && toMs > holder.fromMs)
          holds.push({ who: holder.who, fromMs: holder.fromMs, toMs });
        holder = null;
      }
    }
    return holds;
  });
}
