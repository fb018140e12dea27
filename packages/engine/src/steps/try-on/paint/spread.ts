import { blur, halvedWithin, valueFromHalf } from '../../../pixels/filters.ts';
import { planeOf } from '../../../pixels/planes.ts';
import { pushPull } from '../../../pixels/push-pull.ts';
import type { Size } from '../../../pixels/raster.ts';

/**
 * Returns the smoothed colour of the known pixels nearest to a pixel. It works at half the size, because the result has
 * no detail.
 */
export function spread(
  colours: Float32Array,
  known: Uint8Array,
  { width, height }: Size,
  sigma: number,
): (pixel: number) => readonly number[] {
  const small = halvedWithin(colours, known, width, height);
  const filled = pushPull(small.colours, small.known, small.width, small.height);
  const channels = [0, 1, 2].map((c) =>
    blur(
      planeOf(small.known.length, (j) => filled[j * 3 + c]),
      small.width,
      small.height,
      sigma / 2,
    ),
  );
  return (pixel) => {
    const x = pixel % width;
    return channels.map((channel) => valueFromHalf(channel, small, x, (pixel - x) / width));
  };
}
