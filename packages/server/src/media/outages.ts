import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { type BackOff, pauseMs } from '../back-off.ts';
import { isDatabaseAway } from '../database/connection.ts';
import { isMediumTrouble } from './store/medium.ts';
import { StoreUnavailableError } from './store/port.ts';

/**
 * Longest that a step waits for the store or the database to come back, in milliseconds. The job of an attempt then
 * goes back to the queue.
 */
const OUTAGE_MS_MAX = 600_000;

/** Pauses between the tries of a step. */
const RETRIES: BackOff = { firstMs: 250, longestMs: 5_000 };

/** How long a job rests that an outage has thrown back, in milliseconds: attempts are numbered, and not without end. */
export const OUTAGE_REST_MS = 5_000;

/**
 * True for an error that says the store, the database or our disk is away or full. Neither the job nor its engine
 * caused it.
 */
export function isOutage(error: unknown): boolean {
  return error instanceof StoreUnavailableError || isDatabaseAway(error) || isMediumTrouble(error);
}

/**
 * Repeats a step while the store or the database is away, so that an engine's work is not lost. Rejects with the
 * signal's reason when the work is cut short.
 */
export async function throughOutages<T>(
  { log }: { readonly log: Pick<Logger, 'warn'> },
  signal: AbortSignal,
  step: () => Promise<T>,
): Promise<T> {
  const endMs = performance.now() + OUTAGE_MS_MAX;
  for (let tries = 1; ; tries++) {
    try {
      return await step();
    } catch (error) {
      if (!isOutage(error) || performance.now() > endMs) throw error;
      log.warn({ err: error, tries }, 'the store or the database is away; the step is repeated');
      await sleep(pauseMs(RETRIES, tries - 1), undefined, { signal }).catch(() => signal.throwIfAborted());
    }
  }
}
