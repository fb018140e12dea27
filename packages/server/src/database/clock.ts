import { sql } from 'kysely';
import type { Logger } from 'pino';
import type { Clock } from '../clock.ts';
import type { Service } from '../service.ts';
import type { Database } from './connection.ts';

/** How often the database is asked for the time, in milliseconds. */
const ASK_MS = 10_000;

/** An answer that took longer than this says too little about when it was given, in milliseconds. */
const ANSWER_MS_MAX = 1_000;

/**
 * The database's time: one for all processes that share it, whatever their machines' clocks say or however they jump.
 */
export interface SharedClock extends Clock, Service {}

/**
 * Follows the database's clock. It asks for the time at the start and again at intervals. In between, and while the
 * database is away, it goes on by a monotonic timer.
 */
export function sharedClock(db: Database, log: Pick<Logger, 'warn'>): SharedClock {
  /** The database's time when the timer stood at 0, in milliseconds since 1970. */
  let zeroMs: number | null = null;
  let asking: NodeJS.Timeout | null = null;

  const ask = async () => {
    const sentMs = performance.now();
    const { rows } = await sql<{
      ms: number;
    }>`select extract(epoch from clock_timestamp())::float8 * 1000 as ms`.execute(db);
    const cameMs = performance.now();
    const [row] = rows;
    if (row && (zeroMs === null || cameMs - sentMs <= ANSWER_MS_MAX)) zeroMs = row.ms - (sentMs + cameMs) / 2;
  };

  return {
    name: 'clock',
    now() {
      if (zeroMs === null) throw new Error('the clock was read before it was started');
      return new Date(zeroMs + performance.now());
    },
    async start() {
      if (asking) return;
      await ask();
      const again = () =>
        ask().catch((error: unknown) => log.warn({ err: error }, 'the database did not tell the time'));
      asking = setInterval(() => void again(), ASK_MS).unref();
    },
    async stop() {
      if (asking) clearInterval(asking);
      asking = null;
    },
  };
}
