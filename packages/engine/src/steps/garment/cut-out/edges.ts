import { boxFilter } from '../../../pixels/filters.ts';
import { planeOf } from '../../../pixels/planes.ts';
import type { Raster, Size } from '../../../pixels/raster.ts';

/** A pixel's contrast counts up to this many byte steps. */
const CONTRAST_MAX = 60;

/** The three channels without their finest noise. */
export function smoothChannels({ width, height, data }: Raster): Float32Array<ArrayBuffer>[] {
  return [0, 1, 2].map((c) =>
    boxFilter(
      planeOf(width * height, (i) => data[i * 3 + c]),
      width,
      height,
      1,
    ),
  );
}

/**
 * Mean contrast of a picture along the outline of a silhouette (1 inside, 0 outside), in byte steps, 0 to 60, on its
 * smoothed channels.
 */
export function outlineContrast(
  silhouette: Uint8Array,
  channels: readonly Float32Array[],
  { width, height }: Size,
): number {
  let [sum, count] = [0, 0];
  for (let y = 1; y < height - 1; y++)
    for (let x = 1; x < width - 1; x++) {
      const i = y * width + x;
      if (!silhouette[i]) continue;
      if (silhouette[i - 1] && silhouette[i + 1] && silhouette[i - width] && silhouette[i + width]) continue;
      sum += contrastAt(channels, i, width);
      count++;
    }
  return sum / Math.max(1, count);
}

/** Mean contrast of a picture on its smoothed channels, at one pixel in each square of four by four. */
export function meanContrast(channels: readonly Float32Array[], { width, height }: Size): number {
  let [sum, count] = [0, 0];
  for (let y = 1; y < height - 1; y += 4)
    for (let x = 1; x < width - 1; x += 4) {
      sum += contrastAt(channels, y * width + x, width);
      count++;
    }
  return sum / Math.max(1, count);
}

/** Change of the picture across a pixel, horizontally and vertically, summed over the channels. */
function contrastAt(channels: readonly Float32Array[], i: number, width: number): number {
  let step = 0;
  for (const channel of channels)
    step += Math.abs(channel[i + 1] - channel[i - 1]) + Math.abs(channel[i + width] - channel[i - width]);
  return Math.min(CONTRAST_MAX, step);
}
