import { checkpointAt } from '../../checkpoint.ts';
import { blur } from '../../pixels/filters.ts';
import { patchFill } from '../../pixels/patch-fill.ts';
import { maskOf } from '../../pixels/planes.ts';
import type { Plane, Raster } from '../../pixels/raster.ts';
import { sourceAround } from './around.ts';

/**
 * Misfit of the patches of a fill of more than a tenth of the picture, in byte steps, from which it is torn pieces.
 * Measured on photos: 20 to 24 where stone, grass and a fence go on, 27 to 38 where benches, windows and streets do
 * not.
 */
const TORN = 26;
/** Softness of the seam in pixels. */
const SEAM = 1.2;

/** A picture with what was under a mask filled. */
export interface MaskFill {
  readonly raster: Raster;
  /** Tells whether a large fill is torn pieces, for nothing around the mask goes on under it. */
  isTorn(): boolean;
}

/**
 * The picture with what is under the mask replaced by what is around it: patches of the surroundings, so that texture
 * and lines go on. `strength` 0 to 1 is how much of the fill is seen.
 */
export function fillMask(picture: Raster, mask: Plane, strength: number, random: () => number): MaskFill {
  const { width, height, data } = picture;
  const hole = maskOf(mask.data.length, (i) => mask.data[i] > 0);
  const source = sourceAround(picture, hole);
  const { colours: filled, misfit } = patchFill(
    { width, height, colours: Float32Array.from(data), hole, source },
    random,
  );
  const share = blur(mask.data, width, height, SEAM);
  const out = { width, height, data: new Uint8ClampedArray(data) };
  for (let i = 0; i < hole.length; i++) {
    checkpointAt(i);
    if (!hole[i]) continue;
    // Within the hole alone: a pixel that was not to be repainted keeps its bytes.
    const weight = Math.min(1, share[i] * 2) * strength;
    for (let c = 0; c < 3; c++) out.data[i * 3 + c] = data[i * 3 + c] + (filled[i * 3 + c] - data[i * 3 + c]) * weight;
  }
  return { raster: out, isTorn: () => misfit() > TORN };
}
