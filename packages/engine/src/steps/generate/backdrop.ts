import sharp from 'sharp';
import { clamp } from '../../pixels/geometry.ts';
import type { Raster } from '../../pixels/raster.ts';

/** Radius of the blur of what lies farthest behind somebody, as a share of the height: that of a portrait lens. */
const DEFOCUS = 0.0032;
/** Height above the soles at which a scene is as far out of focus as it gets, as a share of the picture's. */
const FAR = 0.55;

/**
 * The scene as a lens sees it that is focused on somebody: sharp on the floor they stand on, softer the farther behind;
 * soft all over where no floor is seen (`soles` is null).
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
