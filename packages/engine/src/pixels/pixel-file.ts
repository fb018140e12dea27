import { createWriteStream } from 'node:fs';
import fs from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import sharp from 'sharp';
import { onWhite, pixelsOf } from './decode.ts';
import type { Raster, Size } from './raster.ts';

/** Pictures on disk as plain pixels, to process a few rows at a time if they are too large for memory. */

/**
 * Decodes a picture at its own size, upright, in sRGB and on white, into a file, and returns its size. The file's name
 * must end in `.v`, the format of libvips. Formats with rows are never in memory as a whole.
 */
export async function decodeToFile(bytes: Uint8Array, file: string): Promise<Size> {
  const { width, height } = await onWhite(bytes).toFile(file);
  return { width, height };
}

/** Reads `height` rows of a picture file from `top` on. They have the whole width and must lie within the file. */
export function readRows(file: string, top: number, { width, height }: Size): Promise<Raster> {
  // Else libvips would keep the removed file open, and with it its space on disk.
  sharp.cache({ files: 0 });
  return pixelsOf(sharp(file).extract({ left: 0, top, width, height }), { width, height });
}

/** The byte of a plain TIFF at which libtiff begins its rows: they follow the header without gaps. */
const ROWS_AT = 8;

/**
 * Writes the rows of a picture, several at a time, as plain TIFF below 4 GB. It replaces an existing file.
 * Readers hold one strip of a TIFF, but libvips would map a file of its own format into memory as a whole.
 */
export async function writePixels(file: string, size: Size, rows: AsyncIterable<Raster['data']>): Promise<void> {
  await fs.writeFile(file, '', { mode: 0o600 });
  const black = sharp({ create: { ...size, channels: 3, background: 'black' } });
  await black.tiff({ compression: 'none' }).toFile(file);
  await pipeline(rows, createWriteStream(file, { flags: 'r+', start: ROWS_AT }));
}
