import { findComponents } from '../../../pixels/components.ts';
import { distanceTo } from '../../../pixels/distance.ts';
import { blur } from '../../../pixels/filters.ts';
import { inverted, maskAbove, maskOf, pixelsWhere, sumOf } from '../../../pixels/planes.ts';
import type { Raster } from '../../../pixels/raster.ts';
import { fitBackground, PAPER } from './background.ts';
import { cutOutAlong, type GarmentCutOut } from './cut-out.ts';

/** Greatest distance of a hole's colour from the background's, as a multiple of its noise; never below PAPER. */
const LIKE_NOISE = 4;
/**
 * Smallest hole as a share of the bag, and the least distance of its middle from its edge in pixels. Stitches and shine
 * are smaller.
 */
const HOLE_SHARE_MIN = 0.0005;
const HOLE_DEPTH_MIN = 2;
/** Width of a strap beside a bag, as a share of the root of the bag's area. */
const STRAP_SHARE = 0.07;
/** Least width of a row of the body, as a share of the greatest width. */
const BODY_WIDTH_MIN = 0.6;
/** Largest share of a bag with the background's colour; above it, light patches are leather. */
const ALIKE_MAX = 0.25;

/**
 * Removes the background from the loops of a bag's handles and of straps at its sides, which the cut-out leaves
 * closed. `raster` is the original photo.
 */
export function openHandles(raster: Raster, cutOut: GarmentCutOut): GarmentCutOut {
  const { width, height } = raster;
  const { silhouette } = cutOut;
  const background = fitBackground(raster);
  const like = Math.max(PAPER, LIKE_NOISE * background.noise);
  const alike = maskOf(silhouette.length, (i) => silhouette[i] === 1 && background.distanceAt(i) < like);
  const covered = sumOf(silhouette);
  if (sumOf(alike) > ALIKE_MAX * covered) return cutOut;
  const { labels, sizes } = findComponents(alike, width, height);
  const depth = distanceTo(inverted(alike), width, height);
  const inside = distanceTo(inverted(silhouette), width, height);
  const body = topOfBody(silhouette, width, height);
  const deepest = new Float32Array(sizes.length);
  const top = new Float32Array(sizes.length).fill(height);
  const rim = new Float32Array(sizes.length).fill(width);
  for (let i = 0; i < labels.length; i++) {
    deepest[labels[i]] = Math.max(deepest[labels[i]], depth[i]);
    top[labels[i]] = Math.min(top[labels[i]], Math.floor(i / width));
    rim[labels[i]] = Math.min(rim[labels[i]], inside[i]);
  }
  const isHole = sizes.map(
    (size, label) =>
      label > 0 &&
      size > HOLE_SHARE_MIN * covered &&
      deepest[label] > HOLE_DEPTH_MIN &&
      (top[label] < body || rim[label] < STRAP_SHARE * Math.sqrt(covered)),
  );
  if (!isHole.includes(true)) return cutOut;
  const opened = Float32Array.from(silhouette, (value, i) => (labels[i] && isHole[labels[i]] ? 0 : value));
  const smooth = blur(opened, width, height, 1);
  return cutOutAlong(raster, maskAbove(smooth, 0.5), cutOut.confidence, background);
}

/**
 * The first row of a product's body, nearly as wide as its widest row. Handles and straps are above. A pixel above 0.5
 * is product.
 */
export function topOfBody(silhouette: ArrayLike<number>, width: number, height: number): number {
  const isProduct = (row: number) => (x: number) => silhouette[row * width + x] > 0.5;
  const rows = Array.from({ length: height }, (_, y) => pixelsWhere(width, isProduct(y)).length);
  const widest = Math.max(...rows);
  return rows.findIndex((count) => count >= BODY_WIDTH_MIN * widest);
}
