import fs from 'node:fs/promises';
import sharp from 'sharp';
import { checkpoint } from '../checkpoint.ts';
import type { Raster, Size } from './raster.ts';

/**
 * A picture on disk as plain pixels, so that one too large for memory can be worked on a few rows at a time. The format is
 * libvips' own, which sharp reads and writes: a header of 64 bytes, then rows from top to bottom without padding.
 */

const HEADER_BYTES = 64;
/** First four bytes of a file whose numbers are stored with the lowest byte first. */
const MAGIC = 0xb6a6f208;
/** Where the header says how many columns, rows, and values a pixel there are. */
const [WIDTH_AT, HEIGHT_AT, BANDS_AT, BITS_AT, SPACE_AT] = [4, 8, 12, 16, 28];
const [HORIZONTAL_PIXELS_PER_MM_AT, VERTICAL_PIXELS_PER_MM_AT] = [32, 36];
/** libvips' number for sRGB. */
const SRGB = 22;
const BANDS = 3;

/** A picture to read rows of. */
export interface ReadablePixels extends Size {
  /** Rows from `top` on, as a picture of their own; they must lie within the file. */
  rows(top: number, count: number): Promise<Raster>;
  close(): Promise<void>;
}

/** A picture to write, from top to bottom. */
export interface WritablePixels {
  /** Adds rows. */
  write(rows: Raster): Promise<void>;
  /** Resolves when all of it is on disk. */
  close(): Promise<void>;
}

/**
 * Decodes a picture at its own size, upright and in sRGB, into a file whose name must end in `.v`; transparency is laid on
 * white. The formats that come in rows are never in memory as a whole.
 */
export async function decodeToFile(bytes: Uint8Array, file: string): Promise<void> {
  const picture = sharp(bytes).autoOrient().toColourspace('srgb').flatten({ background: '#ffffff' });
  await picture.toFile(file);
  checkpoint();
}

/** Opens a file of pixels. */
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

/** Begins a file of pixels, in place of one that is there. */
export async function createPixels(file: string, { width, height }: Size): Promise<WritablePixels> {
  const handle = await fs.open(file, 'w', 0o600);
  const header = Buffer.alloc(HEADER_BYTES);
  header.writeUInt32BE(MAGIC, 0);
  for (const [at, value] of [
    [WIDTH_AT, width],
    [HEIGHT_AT, height],
    [BANDS_AT, BANDS],
    [BITS_AT, 8],
    [SPACE_AT, SRGB],
  ])
    header.writeInt32LE(value, at);
  for (const at of [HORIZONTAL_PIXELS_PER_MM_AT, VERTICAL_PIXELS_PER_MM_AT]) header.writeFloatLE(1, at);
  await handle.writeFile(header);
  return {
    write: ({ data }) => handle.writeFile(Buffer.from(data.buffer, data.byteOffset, data.byteLength)),
    close: () => handle.close(),
  };
}
