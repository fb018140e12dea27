import type { Kill, Span } from './journal.ts';

/** How a target is broken, and for how long. */
export interface ChaosOptions {
  readonly seed: number;
  /** Ends when this much time is over… */
  readonly minutes: number;
  /** …or when this many processes were killed, whichever comes first. */
  readonly killsMax: number;
  /** Mean pause between two kills, in milliseconds. */
  readonly killPauseMs: number;
  /** Customers of the sandbox, and of the engine that breaks. */
  readonly customers: { readonly sandbox: number; readonly breaking: number };
}

/** The events of a run. */
export interface Tally {
  readonly kills: Record<string, number>;
  readonly faults: Record<string, number>;
  /**
   * Milliseconds from the end of each fault, or a kill of PostgreSQL, until the service was ready, by the kind of
   * fault.
   */
  readonly recoveriesMs: Record<string, number[]>;
  readonly killed: Kill[];
  readonly databaseAway: Span[];
  /** Faults after which the service was not back in time. */
  readonly away: string[];
}
