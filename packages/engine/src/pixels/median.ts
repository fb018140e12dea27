/**
 * The median, in the unit of the values: the higher of the two middle ones for an even count, `none` for no values.
 * Sorts a typed copy, because sorting with a comparison function is too slow for large arrays.
 */
export function median(values: ArrayLike<number>, none = 0): number {
  return new Float64Array(values).sort()[values.length >> 1] ?? none;
}

/** The median of a plane at the pixels with the given indices; 0 for no pixels. */
export function medianAt(plane: ArrayLike<number>, pixels: readonly number[]): number {
  return median(Float64Array.from(pixels, (i) => plane[i]));
}
