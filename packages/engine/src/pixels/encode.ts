import sharp from 'sharp';
import type { Raster } from './raster.ts';

/** A picture as a PNG file with fast compression, for the next pipeline. */
export function pngOf({ width, height, data }: Raster): Promise<Uint8Array> {
  return sharp(data, { raw: { width, height, channels: 3 } })
    .png({ compressionLevel: 1 })
    .toBuffer();
}
