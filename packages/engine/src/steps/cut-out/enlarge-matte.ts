import { blur, resizeValues } from '../../pixels/filters.ts';
import { clamp } from '../../pixels/geometry.ts';
import type { Plane, Size } from '../../pixels/raster.ts';

/** Enlargement from which the steps of an outline are visible. */
const SEEN_FROM = 1.15;
/** Standard deviation of the blur that rounds a step, in pixels of the smaller plane. */
const ROUNDING = 0.85;
/** Factor that makes the edge steep again, as soft as that of the enlarged picture. */
const STEEPNESS = 1.9;

/** A matte at another size. An enlarged outline is smooth, without the steps of the smaller matte. */
export function resizeMatte({ width, height, data }: Plane, to: Size): Plane {
  const resized = resizeValues(data, width, height, to.width, to.height);
  return { ...to, data: withoutSteps(resized, to, to.width / width) };
}

/** A bilinearly enlarged matte without the steps along its outline. */
export function withoutSteps(matte: Float32Array, { width, height }: Size, enlargement: number): Float32Array {
  if (enlargement < SEEN_FROM) return matte;
  const round = blur(matte, width, height, ROUNDING * enlargement);
  for (let i = 0; i < round.length; i++) round[i] = clamp((round[i] - 0.5) * STEEPNESS + 0.5);
  return round;
}
