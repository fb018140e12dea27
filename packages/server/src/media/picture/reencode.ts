import { PICTURE_AREA_PIXELS_MAX } from '@atelier/contract';
import sharp, { type Sharp, type SharpOptions } from 'sharp';
import type { PictureFormat } from './format.ts';
import { damaged, type PictureHeader } from './header.ts';

/** JPEG and lossy WebP quality: one more generation at 95 without chroma subsampling is not seen. */
const QUALITY = 95;
/**
 * Largest area written as WebP. Its encoder holds 13 bytes a pixel and fails on large flat pictures (512 KiB limit of a
 * VP8 first partition, met at 50 megapixels). A larger one becomes a PNG, which is written row by row and loses
 * nothing.
 */
const WEBP_AREA_PIXELS_MAX = 4_000_000;
/**
 * Encoder effort of WebP, 0 to 6. At 0 files are 16 % larger than at the default 4 and take 40 % of the time (24
 * megapixels).
 */
const WEBP_EFFORT = 0;

/** Memory of a decode that does not depend on the picture: buffers of rows, code, the allocator's slack. */
const BASE_HELD_BYTES = 24 * 1024 * 1024;
/** Bytes a pixel measured as growth of the resident set at 24 and 50 megapixels (libvips 8.18, libwebp 1.6). */
const WEBP_DECODE_BYTES_PER_PIXEL = 8.5;
const WEBP_ENCODE_BYTES_PER_PIXEL = 4.5;
/** A progressive JPEG is held as 16-bit coefficients. */
const JPEG_COEFFICIENT_BYTES = 2;

/** A file cut short or contradicting itself is an error; warnings, as for odd metadata, are not. */
const DECODE_OPTIONS: SharpOptions = { failOn: 'error', limitInputPixels: PICTURE_AREA_PIXELS_MAX };

/** A file written by `reencode`. */
export interface Reencoded {
  readonly format: PictureFormat;
  /** Pixels as shown. */
  readonly width: number;
  readonly height: number;
  readonly sizeBytes: number;
}

/**
 * The format a picture is written in: its own, but PNG for a large WebP, and for one without loss. The same pixels as
 * lossless WebP cost 27 bytes a pixel and ten times the time.
 */
function targetFormat({ format, width, height, isLossless }: PictureHeader): PictureFormat {
  return format === 'webp' && (isLossless || width * height > WEBP_AREA_PIXELS_MAX) ? 'png' : format;
}

/**
 * Memory that decoding and writing a picture holds at its peak, in bytes: an estimate for the gate, 10 to 20 % above
 * what was measured.
 */
export function heldBytes(header: PictureHeader): number {
  const { format, width, height, channels, sampleBytes, isProgressive, isTurned } = header;
  let perPixel = 0;
  if (format === 'jpeg' && isProgressive) perPixel += channels * JPEG_COEFFICIENT_BYTES;
  if (format === 'png' && isProgressive) perPixel += channels * sampleBytes;
  if (format === 'webp') perPixel += WEBP_DECODE_BYTES_PER_PIXEL;
  if (targetFormat(header) === 'webp') perPixel += WEBP_ENCODE_BYTES_PER_PIXEL;
  // Rows come top to bottom; to turn them all must be there.
  if (isTurned) perPixel += channels * sampleBytes;
  return BASE_HELD_BYTES + perPixel * width * height;
}

/**
 * Turns off libvips' cache of operations, for the whole process. It keeps the decoders of the last hundred pictures
 * with all they hold (700 MB after eight progressive JPEGs of 24 megapixels), and no upload is ever decoded twice.
 */
export function forgetDecodedPictures(): void {
  sharp.cache(false);
}

/**
 * Decodes every pixel of a file and writes them to a new one: upright, 8-bit sRGB with alpha where it had any, no
 * metadata, no bytes of the original. Of an animation the first frame. Throws MediaRejection for a file that does not
 * decode to its end, and the error itself when writing fails.
 */
export async function reencode(source: string, header: PictureHeader, target: string): Promise<Reencoded> {
  const format = targetFormat(header);
  const picture = sharp(source, DECODE_OPTIONS).autoOrient().toColourspace('srgb');
  try {
    const { width, height, size } = await encodeAs(picture, format).toFile(target);
    return { format, width, height, sizeBytes: size };
  } catch (error) {
    throw (await decodes(source)) ? error : damaged(header.format, error);
  }
}

function encodeAs(picture: Sharp, format: PictureFormat): Sharp {
  switch (format) {
    case 'jpeg':
      // Optimised Huffman tables would save 15 % and hold all coefficients: 12 bytes a pixel instead of a few rows.
      return picture.jpeg({ quality: QUALITY, chromaSubsampling: '4:4:4', optimiseCoding: false });
    case 'png':
      return picture.png();
    case 'webp':
      return picture.webp({ quality: QUALITY, effort: WEBP_EFFORT, smartSubsample: true });
  }
}

/**
 * True when the whole file can be decoded, shrunk to one pixel on the way. Asked after a failure: then the fault is
 * with what was being written. The library's messages do not tell the two apart ("unable to write to target" stands for
 * both).
 */
async function decodes(source: string): Promise<boolean> {
  try {
    await sharp(source, DECODE_OPTIONS)
      .resize({ width: 1, height: 1, fit: 'fill', fastShrinkOnLoad: false })
      .raw()
      .toBuffer();
    return true;
  } catch {
    return false;
  }
}
