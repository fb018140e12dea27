import sharp from 'sharp';
import { WHITE } from './plain-picture.ts';

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
