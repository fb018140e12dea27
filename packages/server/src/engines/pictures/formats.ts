import fs from 'node:fs/promises';
import sharp, { type Sharp } from 'sharp';
import type { EngineOutput, EngineTask, GatheredPicture } from '../port.ts';

/** Ground that transparency is laid on. */
export const WHITE = '#ffffff';

/**
 * The task as every hosted engine takes it: pictures upright, in sRGB with 8 bits a channel, without transparency (on
 * white) and without metadata. Engines treat anything else differently.
 */
export async function withPlainPictures(task: EngineTask): Promise<EngineTask> {
  return { ...task, pictures: await Promise.all(task.pictures.map(plainPicture)) };
}

/** An upright 8-bit sRGB picture without transparency and metadata keeps its bytes; any other becomes a PNG. */
async function plainPicture(picture: GatheredPicture): Promise<GatheredPicture> {
  if (await isPlain(picture.bytes)) return picture;
  const plain = sharp(picture.bytes).autoOrient().toColourspace('srgb').flatten({ background: WHITE }).png();
  const { data, info } = await plain.toBuffer({ resolveWithObject: true });
  return { ...picture, bytes: data, width: info.width, height: info.height };
}

async function isPlain(bytes: Uint8Array): Promise<boolean> {
  const { format, space, depth, hasAlpha, orientation = 1, pages = 1, ...rest } = await sharp(bytes).metadata();
  const isKnown = format === 'jpeg' || format === 'png' || format === 'webp';
  const isOfEngines = isKnown && (space === 'srgb' || space === 'b-w') && depth === 'uchar' && pages === 1;
  const hasMetadata = [rest.exif, rest.icc, rest.iptc, rest.xmp, rest.comments].some((part) => part !== undefined);
  return isOfEngines && !hasAlpha && orientation === 1 && !hasMetadata;
}

/** Qualities to try, of 100, the best first. */
const QUALITIES = [95, 85, 75];

/** By how much the sides shrink once no quality is low enough. */
const SHRINKING = 0.8;

/** Longest side that a JPEG can have, in pixels. */
const JPEG_SIDE_MAX = 65_535;

/** Bounds of a file that an engine takes. */
export interface JpegBounds {
  readonly bytesMax: number;
  /** Longest side, in pixels. Absent: as long as it is. */
  readonly sideMax?: number;
}

/** The picture as a JPEG within these bounds, on white. First its quality falls, then its size. */
export async function jpegWithin(
  bytes: Uint8Array,
  { bytesMax, sideMax = JPEG_SIDE_MAX }: JpegBounds,
): Promise<Uint8Array> {
  const { width, height } = await sharp(bytes).metadata();
  for (let side = Math.min(sideMax, Math.max(width, height)); ; side = Math.ceil(side * SHRINKING)) {
    const sized = sharp(bytes)
      .flatten({ background: WHITE })
      .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true });
    for (const quality of QUALITIES) {
      const jpeg = await sized.clone().jpeg({ quality, chromaSubsampling: '4:4:4' }).toBuffer();
      if (jpeg.byteLength <= bytesMax) return jpeg;
    }
  }
}

/** Pixels on disk, maybe too many for memory. */
export type PixelFile = Extract<EngineOutput, { kind: 'pixel_file' }>;

/** Pixels of an output. Those on disk are to be read once from top to bottom, a few rows at a time. */
export function pixelsOf(output: PixelFile | Extract<EngineOutput, { kind: 'pixels' }>): Sharp {
  const { width, height } = output;
  if (output.kind === 'pixels') return sharp(output.rgb, { raw: { width, height, channels: 3 } });
  // Else libvips kept the open file, and with it its space on disk, for the next who asks for the same.
  sharp.cache({ files: 0 });
  return sharp(output.path, { limitInputPixels: width * height, sequentialRead: true });
}

/** Removes the file of an output, if it has one. */
export async function discardPixels(output: EngineOutput): Promise<void> {
  if (output.kind === 'pixel_file') await fs.rm(output.path, { force: true });
}
