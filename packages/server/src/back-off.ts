/** How pauses between tries grow. */
export interface BackOff {
  /** Longest pause after the first try, in milliseconds. */
  readonly firstMs: number;
  /** Longest pause after any try, in milliseconds. */
  readonly longestMs: number;
  /** Factor from one pause to the next. */
  readonly growth?: number;
}

/**
 * Pause after a try, in milliseconds. `tries` counts those before it, from 0. Half of the pause is random: many that
 * fail together do not return together.
 */
export function pauseMs({ firstMs, longestMs, growth = 2 }: BackOff, tries: number): number {
  return Math.min(longestMs, firstMs * growth ** tries) * (0.5 + Math.random() / 2);
}
