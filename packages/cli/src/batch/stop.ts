import { ApiError, DeadlineError } from '@atelier/client';
import { isAway } from './pace.ts';

/** Ends the whole batch, because the problem concerns every row. */
export class BatchStopped extends Error {
  override readonly name = 'BatchStopped';
}

/** Refusals that the next row would meet as well. */
const STOPPING: readonly string[] = ['unauthorized', 'insufficient_credits'];

/**
 * Throws an error that does not belong to one row. Such an error ends the batch, leaves the row to the next run, or is
 * the signal's reason.
 */
export function throwUnlessOfRow(error: unknown, signal: AbortSignal): void {
  signal.throwIfAborted();
  if (error instanceof BatchStopped || error instanceof DeadlineError) throw error;
  if (isAway(error) || (error instanceof ApiError && STOPPING.includes(error.code)))
    throw new BatchStopped(error instanceof Error ? error.message : String(error), { cause: error });
}
