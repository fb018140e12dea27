/** The value in the middle; of an even number of values the higher of the two there. `values` must not be empty. */
export function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[values.length >> 1];
}
