import { boxFilter } from '../../../pixels/filters.ts';
import { planeOf } from '../../../pixels/planes.ts';
import type { Raster, Size } from '../../../pixels/raster.ts';

/** A border pixel's contrast counts up to this many byte steps. */
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

/** Change of the picture across a pixel, horizontally and vertically, summed over the channels. */
export function stepAt(channels: readonly Float32Array[], i: number, width: number, reach: number): number {
  let step = 0;
  for (const channel of channels)
    step +=
      Math.abs(channel[i + reach] - channel[i - reach]) +
      Math.abs(channel[i + reach * width] - channel[i - reach * width]);
  return step;
}

/** Visits the pixels of the product that border on the background, except within a margin of the picture. */
export function eachOutlinePixel(
  background: Uint8Array,
  width: number,
  height: number,
  margin: number,
  visit: (i: number) => void,
): void {
  for (let y = margin; y < height - margin; y++) {
    for (let x = margin; x < width - margin; x++) {
      const i = y * width + x;
      if (background[i]) continue;
      if (background[i - 1] || background[i + 1] || background[i - width] || background[i + width]) visit(i);
    }
  }
}

/** The edges along the outline of a background. */
export interface OutlineEdges {
  /** Pixels outside the background. */
  readonly area: number;
  /** Mean contrast along the outline, in byte steps, 0 to 60. */
  readonly contrast: number;
  /** Length of the outline in square roots of the area: 3.5 for a disc, more for a frayed one. */
  readonly roughness: number;
}

/** Measures the outline of a background (1 outside, 0 inside) on smoothed channels of its size. */
export function outlineEdges(
  background: Uint8Array,
  channels: readonly Float32Array[],
  { width, height }: Size,
): OutlineEdges {
  let area = 0;
  for (let y = 1; y < height - 1; y++) for (let x = 1; x < width - 1; x++) area += 1 - background[y * width + x];
  let contrast = 0;
  let outline = 0;
  eachOutlinePixel(background, width, height, 1, (i) => {
    outline++;
    contrast += contrastAt(channels, i, width);
  });
  return { area, contrast: contrast / Math.max(1, outline), roughness: outline / Math.sqrt(Math.max(1, area)) };
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

const contrastAt = (channels: readonly Float32Array[], i: number, width: number) =>
  Math.min(CONTRAST_MAX, stepAt(channels, i, width, 1));
