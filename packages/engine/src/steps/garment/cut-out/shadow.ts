import { distanceTo } from '../../../pixels/distance.ts';
import { boxFilter } from '../../../pixels/filters.ts';
import { luma } from '../../../pixels/lab.ts';
import { planeOf } from '../../../pixels/planes.ts';
import type { Raster } from '../../../pixels/raster.ts';
import type { Background } from './background.ts';

/** Least distance of cloth from the background, in byte steps, that distinguishes it from a shadow. */
const DIFFERENCE_MIN = 40;
/** Greatest reach of a shadow with edges of its own into the outline, as a share of the picture's shorter side. */
const DEPTH_SHARE = 0.03;
/** Steepest step within such a shadow, and within a soft shadow, which may reach anywhere, in byte steps. */
const STEP_MAX = 15;
const SOFT_STEP_MAX = 3;
/**
 * Greatest lightness of an unevenly lit wall above the background fitted to its border, in byte steps over three
 * channels.
 */
const LIGHTER_MAX = 24;
/** Greatest difference of a shadow in hue, in byte steps. */
const HUE_MAX = 16;
/**
 * Darkest shadow: its distance from the background as a share of the cloth's, and in byte steps. The second limit does
 * not apply beside coloured cloth.
 */
const SHADE_SHARE = 0.6;
const SHADE_MAX = 115;
const SHADE_SHARE_BESIDE_HUE = 0.8;
/** Least difference in hue of nearly all pixels of coloured cloth, in byte steps, and the share of the exceptions. */
const CLOTH_HUE_MIN = 40;
const CLOTH_HUE_QUANTILE = 0.15;
/** Quantile of the distances within an outline that is cloth, if the outline also holds shadows. */
const CLOTH_QUANTILE = 0.7;
/** Step between sampled pixels. */
const SAMPLE_STEP = 7;
const HUE_SAMPLE_STEP = 31;
/** Greatest removed area, as a share of the rest. */
const REMOVED_MAX = 0.6;
/** Greatest growth of the outline's length, as a factor. Removing a shadow from a gap lengthens the outline. */
const FRAYED_MAX = 1.06;
const FRAYED_BESIDE_HUE_MAX = 1.15;

/**
 * Lets the background flow into soft grey shadows around the garment. It undoes this if it removes too much or frays
 * the outline, because it then removes white stripes or black cloth.
 */
export function peelShadow(
  raster: Raster,
  background: Background,
  outside: Uint8Array<ArrayBuffer>,
): Uint8Array<ArrayBuffer> {
  const { width, height, data } = raster;
  const difference = clothDistance(background.distance, outside);
  if (difference <= DIFFERENCE_MIN) return outside;
  const isTold = isToldByHue(raster, background, outside);
  const limit = isTold ? SHADE_SHARE_BESIDE_HUE * difference : Math.min(SHADE_SHARE * difference, SHADE_MAX);
  const lumas = planeOf(width * height, (i) => luma(data, i));
  const light = boxFilter(lumas, width, height, 1);
  const softLight = boxFilter(lumas, width, height, 3);
  const depthMax = Math.min(width, height) * DEPTH_SHARE;
  const depth = distanceTo(outside, width, height, depthMax);
  const isShade = (i: number) =>
    background.distance[i] < limit && isUnevenLight(data, i, background.colourAt(i % width, Math.floor(i / width)));
  const peeled = outside.slice();
  const stack: number[] = [];
  for (let i = width; i < peeled.length - width; i++) if (peeled[i]) stack.push(i);
  for (let i = stack.pop(); i !== undefined; i = stack.pop()) {
    const x = i % width;
    for (const j of [x > 0 ? i - 1 : -1, x < width - 1 ? i + 1 : -1, i - width, i + width]) {
      if (j < 0 || j >= peeled.length || peeled[j]) continue;
      const flows =
        depth[j] < depthMax
          ? Math.abs(light[i] - light[j]) < STEP_MAX
          : Math.abs(softLight[i] - softLight[j]) < SOFT_STEP_MAX;
      if (!flows || !isShade(j)) continue;
      peeled[j] = 1;
      stack.push(j);
    }
  }
  return isHarmless(outside, peeled, width, isTold ? FRAYED_BESIDE_HUE_MAX : FRAYED_MAX) ? peeled : outside;
}

function isUnevenLight(data: Uint8ClampedArray, i: number, colour: readonly [number, number, number]): boolean {
  const light = colour.reduce((sum, value, c) => sum + data[i * 3 + c] - value, 0);
  return light < LIGHTER_MAX && hueFrom(data, i, colour) < HUE_MAX;
}

/** Difference in hue of a pixel from a colour, in byte steps. */
function hueFrom(data: Uint8ClampedArray, i: number, [red, green, blue]: readonly [number, number, number]): number {
  const r = data[i * 3] - red;
  const g = data[i * 3 + 1] - green;
  const b = data[i * 3 + 2] - blue;
  return Math.abs(r - g) + Math.abs(g - b);
}

/** True if hue separates nearly all of an outline's content from a shadow of any darkness. */
function isToldByHue({ width, data }: Raster, background: Background, outside: Uint8Array): boolean {
  const hues: number[] = [];
  for (let i = 0; i < outside.length; i += HUE_SAMPLE_STEP)
    if (!outside[i]) hues.push(hueFrom(data, i, background.colourAt(i % width, Math.floor(i / width))));
  return (hues.sort((a, b) => a - b)[Math.floor(hues.length * CLOTH_HUE_QUANTILE)] ?? 0) > CLOTH_HUE_MIN;
}

function isHarmless(before: Uint8Array, after: Uint8Array, width: number, frayedMax: number): boolean {
  let removed = 0;
  let left = 0;
  for (let i = 0; i < before.length; i++) {
    removed += after[i] - before[i];
    left += 1 - after[i];
  }
  return removed <= REMOVED_MAX * left && outlineLength(after, width) <= outlineLength(before, width) * frayedMax;
}

function outlineLength(mask: Uint8Array, width: number): number {
  let count = 0;
  for (let i = 0; i < mask.length - width; i++)
    count += (mask[i] === mask[i + 1] ? 0 : 1) + (mask[i] === mask[i + width] ? 0 : 1);
  return count;
}

function clothDistance(distance: Float32Array, outside: Uint8Array): number {
  const sample: number[] = [];
  for (let i = 0; i < distance.length; i += SAMPLE_STEP) if (!outside[i]) sample.push(distance[i]);
  return sample.sort((a, b) => a - b)[Math.floor(sample.length * CLOTH_QUANTILE)] ?? 0;
}
