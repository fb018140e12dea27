import { halvedWithin, pushPull } from './push-pull.ts';
import type { Size } from './raster.ts';

/**
 * Returns the colour of the known pixels nearest to a pixel, three values. Its detail does not matter, so it has half
 * the size. `known` is 1 where a pixel counts.
 */
export function nearestColours(
  colours: Float32Array,
  known: Uint8Array,
  { width, height }: Size,
): (pixel: number) => Float32Array {
  const small = halvedWithin(colours, known, width, height);
  const filled = pushPull(small.colours, small.known, small.width, small.height);
  return (i) => {
    const j = (Math.floor(i / width) >> 1) * small.width + ((i % width) >> 1);
    return filled.subarray(j * 3, j * 3 + 3);
  };
}
