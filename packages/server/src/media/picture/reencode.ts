import { PICTURE_AREA_PIXELS_MAX } from '@atelier/contract';
import sharp, { type SharpOptions } from 'sharp';
import { damaged, type PictureFormat, type PictureHeader } from './header.ts';

/** JPEG and lossy WebP quality: one more generation at 95 without chroma subsampling is not visible. */
const QUALITY = 95;
/**
 * Largest area written as WebP, in pixels; a larger picture becomes a lossless PNG, written row by row. The WebP
 * encoder holds 13 bytes a pixel. It fails on large flat pictures: it met the 512 KiB limit of a VP8 first partition at
 * 50 megapixels.
 */
const WEBP_AREA_PIXELS_MAX = 4_000_000;
/**
 * Encoder effort of WebP, 0 to 6. Compared with the default 4, effort 0 makes files 16 % larger in 40 % of the time (24
 * megapixels).
 */
const WEBP_EFFORT = 0;
const ENCODERS = {
  // Optimised Huffman tables would save 15 % but hold all coefficients: 12 bytes a pixel instead of a few rows.
  jpeg: { quality: QUALITY, chromaSubsampling: '4:4:4', optimiseCoding: false },
  png: {},
  webp: { quality: QUALITY, effort: WEBP_EFFORT, smartSubsample: true },
};

/** Memory of a decode that does not depend on the picture: row buffers, code, slack of the allocator. */
const BASE_HELD_BYTES = 24 * 1024 * 1024;
/** Growth of the resident set in bytes a pixel, measured at 24 and 50 megapixels (libvips 8.18, libwebp 1.6). */
const WEBP_DECODE_BYTES_PER_PIXEL = 8.5;
const WEBP_ENCODE_BYTES_PER_PIXEL = 4.5;
/** A progressive JPEG is held as 16-bit coefficients. */
const JPEG_COEFFICIENT_BYTES = 2;

/** A truncated or inconsistent file is an error; a warning, as for odd metadata, is not. */
const DECODE_OPTIONS: SharpOptions = { failOn: 'error', limitInputPixels: PICTURE_AREA_PIXELS_MAX };

/**
 * The format a picture is written in: its own, except that a large or lossless WebP becomes a PNG. Lossless WebP would
 * cost 27 bytes a pixel and ten times the time.
 */
function targetFormat({ format, width, height, isLossless }: PictureHeader): PictureFormat {
  return format === 'webp' && (isLossless || width * height > WEBP_AREA_PIXELS_MAX) ? 'png' : format;
}

/**
 * Peak memory of decoding and writing a picture, in bytes: an estimate for the gate, 10 to 20 % above the measured
 * values.
 */
export function heldBytes(header: PictureHeader): number {
  const { format, width, height, channels, sampleBytes, isProgressive, isTurned } = header;
  let perPixel = 0;
  if (format === 'jpeg' && isProgressive) perPixel += channels * JPEG_COEFFICIENT_BYTES;
  if (format === 'png' && isProgressive) perPixel += channels * sampleBytes;
  if (format === 'webp') perPixel += WEBP_DECODE_BYTES_PER_PIXEL;
  if (targetFormat(header) === 'webp') perPixel += WEBP_ENCODE_BYTES_PER_PIXEL;
  // Rows come top to bottom; turning needs all of them.
  if (isTurned) perPixel += channels * sampleBytes;
  return BASE_HELD_BYTES + perPixel * width * height;
}

/**
 * Turns off libvips' operation cache for the whole process. It would keep the decoders of the last hundred pictures:
 * 700 MB after eight progressive JPEGs of 24 megapixels. No upload is decoded twice.
 */
export function forgetDecodedPictures(): void {
  sharp.cache(false);
}

/**
 * Decodes every pixel of a file and writes them to a new one. The new file is upright, 8-bit sRGB, with alpha, without
 * metadata, with the first frame of an animation. Throws MediaRejection for a file that does not decode completely, and
 * write errors as they are.
 */
export async function reencode(source: string, header: PictureHeader, target: string) {
  const format = targetFormat(header);
  const picture = sharp(source, DECODE_OPTIONS).autoOrient().toColourspace('srgb');
  try {
    const { width, height, size } = await picture.toFormat(format, ENCODERS[format]).toFile(target);
    return { format, width, height, sizeBytes: size };
  } catch (error) {
    throw (await decodes(source, DECODE_OPTIONS)) ? error : damaged(header.format, error);
  }
}

/**
 * True if the whole file decodes, shrunk to one pixel. After a failure this tells a bad source from a failed write: the
 * library's messages do not ("unable to write to target" stands for both).
 */
export async function decodes(source: string | Uint8Array, options: SharpOptions): Promise<boolean> {
  try {
    await sharp(source, options).resize({ width: 1, height: 1, fit: 'fill', fastShrinkOnLoad: false }).raw().toBuffer();
    return true;
  } catch {
    return false;
  }
}
