import '@atelier/engine/no-telemetry';
import type { Logger } from 'pino';
import { Piscina } from 'piscina';

const PROGRAM = new URL('./embedded-thread.ts', import.meta.url);

/** A thread of the embedded engine. */
export interface ThreadOptions {
  /** Absent: `embedded-thread.ts`. Tests bring one that breaks. */
  readonly program?: URL | undefined;
  /** The program's `workerData`. */
  readonly workerData: Readonly<Record<string, string | number>>;
  /** How long it outlives its last call, in milliseconds; absent: it stays. */
  readonly idleMs?: number;
  readonly log: Pick<Logger, 'warn'>;
}

/**
 * One thread that takes one call after the other, and starts with the first. When it dies its call fails, and the next
 * call has another.
 */
export function oneThread({ program = PROGRAM, workerData, idleMs, log }: ThreadOptions): Piscina {
  const pool = new Piscina({
    filename: program.href,
    minThreads: 0,
    maxThreads: 1,
    idleTimeout: idleMs ?? Number.POSITIVE_INFINITY,
    workerData,
  });
  // One that dies between two calls has no call to fail, and an error nobody hears would end the process.
  pool.on('error', (error) => log.warn({ err: error, program: program.pathname }, 'a thread died between two calls'));
  return pool;
}
