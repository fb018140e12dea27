import { checkpointAt } from '../../checkpoint.ts';
import { blur } from '../../pixels/filters.ts';
import { patchFill } from '../../pixels/patch-fill.ts';
import { maskOf } from '../../pixels/planes.ts';
import type { Plane, Raster } from '../../pixels/raster.ts';
import { EngineRejection } from '../../rejection.ts';
import { sourceAround } from './around.ts';

/** Share of the picture from which a fill is worth a look: what was there can only be guessed. */
export const LARGE_SHARE = 0.1;
/**
 * Misfit of the patches of so large a fill, in byte steps, from which it is torn pieces. Measured on photos: 20 to 24 where stone, grass
 * and a fence go on, 27 to 38 where benches, windows and streets do not.
 */
const TORN = 26;
/** Softness of the seam in pixels. */
const SEAM = 1.2;

/**
 * The picture with what is under the mask replaced by what is around it: patches of the surroundings, so that texture and
 * lines go on. `strength` 0 to 1 is how much of the fill is seen. Throws EngineRejection where nothing around a large mask
 * goes on under it.
 */
export function fillMask(picture: Raster, mask: Plane, strength: number, random: () => number): Raster {
  const { width, height, data } = picture;
  const hole = maskOf(mask.data.length, (i) => mask.data[i] > 0);
  const source = sourceAround(picture, hole);
  const { colours: filled, misfit } = patchFill({ width, height, colours: Float32Array.from(data), hole, source }, random);
  if (shareOf(hole) > LARGE_SHARE && misfit() > TORN)
    throw new EngineRejection(
      'What is around the mask does not go on under it: patches of it would lie there like torn pieces. Use a mask of less, before one kind of ground such as a wall, a floor, a lawn or the sky, or an engine that generates.',
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
  return out;
}

const shareOf = (hole: Uint8Array) => hole.reduce((sum, value) => sum + value, 0) / hole.length;
