import { blur } from '../../pixels/filters.ts';
import { laidOver } from '../../pixels/laid-over.ts';
import { patchFill } from '../../pixels/patch-fill.ts';
import { maskOf } from '../../pixels/planes.ts';
import type { Plane, Raster } from '../../pixels/raster.ts';
import { sourceAround } from './around.ts';

/**
 * Misfit in byte steps above which a fill of more than a tenth of the picture is torn. Measured on photos: 5 to 36
 * where a sky, grass and a fence continue, 49 to 73 where benches, windows and streets do not.
 */
const TORN = 43;
/** Softness of the seam in pixels. */
const SEAM = 1.2;

/** A picture with its masked part filled. */
export interface MaskFill {
  readonly raster: Raster;
  /** True if a large fill is torn, because nothing around the mask continues under it. */
  readonly isTorn: boolean;
}

/**
 * The picture with the masked part replaced by patches of its surroundings, so that texture and lines continue.
 * `strength` is the opacity of the fill, 0 to 1.
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
  // The fill stays within the hole: every other pixel keeps its bytes.
  const raster = laidOver(picture, filled, (i) => (hole[i] ? Math.min(1, share[i] * 2) * strength : 0));
  return { raster, isTorn: misfit > TORN };
}
