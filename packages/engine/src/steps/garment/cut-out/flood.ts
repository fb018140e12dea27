import { boxFilter, resizeValues } from '../../../pixels/filters.ts';
import { planeOf } from '../../../pixels/planes.ts';
import type { Raster } from '../../../pixels/raster.ts';

/** Thresholds that are tried, in byte steps from the background. */
const THRESHOLDS = [1.8, 2.4, 3.2, 4.2, 5.5, 7, 10, 14, 20, 28, 40, 56] as const;
/** Smallest and largest share of the picture a garment covers. */
const SHARE_MIN = 0.02;
const SHARE_MAX = 0.9;
/** A border pixel's contrast counts up to this many byte steps. */
const CONTRAST_MAX = 60;
/**
 * Change across an outline below which it does not lie on an edge, in byte steps, and over how many pixels to each
 * side.
 */
const WEAK = 12;
const WEAK_REACH = 2;

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

/** A threshold, and how well the outline it gives lies on edges of the picture, without losing area or fraying. */
export interface RatedThreshold {
  readonly threshold: number;
  readonly score: number;
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
 * Thresholds that leave a garment, the best first. One fixed threshold loses white garments on white or keeps the
 * shadows of dark ones.
 */
export function rateThresholds(distance: Float32Array, raster: Raster, noise: number): readonly RatedThreshold[] {
  const { width, height } = raster;
  const w = width >> 1;
  const h = height >> 1;
  const small = resizeValues(distance, width, height, w, h);
  const channels = smoothChannels(raster).map((channel) => resizeValues(channel, width, height, w, h));
  const candidates = THRESHOLDS.filter((threshold) => threshold >= 1.32 * noise)
    .map((threshold) => measure(floodBackground(small, w, h, threshold), channels, w, h, threshold))
    .filter(({ area }) => area >= SHARE_MIN * w * h && area <= SHARE_MAX * w * h);
  const largest = Math.max(...candidates.map(({ area }) => area));
  const smoothest = Math.min(
    ...candidates.filter(({ area }) => area > 0.5 * largest).map(({ roughness }) => roughness),
  );
  // Exponents set on 58 product photos: contrast decides, but not at the price of half a sleeve.
  const score = ({ contrast, area, roughness }: Candidate) =>
    contrast ** 0.62 * (area / largest) ** 2.5 * (smoothest / roughness) ** 1.2;
  return candidates.map((one) => ({ threshold: one.threshold, score: score(one) })).sort((a, b) => b.score - a.score);
}

/**
 * Share of the outline of a background that lies on no edge of the picture: it runs along the shine of the paper, or a
 * shadow.
 */
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

/**
 * Mean change of the picture along the outline of a background (1 outside, 0 inside), in byte steps, 0 to 60: how clear
 * the edges are that it runs along.
 */
export function outlineContrast(background: Uint8Array, raster: Raster): number {
  return measure(background, smoothChannels(raster), raster.width, raster.height, 0).contrast;
}

/** The three channels without their finest noise. */
function smoothChannels({ width, height, data }: Raster): Float32Array<ArrayBuffer>[] {
  return [0, 1, 2].map((c) =>
    boxFilter(
      planeOf(width * height, (i) => data[i * 3 + c]),
      width,
      height,
      1,
    ),
  );
}

/** How much the picture changes across a pixel, to both sides and up and down, sum of the channels. */
function stepAt(channels: readonly Float32Array[], i: number, width: number, reach: number): number {
  let step = 0;
  for (const channel of channels)
    step +=
      Math.abs(channel[i + reach] - channel[i - reach]) +
      Math.abs(channel[i + reach * width] - channel[i - reach * width]);
  return step;
}

/** Visits what is no background but borders on it, except within a margin of the picture. */
function eachOutlinePixel(
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

function measure(
  background: Uint8Array,
  channels: readonly Float32Array[],
  width: number,
  height: number,
  threshold: number,
): Candidate {
  let area = 0;
  for (let y = 1; y < height - 1; y++) for (let x = 1; x < width - 1; x++) area += 1 - background[y * width + x];
  let contrast = 0;
  let outline = 0;
  eachOutlinePixel(background, width, height, 1, (i) => {
    outline++;
    contrast += Math.min(CONTRAST_MAX, stepAt(channels, i, width, 1));
  });
  return {
    threshold,
    area,
    contrast: contrast / Math.max(1, outline),
    roughness: outline / Math.sqrt(Math.max(1, area)),
  };
}
