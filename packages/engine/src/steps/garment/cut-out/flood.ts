import { resizeValues } from '../../../pixels/filters.ts';
import type { Raster } from '../../../pixels/raster.ts';
import { eachOutlinePixel, type OutlineEdges, outlineEdges, smoothChannels, stepAt } from './edges.ts';

/** Candidate thresholds, in byte steps from the background. */
const THRESHOLDS = [1.8, 2.4, 3.2, 4.2, 5.5, 7, 10, 14, 20, 28, 40, 56] as const;
/** Smallest and largest share of the picture a garment covers. */
const SHARE_MIN = 0.02;
const SHARE_MAX = 0.9;
/** Least change across an outline that follows an edge, in byte steps, and its range in pixels to each side. */
const WEAK = 12;
const WEAK_REACH = 2;

/** The area connected to the border whose pixels all differ by less than `threshold`. */
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

/** A threshold, and a score of its outline: along edges of the picture, with a large area, and not frayed. */
export interface RatedThreshold {
  readonly threshold: number;
  readonly score: number;
}

interface Candidate extends OutlineEdges {
  readonly threshold: number;
}

/**
 * Thresholds that leave a garment, the best first. One fixed threshold would lose white garments on white or keep the
 * shadows of dark ones.
 */
export function rateThresholds(distance: Float32Array, raster: Raster, noise: number): readonly RatedThreshold[] {
  const { width, height } = raster;
  const w = width >> 1;
  const h = height >> 1;
  const small = resizeValues(distance, width, height, w, h);
  const channels = smoothChannels(raster).map((channel) => resizeValues(channel, width, height, w, h));
  const candidates = THRESHOLDS.filter((threshold) => threshold >= 1.32 * noise)
    .map((threshold): Candidate => {
      const edges = outlineEdges(floodBackground(small, w, h, threshold), channels, { width: w, height: h });
      return { threshold, ...edges };
    })
    .filter(({ area }) => area >= SHARE_MIN * w * h && area <= SHARE_MAX * w * h);
  const largest = Math.max(...candidates.map(({ area }) => area));
  const smoothest = Math.min(
    ...candidates.filter(({ area }) => area > 0.5 * largest).map(({ roughness }) => roughness),
  );
  // Exponents fitted to 58 product photos. Contrast has most weight, but must not cost half a sleeve.
  const score = ({ contrast, area, roughness }: Candidate) =>
    contrast ** 0.62 * (area / largest) ** 2.5 * (smoothest / roughness) ** 1.2;
  return candidates.map((one) => ({ threshold: one.threshold, score: score(one) })).sort((a, b) => b.score - a.score);
}

/** Share of a background's outline that follows no edge of the picture, but the shine of paper or a shadow. */
export function weakShare(background: Uint8Array, raster: Raster): number {
  const { width, height } = raster;
  const channels = smoothChannels(raster);
  let outline = 0;
  let weak = 0;
  eachOutlinePixel(background, width, height, WEAK_REACH, (i) => {
    outline++;
    if (stepAt(channels, i, width, WEAK_REACH) < WEAK) weak++;
  });
  return weak / Math.max(1, outline);
}
