import { distanceTo } from '../../../pixels/distance.ts';
import { boxFilter } from '../../../pixels/filters.ts';
import { clamp } from '../../../pixels/geometry.ts';
import { inverted, maskOf, planeOf } from '../../../pixels/planes.ts';
import { pushPull } from '../../../pixels/push-pull.ts';
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
export function distancesOf(silhouette: Uint8Array, { width, height }: Raster): Distances {
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
export function softOutline({ width, height }: Size, { inside, outside }: Distances): Float32Array {
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
  { inside }: Distances,
): void {
  const band = Math.max(8, Math.round(Math.min(width, height) * 0.014));
  const inner = maskOf(alpha.length, (i) => inside[i] > band);
  if (!inner.includes(1)) return;
  const cloth = pushPull(data, inner, width, height);
  for (let i = 0; i < alpha.length; i++) {
    if (alpha[i] <= 0 || inside[i] > band) continue;
    const base = background.colourAt(i);
    let along = 0;
    let length = 0;
    for (let c = 0; c < 3; c++) {
      const difference = cloth[i * 3 + c] - base[c];
      along += difference * (data[i * 3 + c] - base[c]);
      length += difference * difference;
    }
    if (length > 45 * 45) alpha[i] = Math.min(alpha[i], clamp((along / length - 0.22) / 0.5));
  }
  const smooth = boxFilter(alpha, width, height, 1);
  for (let i = 0; i < alpha.length; i++) if (inside[i] <= band) alpha[i] = clamp(smooth[i] * 1.15 - 0.08);
}

/** Gives every pixel of the edge and outside it the colours of the solid cloth around. */
export function carryColours({ width, height, data }: Raster, { inside }: Distances, alpha: Float32Array): Raster {
  const solid = maskOf(alpha.length, (i) => inside[i] > EDGE_PIXELS && alpha[i] > 0.97);
  if (!solid.includes(1)) return { width, height, data };
  return { width, height, data: new Uint8ClampedArray(pushPull(data, solid, width, height)) };
}
