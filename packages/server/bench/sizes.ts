/** How much a run measures. */
export interface Sizes {
  /** Alternating pairs of each ratio. */
  readonly rounds: number;
  /** Seconds of load on each side of a pair. */
  readonly seconds: number;
  /** Jobs submitted one at a time for the pick-up. */
  readonly pickUps: number;
  /** Jobs of the queue that is drained. */
  readonly drained: number;
  /** Jobs in the tables, of the short and of the long past. */
  readonly shortPast: number;
  readonly longPast: number;
  /** Pairs of the two that are measured, an odd number: the middle ratio counts. */
  readonly pastRounds: number;
  /** Jobs drained with each of them, each time. */
  readonly drainedWithPast: number;
  /** Open event streams and long polls together. */
  readonly waiting: number;
  /** Starts of each kind. */
  readonly starts: number;
  /** Pairs of a person and a garment that are tried on. */
  readonly tryOns: number;
}

/** The sizes of the published figures: a quarter of an hour on two quiet cores. */
export const FULL: Sizes = {
  rounds: 5,
  seconds: 4,
  pickUps: 200,
  drained: 20_000,
  shortPast: 1_000,
  longPast: 2_000_000,
  pastRounds: 7,
  drainedWithPast: 500,
  waiting: 2_000,
  starts: 3,
  tryOns: 20,
};

/** Enough to see that everything runs. */
export const QUICK: Sizes = {
  rounds: 2,
  seconds: 2,
  pickUps: 30,
  drained: 500,
  shortPast: 1_000,
  longPast: 50_000,
  pastRounds: 5,
  drainedWithPast: 100,
  waiting: 200,
  starts: 1,
  tryOns: 3,
};

/** Requests under way at once in every load. */
export const CONNECTIONS = 32;
