import { guidedFilter } from '../../pixels/guided-filter.ts';
import { planeOf } from '../../pixels/planes.ts';
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
  const { width, height, data } = source;
  const size = width * height;
  const out = { width, height, data: new Uint8ClampedArray(size * 3) };
  const filter = guidedFilter(source, RADIUS, (NOISE_CONTRAST * strength) ** 2);
  for (let c = 0; c < 3; c++) {
    const smooth = filter(planeOf(size, (i) => data[i * 3 + c] / 255));
    for (let i = 0; i < size; i++) out.data[i * 3 + c] = smooth[i] * 255;
  }
  return out;
}
