import { blur, halvedWithin, valueFromHalf } from '../../../pixels/filters.ts';
import { planeOf } from '../../../pixels/planes.ts';
import { pushPull } from '../../../pixels/push-pull.ts';
import type { Size } from '../../../pixels/raster.ts';

/** Tells the colour of what is known nearest to a pixel, smoothed. It is found at half the size: it has no detail. */
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
