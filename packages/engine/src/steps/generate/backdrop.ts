import sharp from 'sharp';
import type { Raster, Size } from '../../pixels/raster.ts';

/** A picture of a scene, cut to the size around its middle. */
export async function sceneBackdrop(bytes: Uint8Array, { width, height }: Size): Promise<Raster> {
  const data = await sharp(bytes)
    .autoOrient()
    .toColourspace('srgb')
    .flatten({ background: '#ffffff' })
    .resize(width, height, { fit: 'cover', position: 'south' })
    .raw()
    .toBuffer();
  return { width, height, data: new Uint8ClampedArray(data) };
}
