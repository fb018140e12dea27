import { distanceTo } from '../../../pixels/distance.ts';
import { boxFilter } from '../../../pixels/filters.ts';
import { clamp } from '../../../pixels/geometry.ts';
import { inverted, planeOf } from '../../../pixels/planes.ts';
import type { Raster, Size } from '../../../pixels/raster.ts';
import type { Background } from './background.ts';

/** Width in pixels of the garment's edge that is mixed with the background. */
export const EDGE_PIXELS = 4;

/** Radius in pixels of the smoothing of the depth within an outline, which runs twice, and the greatest depth. */
const STEPS_RADIUS = 2;
const DEPTH_MAX = 12;

/** Distance in pixels from an outline that is far enough for all that follows its edge. */
const FAR = 32;

/**
 * Distances of every pixel from an outline, in pixels: `inside` for pixels inside it, `outside` for the others.
 * Infinite beyond {@link FAR}.
 */
export interface Distances {
  readonly inside: Float32Array;
  readonly outside: Float32Array;
}

/** Measures the distances of every pixel from the outline of a silhouette (1 inside, 0 outside). */
export function distancesOf(silhouette: Uint8Array<ArrayBuffer>, { width, height }: Raster): Distances {
  return {
    inside: distanceTo(inverted(silhouette), width, height, FAR),
    outside: distanceTo(silhouette, width, height, FAR),
  };
}

/** Depths within an outline where alpha begins and is whole, in pixels. */
const ALPHA_FROM = 0.8;
const ALPHA_WHOLE = 2.5;

/**
 * Alpha, 0 to 1 a pixel, of a silhouette with a soft edge. The depth within the outline is smoothed, because the
 * outline's steps would become teeth in an enlarged photo.
 */
export function softOutline({ width, height }: Size, { inside, outside }: Distances): Float32Array<ArrayBuffer> {
  const depth = planeOf(inside.length, (i) =>
    inside[i] > 0 ? Math.min(inside[i], DEPTH_MAX) - 0.5 : 0.5 - Math.min(outside[i], DEPTH_MAX),
  );
  const smooth = boxFilter(boxFilter(depth, width, height, STEPS_RADIUS), width, height, STEPS_RADIUS);
  return smooth.map((value) => clamp((value - ALPHA_FROM) / (ALPHA_WHOLE - ALPHA_FROM)));
}

/**
 * Computes the share of cloth in a mixed pixel from its colour, if the background and the inner cloth are known. It may
 * only lower the alpha.
 */
export function matteKnownBackground(
  { width, height, data }: Raster,
  background: Background,
  alpha: Float32Array,
  { inside, outside }: Distances,
): void {
  const band = Math.max(8, Math.round(Math.min(width, height) * 0.014));
  const source = spreadFrom(
    width,
    height,
    (i) => inside[i] > band,
    (i) => outside[i] < 2,
  );
  for (let i = 0; i < alpha.length; i++) {
    if (alpha[i] <= 0 || inside[i] > band || source[i] < 0) continue;
    const base = background.colourAt(i);
    let along = 0;
    let length = 0;
    for (let c = 0; c < 3; c++) {
      const cloth = data[source[i] * 3 + c] - base[c];
      along += cloth * (data[i * 3 + c] - base[c]);
      length += cloth * cloth;
    }
    if (length > 45 * 45) alpha[i] = Math.min(alpha[i], clamp((along / length - 0.22) / 0.5));
  }
  const smooth = boxFilter(alpha, width, height, 1);
  for (let i = 0; i < alpha.length; i++) if (inside[i] <= band) alpha[i] = clamp(smooth[i] * 1.15 - 0.08);
}

/** Gives every pixel of the edge and outside it the colour of the nearest solid cloth. */
export function carryColours(
  { width, height, data }: Raster,
  { inside, outside }: Distances,
  alpha: Float32Array,
): Raster {
  const isSolid = (i: number) => inside[i] > EDGE_PIXELS && alpha[i] > 0.97;
  const source = spreadFrom(width, height, isSolid, (i) => outside[i] <= 24);
  const carried = new Uint8ClampedArray(data);
  for (let i = 0; i < alpha.length; i++)
    if (source[i] >= 0 && !isSolid(i)) for (let c = 0; c < 3; c++) carried[i * 3 + c] = data[source[i] * 3 + c];
  return { width, height, data: carried };
}

/** For each reachable pixel, the index of the nearest start pixel by steps; −1 elsewhere. */
function spreadFrom(
  width: number,
  height: number,
  isStart: (i: number) => boolean,
  mayReach: (i: number) => boolean,
): Int32Array {
  const size = width * height;
  const source = new Int32Array(size).fill(-1);
  for (let i = 0; i < size; i++) if (isStart(i)) source[i] = i;
  const queue = new Int32Array(size);
  let end = 0;
  const reach = (i: number, from: number) => {
    if (source[i] >= 0 || !mayReach(i)) return;
    source[i] = from;
    queue[end++] = i;
  };
  const spread = (i: number) => {
    const [x, from] = [i % width, source[i]];
    if (x > 0) reach(i - 1, from);
    if (x < width - 1) reach(i + 1, from);
    if (i >= width) reach(i - width, from);
    if (i + width < size) reach(i + width, from);
  };
  for (let i = 0; i < size; i++) if (source[i] === i) spread(i);
  for (let next = 0; next < end; next++) spread(queue[next]);
  return source;
}
