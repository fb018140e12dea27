import fs from 'node:fs/promises';
import { checkpoint } from '../checkpoint.ts';
import { onWhite } from './decode.ts';
import type { Raster, Size } from './raster.ts';

/**
 * Pictures on disk as plain pixels, to process a few rows at a time if they are too large for memory. Reading uses
 * libvips' own format, which sharp writes: a header of 64 bytes, then rows from top to bottom without padding.
 */

const HEADER_BYTES = 64;
/** First four bytes of a little-endian file. */
const MAGIC = 0xb6a6f208;
/** Offsets in the header of the columns, rows, values a pixel and bits. */
const [WIDTH_AT, HEIGHT_AT, BANDS_AT, BITS_AT] = [4, 8, 12, 16];
const BANDS = 3;

/** A picture whose rows can be read. */
export interface ReadablePixels extends Size {
  /** Reads `count` rows from `top` on. They must lie within the file. */
  rows(top: number, count: number): Promise<Raster>;
  close(): Promise<void>;
}

/** A picture that is written from top to bottom. */
export interface WritablePixels {
  /** Adds rows. */
  write(rows: Raster): Promise<void>;
  /** Resolves when the whole file is on disk. */
  close(): Promise<void>;
}

/**
 * Decodes a picture at its own size, upright, in sRGB and on white, into a file. The file's name must end in `.v`.
 * Formats with rows are never in memory as a whole.
 */
export async function decodeToFile(bytes: Uint8Array, file: string): Promise<void> {
  await onWhite(bytes).toFile(file);
  checkpoint();
}

/**
 * Opens a file of pixels that this module wrote; the caller closes it. Rejects for another content or a missing file.
 */
export async function openPixels(file: string): Promise<ReadablePixels> {
  const handle = await fs.open(file, 'r');
  const { buffer: header } = await handle.read(Buffer.alloc(HEADER_BYTES), 0, HEADER_BYTES, 0);
  const [width, height] = [header.readInt32LE(WIDTH_AT), header.readInt32LE(HEIGHT_AT)];
  if (header.readUInt32BE(0) !== MAGIC || header.readInt32LE(BANDS_AT) !== BANDS || header.readInt32LE(BITS_AT) !== 8) {
    await handle.close();
    throw new Error(`${file} holds no pixels of three bytes`);
  }
  const stride = width * BANDS;
  return {
    width,
    height,
    async rows(top, count) {
      const data = new Uint8ClampedArray(count * stride);
      const { bytesRead } = await handle.read(data, 0, data.length, HEADER_BYTES + top * stride);
      if (bytesRead !== data.length) throw new Error(`${file} ends before row ${top + count}`);
      return { width, height: count, data };
    },
    close: () => handle.close(),
  };
}

/** Rows of a strip. A reader holds one strip in memory. */
const STRIP_ROWS = 16;
/** Numbers of TIFF 6.0: types of values with their bytes, and the fields that describe the pixels. */
const [SHORT, LONG] = [3, 4] as const;
const VALUE_BYTES = { [SHORT]: 2, [LONG]: 4 } as const;
const FIELD_BYTES = 12;

/** A field of a TIFF file: tag, type and values. */
type Field = readonly [tag: number, type: typeof SHORT | typeof LONG, values: readonly number[]];

/**
 * Begins a file of pixels as plain TIFF, below 4 GB, replacing an existing file. Readers hold one strip of a TIFF, but
 * libvips would map a file of its own format into memory as a whole.
 */
export async function createPixels(file: string, size: Size): Promise<WritablePixels> {
  const handle = await fs.open(file, 'w', 0o600);
  await handle.writeFile(tiffHeader(size)).catch(async (error: unknown) => {
    await handle.close();
    throw error;
  });
  return {
    write: ({ data }) => handle.writeFile(Buffer.from(data.buffer, data.byteOffset, data.byteLength)),
    close: () => handle.close(),
  };
}

/** The bytes of a TIFF file before its pixels, three bytes a pixel (TIFF 6.0, sections 2 and 6). */
function tiffHeader({ width, height }: Size): Buffer {
  const strips = Math.ceil(height / STRIP_ROWS);
  const rowsOf = (strip: number) => Math.min(STRIP_ROWS, height - strip * STRIP_ROWS);
  const ofStrips = (value: (strip: number) => number) => Array.from({ length: strips }, (_, strip) => value(strip));
  const fields = (pixelsAt: number): Field[] => [
    [256, LONG, [width]],
    [257, LONG, [height]],
    // Bits of each channel; not compressed; red, green and blue.
    [258, SHORT, [8, 8, 8]],
    [259, SHORT, [1]],
    [262, SHORT, [2]],
    [273, LONG, ofStrips((strip) => pixelsAt + strip * STRIP_ROWS * width * BANDS)],
    [277, SHORT, [BANDS]],
    [278, LONG, [STRIP_ROWS]],
    [279, LONG, ofStrips((strip) => rowsOf(strip) * width * BANDS)],
  ];
  const bytesOf = ([, type, values]: Field) => VALUE_BYTES[type] * values.length;
  const beyond = fields(0).filter((field) => bytesOf(field) > 4);
  const valuesAt = 8 + 2 + fields(0).length * FIELD_BYTES + 4;
  const header = Buffer.alloc(beyond.reduce((sum, field) => sum + bytesOf(field), valuesAt));
  header.write('II*\0\x08\0\0\0', 'latin1');
  header.writeUInt16LE(fields(0).length, 8);
  let [at, free] = [10, valuesAt];
  for (const field of fields(header.length)) {
    const [tag, type, values] = field;
    header.writeUInt16LE(tag, at);
    header.writeUInt16LE(type, at + 2);
    header.writeUInt32LE(values.length, at + 4);
    const inside = bytesOf(field) <= 4;
    if (!inside) header.writeUInt32LE(free, at + 8);
    values.forEach((value, k) => {
      header.writeUIntLE(value, (inside ? at + 8 : free) + k * VALUE_BYTES[type], VALUE_BYTES[type]);
    });
    if (!inside) free += bytesOf(field);
    at += FIELD_BYTES;
  }
  return header;
}
