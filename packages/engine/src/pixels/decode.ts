import sharp, { type Sharp } from 'sharp';
import { checkpoint } from '../checkpoint.ts';
import type { Raster, Size } from './raster.ts';

/** A decoded picture and, where it has one, its transparency. */
export interface DecodedPicture {
  readonly raster: Raster;
  /** 0 to 1 a pixel; null for an opaque picture. */
  readonly alpha: Float32Array<ArrayBuffer> | null;
}

/**
 * Decodes a picture upright and in sRGB, made smaller to fit into `fit`, never larger; transparency is laid on white.
 */
export async function decodePicture(bytes: Uint8Array, fit: Size): Promise<DecodedPicture> {
  const { data, info } = await sharp(bytes)
    .autoOrient()
    .toColourspace('srgb')
    .ensureAlpha()
    .resize(fit.width, fit.height, { fit: 'inside', withoutEnlargement: true })
    .raw()
    .toBuffer({ resolveWithObject: true });
  checkpoint();
  const { width, height } = info;
  const raster = { width, height, data: new Uint8ClampedArray(width * height * 3) };
  const alpha = new Float32Array(width * height);
  let transparent = false;
  for (let i = 0; i < width * height; i++) {
    const share = data[i * 4 + 3] / 255;
    alpha[i] = share;
    transparent ||= share < 0.5;
    for (let c = 0; c < 3; c++) raster.data[i * 3 + c] = data[i * 4 + c] * share + 255 * (1 - share);
  }
  return { raster, alpha: transparent ? alpha : null };
}

/** The size of a picture as it is seen, upright. */
export async function sizeOfPicture(bytes: Uint8Array): Promise<Size> {
  const { width, height } = (await sharp(bytes).metadata()).autoOrient;
  return { width, height };
}

/** Decodes a picture at exactly a size of its own ratio, upright and in sRGB; transparency is laid on white. */
export async function decodeAt(bytes: Uint8Array, { width, height }: Size): Promise<Raster> {
  return pixelsOf(onWhite(bytes).resize(width, height, { fit: 'fill' }), { width, height });
}

/**
 * Decodes a picture so that it covers a size. It is cropped evenly on both sides, or above only to keep a scene's
 * floor.
 */
export async function decodeCovering(
  bytes: Uint8Array,
  { width, height }: Size,
  kept: 'centre' | 'south' = 'centre',
): Promise<Raster> {
  return pixelsOf(onWhite(bytes).resize(width, height, { fit: 'cover', position: kept }), { width, height });
}

/** Resizes a raster to exactly a size, with Lanczos. */
export async function resizeRaster(raster: Raster, { width, height }: Size): Promise<Raster> {
  if (raster.width === width && raster.height === height) return raster;
  const picture = sharp(raster.data, { raw: { width: raster.width, height: raster.height, channels: 3 } });
  return pixelsOf(picture.resize(width, height, { fit: 'fill' }), { width, height });
}

/** An encoded picture upright and in sRGB, its transparency laid on white. */
function onWhite(bytes: Uint8Array): Sharp {
  return sharp(bytes).autoOrient().toColourspace('srgb').flatten({ background: '#ffffff' });
}

/** The pixels of a picture of three channels that has a size. */
async function pixelsOf(picture: Sharp, { width, height }: Size): Promise<Raster> {
  const data = await picture.raw().toBuffer();
  checkpoint();
  return { width, height, data: new Uint8ClampedArray(data) };
}
