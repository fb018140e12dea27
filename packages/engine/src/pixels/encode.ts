import { pictureOf } from './decode.ts';
import type { Raster } from './raster.ts';

/** A picture as a PNG file with fast compression, for the next pipeline. */
export function pngOf(picture: Raster): Promise<Uint8Array> {
  return pictureOf(picture).png({ compressionLevel: 1 }).toBuffer();
}
