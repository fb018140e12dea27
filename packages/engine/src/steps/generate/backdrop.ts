import sharp from 'sharp';
import { clamp } from '../../pixels/geometry.ts';
import type { Raster } from '../../pixels/raster.ts';

/** Radius of the blur of the farthest background, as a share of the height, as with a portrait lens. */
const DEFOCUS = 0.0032;
/** Height above the soles where the blur of a scene is greatest, as a share of the picture's height. */
const FAR = 0.55;

/**
 * The scene with the focus on the person: sharp on the floor at their feet, softer the farther behind. Soft everywhere
 * without a visible floor (`soles` is null).
 */
export async function behindSomebody(scene: Raster, soles: number | null): Promise<Raster> {
  const { width, height, data } = scene;
  const soft = await sharp(data, { raw: { width, height, channels: 3 } })
    .blur(Math.max(0.5, DEFOCUS * height))
    .raw()
    .toBuffer();
  const out = new Uint8ClampedArray(data.length);
  for (let y = 0; y < height; y++) {
    const share = soles === null ? 1 : clamp((soles - y) / (FAR * height));
    for (let k = y * width * 3; k < (y + 1) * width * 3; k++) out[k] = data[k] + (soft[k] - data[k]) * share;
  }
  return { width, height, data: out };
}
