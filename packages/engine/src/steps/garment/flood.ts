import { boxFilter, resizeValues } from '../../pixels/filters.ts';
import { planeOf } from '../../pixels/planes.ts';
import type { Raster } from '../../pixels/raster.ts';

/** Thresholds that are tried, in byte steps from the background. */
const THRESHOLDS = [1.8, 2.4, 3.2, 4.2, 5.5, 7, 10, 14, 20, 28, 40, 56] as const;
/** Smallest and largest share of the picture a garment covers. */
const SHARE_MIN = 0.02;
const SHARE_MAX = 0.9;
/** A border pixel's contrast counts up to this many byte steps. */
const CONTRAST_MAX = 60;

/** Everything that can be reached from the border without a step on what differs by `threshold` or more. */
export function floodBackground(
  distance: Float32Array,
  width: number,
  height: number,
  threshold: number,
): Uint8Array<ArrayBuffer> {
  const size = width * height;
  const background = new Uint8Array(size);
  const stack = new Int32Array(size);
  let top = 0;
  const visit = (i: number) => {
    if (background[i] || distance[i] >= threshold) return;
    background[i] = 1;
    stack[top++] = i;
  };
  for (let x = 0; x < width; x++) {
    visit(x);
    visit(size - width + x);
  }
  for (let y = 0; y < height; y++) {
    visit(y * width);
    visit(y * width + width - 1);
  }
  while (top > 0) {
    const i = stack[--top];
    const x = i % width;
    if (x > 0) visit(i - 1);
    if (x < width - 1) visit(i + 1);
    if (i >= width) visit(i - width);
    if (i + width < size) visit(i + width);
  }
  return background;
}

interface Candidate {
  readonly threshold: number;
  /** Pixels of the garment. */
  readonly area: number;
  /** Mean contrast along its outline. */
  readonly contrast: number;
  /** Length of the outline in units of the root of the area: 3.5 for a disc, more for a frayed one. */
  readonly roughness: number;
}

/**
 * The threshold whose outline lies best on edges of the picture, without losing area or fraying. One fixed threshold
 * loses white garments on white or keeps the shadows of dark ones. Null when none leaves a garment.
 */
export function bestThreshold(distance: Float32Array, raster: Raster, noise: number): number | null {
  const { width, height, data } = raster;
  const w = width >> 1;
  const h = height >> 1;
  const small = resizeValues(distance, width, height, w, h);
  const channels = [0, 1, 2].map((c) =>
    resizeValues(
      boxFilter(
        planeOf(width * height, (i) => data[i * 3 + c]),
        width,
        height,
        1,
      ),
      width,
      height,
      w,
      h,
    ),
  );
  const candidates = THRESHOLDS.filter((threshold) => threshold >= 1.32 * noise)
    .map((threshold) => measure(floodBackground(small, w, h, threshold), channels, w, h, threshold))
    .filter(({ area }) => area >= SHARE_MIN * w * h && area <= SHARE_MAX * w * h);
  if (candidates.length === 0) return null;
  const largest = Math.max(...candidates.map(({ area }) => area));
  const smoothest = Math.min(...candidates.filter(({ area }) => area > 0.5 * largest).map(({ roughness }) => roughness));
  // Exponents set on 58 product photos: contrast decides, but not at the price of half a sleeve.
  const score = ({ contrast, area, roughness }: Candidate) =>
    contrast ** 0.62 * (area / largest) ** 2.5 * (smoothest / roughness) ** 1.2;
  return candidates.reduce((best, one) => (score(one) > score(best) ? one : best)).threshold;
}

function measure(
  background: Uint8Array,
  channels: readonly Float32Array[],
  width: number,
  height: number,
  threshold: number,
): Candidate {
  let area = 0;
  let contrast = 0;
  let outline = 0;
  for (let y = 1; y < height - 1; y++) {
    for (let x = 1; x < width - 1; x++) {
      const i = y * width + x;
      if (background[i]) continue;
      area++;
      if (!(background[i - 1] || background[i + 1] || background[i - width] || background[i + width])) continue;
      outline++;
      let step = 0;
      for (const channel of channels)
        step += Math.abs(channel[i + 1] - channel[i - 1]) + Math.abs(channel[i + width] - channel[i - width]);
      contrast += Math.min(CONTRAST_MAX, step);
    }
  }
  return { threshold, area, contrast: contrast / Math.max(1, outline), roughness: outline / Math.sqrt(Math.max(1, area)) };
}
