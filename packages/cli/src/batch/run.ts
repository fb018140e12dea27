import { DeadlineError } from '@atelier/client';
import type { BatchRoom, RowEnd } from './room.ts';
import type { BatchRow } from './rows.ts';
import { runRow } from './run-row.ts';
import { BatchStopped } from './stop.ts';

/** The outcome of a batch. */
export interface BatchEnd {
  /** Rows that ended, in the order of the table; one whose jobs take longer than two hours is left to the next run. */
  readonly ends: readonly RowEnd[];
  /** Why rows were left; null where all ended. */
  readonly stopped: string | null;
}

/**
 * Runs rows, several at once. When something stops it, no further row is begun, and those that run are brought to their
 * end.
 */
export async function runBatch(
  room: BatchRoom,
  rows: readonly BatchRow[],
  concurrency: number,
  onEnd: (end: RowEnd) => void,
): Promise<BatchEnd> {
  const ends = new Map<string, RowEnd>();
  const waiting = [...rows];
  let stopped: string | null = null;
  const work = async () => {
    while (stopped === null && !room.signal.aborted) {
      const row = waiting.shift();
      if (!row) return;
      try {
        const end = await runRow(room, row);
        ends.set(row.key, end);
        onEnd(end);
      } catch (error) {
        if (error instanceof DeadlineError) continue;
        stopped ??= error instanceof Error ? error.message : String(error);
        if (!(error instanceof BatchStopped)) throw error;
      }
    }
  };
  // Rows in progress are brought to their end even if another row fails, because their steps must still be recorded.
  const workers = await Promise.allSettled(Array.from({ length: Math.min(concurrency, rows.length) }, work));
  room.signal.throwIfAborted();
  for (const worker of workers) if (worker.status === 'rejected') throw worker.reason;
  return { ends: rows.flatMap(({ key }) => ends.get(key) ?? []), stopped };
}
