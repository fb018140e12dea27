/**
 * The value in the middle, in the unit of the values; of an even number of them the higher of the two there, `none` of
 * none. Sorted in a typed copy: with a comparison for each pair, a cancelled job would wait for large ones.
 */
export function median(values: ArrayLike<number>, none = 0): number {
  return new Float64Array(values).sort()[values.length >> 1] ?? none;
}

/** The same of what a plane holds at some of its pixels, which are told by their numbers; 0 of none. */
export function medianAt(plane: ArrayLike<number>, pixels: readonly number[]): number {
  return median(Float64Array.from(pixels, (i) => plane[i]));
}
