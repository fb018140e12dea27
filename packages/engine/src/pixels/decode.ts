import sharp, { type Sharp } from 'sharp';
import { checkpoint } from '../checkpoint.ts';
import { planeOf } from './planes.ts';
import { createRaster, type Raster, type Size } from './raster.ts';

/** A decoded picture and its transparency, if it has any. */
export interface DecodedPicture {
  readonly raster: Raster;
  /** Opacity of each pixel, 0 to 1; null for an opaque picture. */
  readonly alpha: Float32Array | null;
}

/** Decodes a picture upright, in sRGB and on white. A picture larger than `fit` is scaled down to fit into it. */
export async function decodePicture(bytes: Uint8Array, fit: Size): Promise<DecodedPicture> {
  const { data, info } = await sharp(bytes)
    .autoOrient()
    .toColourspace('srgb')
    .resize(fit.width, fit.height, { fit: 'inside', withoutEnlargement: true })
    .raw()
    .toBuffer({ resolveWithObject: true });
  checkpoint();
  const { width, height, channels } = info;
  if (channels === 3) return { raster: { width, height, data: new Uint8ClampedArray(data) }, alpha: null };
  const raster = createRaster(width, height);
  const alpha = planeOf(width * height, (i) => data[i * 4 + 3] / 255);
  for (let i = 0; i < alpha.length; i++)
    for (let c = 0; c < 3; c++) raster.data[i * 3 + c] = data[i * 4 + c] * alpha[i] + 255 * (1 - alpha[i]);
  return { raster, alpha: alpha.some((share) => share < 0.5) ? alpha : null };
}

/** The size of a picture after its rotation is applied. */
export async function sizeOfPicture(bytes: Uint8Array): Promise<Size> {
  const { width, height } = (await sharp(bytes).metadata()).autoOrient;
  return { width, height };
}

/**
 * Decodes a picture upright, in sRGB and on white, at exactly the given size. The size must have the picture's ratio.
 */
export async function decodeAt(bytes: Uint8Array, { width, height }: Size): Promise<Raster> {
  return pixelsOf(onWhite(bytes).resize(width, height, { fit: 'fill' }), { width, height });
}

/**
 * Decodes a picture so that it covers a size. The crop takes as much from both sides, or only from the top to keep a
 * scene's floor.
 */
export async function decodeCovering(
  bytes: Uint8Array,
  { width, height }: Size,
  kept: 'centre' | 'south' = 'centre',
): Promise<Raster> {
  return pixelsOf(onWhite(bytes).resize(width, height, { fit: 'cover', position: kept }), { width, height });
}

/** Resizes a raster to exactly the given size with Lanczos resampling. */
export async function resizeRaster(raster: Raster, { width, height }: Size): Promise<Raster> {
  if (raster.width === width && raster.height === height) return raster;
  return pixelsOf(pictureOf(raster).resize(width, height, { fit: 'fill' }), { width, height });
}

/** A raster as a picture for sharp. */
export function pictureOf({ width, height, data }: Raster): Sharp {
  return sharp(data, { raw: { width, height, channels: 3 } });
}

/** An encoded picture, upright, in sRGB and on white. */
export function onWhite(bytes: Uint8Array): Sharp {
  return sharp(bytes).autoOrient().toColourspace('srgb').flatten({ background: '#ffffff' });
}

/** The pixels of a picture that has three channels and the given size. */
export async function pixelsOf(picture: Sharp, { width, height }: Size): Promise<Raster> {
  const data = await picture.raw().toBuffer();
  checkpoint();
  return { width, height, data: new Uint8ClampedArray(data) };
}

/** A picture as a PNG file with fast compression, for the next pipeline. */
export function pngOf(picture: Raster): Promise<Uint8Array> {
  return pictureOf(picture).png({ compressionLevel: 1 }).toBuffer();
}
