import { checkpointAt } from '../checkpoint.ts';
import type { Plane, Raster, Size } from './raster.ts';

/**
 * A picture with colours laid over its own. Both have three values a pixel, 0 to 255; `share` is the opacity of the
 * upper ones at each pixel, 0 to 1.
 */
export function laidOver(
  { width, height, data }: Size & { readonly data: ArrayLike<number> },
  colours: ArrayLike<number>,
  share: (pixel: number) => number,
): Raster {
  const out = { width, height, data: new Uint8ClampedArray(data) };
  for (let i = 0; i < width * height; i++) {
    checkpointAt(i);
    const weight = share(i);
    if (weight > 0) for (let k = i * 3; k < i * 3 + 3; k++) out.data[k] = data[k] + (colours[k] - data[k]) * weight;
  }
  return out;
}

/** What a matte of the same size shows of a picture, on a ground of one grey. `brightness` is in sRGB bytes. */
export function onGrey({ width, height, data }: Raster, matte: Plane, brightness: number): Raster {
  const ground = { width, height, data: new Uint8Array(data.length).fill(brightness) };
  return laidOver(ground, data, (i) => matte.data[i]);
}
