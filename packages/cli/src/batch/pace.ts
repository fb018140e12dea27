import { setTimeout as sleep } from 'node:timers/promises';
import { ApiError, ConnectionError } from '@atelier/client';

/** How long calls are held back, in milliseconds. */
export interface PaceTimes {
  /** After the first refusal; it doubles with each further one. */
  readonly pauseMs: number;
  readonly pauseMsMax: number;
  /** How long a service that is away is waited for before the batch gives up; the same command goes on. */
  readonly patienceMs: number;
}

const TIMES: PaceTimes = { pauseMs: 1_000, pauseMsMax: 30_000, patienceMs: 600_000 };

/** Lets all rows of a batch wait together when the service wants a pause. */
export interface Pace {
  /**
   * Makes a call, and repeats it while the service says "too many" or is away; all calls of the batch wait then.
   * `isPassing` names further passing refusals, for which this call alone waits without a limit. Throws any other
   * error, and the last one if the service stays away too long.
   */
  keep<T>(call: () => Promise<T>, isPassing?: (error: ApiError) => boolean | Promise<boolean>): Promise<T>;
}

/** The pace of one batch. `onPause` receives the reason for each pause. */
export function pace(signal: AbortSignal, onPause: (reason: string) => void, times: PaceTimes = TIMES): Pace {
  let quietUntil = 0;
  return {
    async keep(call, isPassing = () => false) {
      let awaySince: number | null = null;
      for (let { pauseMs } = times; ; pauseMs = Math.min(times.pauseMsMax, pauseMs * 2)) {
        await sleep(Math.max(0, quietUntil - Date.now()), undefined, { signal });
        try {
          return await call();
        } catch (error) {
          signal.throwIfAborted();
          const isAll = isAway(error);
          const ownPause = !isAll && error instanceof ApiError && (await isPassing(error));
          if (!ownPause && !isAll) throw error;
          awaySince = ownPause ? null : (awaySince ?? Date.now());
          if (awaySince !== null && Date.now() - awaySince > times.patienceMs) throw error;
          if (Date.now() >= quietUntil) onPause(error instanceof Error ? error.message : String(error));
          const length = pauseMs * (0.75 + Math.random() / 2);
          if (ownPause) await sleep(length, undefined, { signal });
          else quietUntil = Date.now() + length;
        }
      }
    },
  };
}

/** True for a passing error: too many requests, or a service that is away or broken for the moment. */
export function isAway(error: unknown): boolean {
  return (
    error instanceof ConnectionError || (error instanceof ApiError && (error.status === 429 || error.status >= 500))
  );
}
