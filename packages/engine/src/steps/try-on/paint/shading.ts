import { distanceTo } from '../../../pixels/distance.ts';
import { dominantColour, everySecond } from '../../../pixels/dominant-colour.ts';
import { blur, boxFilter, maskedBlur, resizeValues } from '../../../pixels/filters.ts';
import { clamp, smoothstep } from '../../../pixels/geometry.ts';
import { luma } from '../../../pixels/lab.ts';
import { maskOf, pixelsWhere, planeOf } from '../../../pixels/planes.ts';
import type { Size } from '../../../pixels/raster.ts';
import type { Scene } from '../scene.ts';
import type { Uncovered } from './uncovered.ts';

/** Widths of the two blurs in shoulder widths. Folds are wider than the first and narrower than the second. */
const FOLD = 0.018;
const SURROUNDINGS = 0.25;
/**
 * Distance from the old garment's edge within which its light is that of the edge, such as a hem's. Then the length of
 * folds beyond it. Unit: shoulder widths.
 */
const EDGE = 0.04;
const RUN_OUT = 0.3;
/** Share of cloth around a pixel from which the pixel is far from every edge. */
const OFF_EDGE = 0.97;
/** Factor of the halved picture for blurs, because folds are wide. */
const SHRINK = 2;

/**
 * Reads folds and shadows of the old garment, only on its dominant colour. Its print would look like light and show
 * through the new garment. `relative` is the light beside that of its surroundings at each pixel, 0.6 to 1.3; 1 without
 * information. `strength` is its reliability, 0 to 1: low for prints, stripes and near black.
 */
export function readShading({ colours, body, placement }: Scene, { old }: Uncovered) {
  const { width, height, rgb, pixelAt } = everySecond(colours, placement);
  const size = width * height;
  const light = planeOf(size, (j) => luma(colours, pixelAt(j)));
  const cloth = pixelsWhere(size, (j) => old[pixelAt(j)] > 0.9);
  const none = { relative: new Float32Array(placement.width * placement.height).fill(1), strength: 0 };
  if (cloth.length < 200) return none;
  const radius = Math.round((4 * placement.scale) / SHRINK);
  const { mask, share } = dominantColour(rgb, { width, height }, cloth, radius);
  const sigma = (body.shoulderWidth * placement.scale) / SHRINK;
  const folds = maskedBlur(light, mask, width, height, sigma * FOLD);
  const surroundings = maskedBlur(light, mask, width, height, sigma * SURROUNDINGS);
  const strength = trust(folds, surroundings, mask, share);
  const around = boxFilter(mask, width, height, Math.round(sigma * EDGE));
  const read = planeOf(size, (j) => clamp((folds[j] + 6) / (surroundings[j] + 6), 0.6, 1.3));
  const known = maskOf(size, (j) => around[j] > OFF_EDGE && surroundings[j] > 3);
  const relative = runOut(read, known, { width, height }, sigma);
  return { relative: resizeValues(relative, width, height, placement.width, placement.height), strength };
}

/** Plain, light cloth of one colour gives the most reliable shading. */
function trust(folds: Float32Array, surroundings: Float32Array, mask: Float32Array, dominantShare: number): number {
  let variation = 0;
  let light = 0;
  let count = 0;
  for (let j = 0; j < mask.length; j += 3) {
    if (!mask[j]) continue;
    variation += Math.abs(folds[j] - surroundings[j]) / (surroundings[j] + 8);
    light += surroundings[j];
    count++;
  }
  if (count === 0) return 0;
  return (
    clamp(1.25 - (variation / count) * 5) *
    clamp((light / count - 12) / 40, 0.25, 1) *
    clamp((dominantShare - 0.3) / 0.3)
  );
}

/**
 * Known light, fading out from the nearest known pixel. Folds continue beyond a hem; ending them along a line would
 * show that hem through the new cloth. `shoulders` is the shoulder width in pixels.
 */
function runOut(read: Float32Array, known: Uint8Array, { width, height }: Size, shoulders: number): Float32Array {
  const away = distanceTo(known, width, height, RUN_OUT * shoulders);
  const at = (x: number, y: number) => clamp(Math.round(y), 0, height - 1) * width + clamp(Math.round(x), 0, width - 1);
  const out = planeOf(read.length, (j) => {
    if (known[j]) return read[j];
    const fading = 1 - smoothstep(0, RUN_OUT * shoulders, away[j]);
    if (fading === 0) return 1;
    const [x, y] = [j % width, Math.floor(j / width)];
    // The nearest known pixel lies down the slope of the distance.
    const nearest = at(
      x - (away[j] * (away[at(x + 1, y)] - away[at(x - 1, y)])) / 2,
      y - (away[j] * (away[at(x, y + 1)] - away[at(x, y - 1)])) / 2,
    );
    return known[nearest] ? 1 + (read[nearest] - 1) * fading : 1;
  });
  const soft = blur(out, width, height, shoulders * FOLD);
  return planeOf(out.length, (j) => (known[j] ? out[j] : soft[j]));
}
