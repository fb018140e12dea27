import { smoothedColours } from '../../pixels/guided-filter.ts';
import type { Raster } from '../../pixels/raster.ts';

/** Radius of the averages. */
const RADIUS = 3;
/** Reach of the pixels that affect a result: a mean of fits to means. */
export const DENOISE_REACH = 2 * RADIUS;
/** Contrast (0 to 1) below which structure is noise at full strength. */
const NOISE_CONTRAST = 0.07;

/** The picture with weak structure smoothed and edges kept: each channel guided by the picture (He et al., 2010). */
export function denoised(source: Raster, strength: number): Raster {
  if (strength <= 0) return source;
  const smooth = smoothedColours(source, RADIUS, (NOISE_CONTRAST * strength) ** 2);
  return { ...source, data: new Uint8ClampedArray(smooth) };
}
