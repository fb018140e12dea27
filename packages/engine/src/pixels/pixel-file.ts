import fs, { type FileHandle } from 'node:fs/promises';
import sharp from 'sharp';
import { checkpoint } from '../checkpoint.ts';
import { onWhite, pixelsOf } from './decode.ts';
import type { Raster, Size } from './raster.ts';

/** Pictures on disk as plain pixels, to process a few rows at a time if they are too large for memory. */

/**
 * Decodes a picture at its own size, upright, in sRGB and on white, into a file, and returns its size. The file's name
 * must end in `.v`, the format of libvips. Formats with rows are never in memory as a whole.
 */
export async function decodeToFile(bytes: Uint8Array, file: string): Promise<Size> {
  const { width, height } = await onWhite(bytes).toFile(file);
  checkpoint();
  return { width, height };
}

/** Reads `height` rows of a picture file from `top` on. They have the whole width and must lie within the file. */
export function readRows(file: string, top: number, { width, height }: Size): Promise<Raster> {
  // Else libvips would keep the removed file open, and with it its space on disk.
  sharp.cache({ files: 0 });
  return pixelsOf(sharp(file).extract({ left: 0, top, width, height }), { width, height });
}

const BANDS = 3;
/** Rows of a strip. A reader holds one strip in memory. */
const STRIP_ROWS = 16;
/** The number of 32-bit values in TIFF 6.0, here the type of every field. */
const LONG = 4;

/**
 * Begins a file of pixels as plain TIFF, below 4 GB, replacing an existing file. The caller appends rows and closes it.
 * Readers hold one strip of a TIFF, but libvips would map a file of its own format into memory as a whole.
 */
export async function createPixels(file: string, size: Size): Promise<FileHandle> {
  const handle = await fs.open(file, 'w', 0o600);
  await handle.writeFile(tiffHeader(size)).catch(async (error: unknown) => {
    await handle.close();
    throw error;
  });
  return handle;
}

/** The bytes of a TIFF file before its pixels, three bytes a pixel (TIFF 6.0, sections 2 and 6). */
function tiffHeader({ width, height }: Size): Buffer {
  const bytesOf = (rows: number) => rows * width * BANDS;
  const strips = Array.from({ length: Math.ceil(height / STRIP_ROWS) }, (_, strip) => strip * STRIP_ROWS);
  const fields = (pixelsAt: number): [tag: number, values: number[]][] => [
    [256, [width]],
    [257, [height]],
    // Bits of each channel; not compressed; red, green and blue.
    [258, [8, 8, 8]],
    [259, [1]],
    [262, [2]],
    [273, strips.map((top) => pixelsAt + bytesOf(top))],
    [277, [BANDS]],
    [278, [STRIP_ROWS]],
    [279, strips.map((top) => bytesOf(Math.min(STRIP_ROWS, height - top)))],
  ];
  /** Several values of a field follow the fields; each field has twelve bytes, and four end them. */
  const beyond = fields(0).flatMap(([, values]) => (values.length > 1 ? values : [])).length;
  const valuesAt = 12 + 12 * fields(0).length + 4;
  const [entries, lists]: [number[], number[]] = [[], []];
  for (const [tag, values] of fields(valuesAt + 4 * beyond)) {
    entries.push(tag + LONG * 2 ** 16, values.length, values.length > 1 ? valuesAt + 4 * lists.length : values[0]);
    if (values.length > 1) lists.push(...values);
  }
  const words = Uint32Array.of(...entries, 0, ...lists);
  return Buffer.concat([
    Buffer.from('II*\0\x0a\0\0\0\0\0', 'latin1'),
    Buffer.from([fields(0).length, 0]),
    Buffer.from(words.buffer),
  ]);
}
