import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { PICTURE_AREA_PIXELS_MAX, PICTURE_SIDE_PIXELS_MAX } from '@atelier/contract';
import sharp from 'sharp';
import { MediaRejection } from '../rejection.ts';
import { countJpegScans } from './jpeg-scans.ts';

/**
 * Fewest pixels of a picture: one block of 8 × 8, the smallest unit a JPEG is made of. Whether more is enough for a
 * purpose is for the engine to say; this only keeps out tracking pixels and empty files.
 */
const AREA_PIXELS_MIN = 64;
/**
 * Most scans of a JPEG. Encoders make about ten. Each costs a pass over the whole picture whatever its bytes hold. At
 * 50 megapixels, 2,600 empty scans in a file of 490 kB kept a core busy for 21 s. Nothing can interrupt the decoder.
 */
const JPEG_SCANS_MAX = 100;

/** The properties of a picture in its file's header, before any pixel is decoded. */
export type PictureHeader = Awaited<ReturnType<typeof readHeader>>;

/**
 * Reads and checks the header of a file. Throws MediaRejection for a file that is not a JPEG, PNG or WebP, or is too
 * large or too costly to decode.
 */
export async function readHeader(path: string) {
  const format = await readFormat(path);
  // Without a limit here, so that the message can name the size; nothing is decoded yet.
  const found = await sharp(path, { failOn: 'error', limitInputPixels: false }).metadata().catch(rejectDamaged(format));
  if (found.format !== format) throw damaged(format);
  checkSize(found.width, found.height);
  if (format === 'jpeg' && found.isProgressive) await checkScans(path);
  return {
    format,
    /** Pixels as stored, before EXIF orientation; of the first frame where there are several. */
    width: found.width,
    height: found.height,
    /** Samples of a pixel, 1 to 5, and bytes of a sample, 1 or 2. */
    channels: found.channels,
    sampleBytes: found.depth === 'ushort' ? 2 : 1,
    /** A progressive JPEG or an interlaced PNG: decoding needs the whole picture in memory. */
    isProgressive: found.isProgressive,
    /** EXIF says that the picture is shown turned or mirrored. */
    isTurned: (found.orientation ?? 1) > 1,
    /** Coded without loss. */
    isLossless: format === 'png' || (format === 'webp' && (await isLosslessWebp(path))),
  };
}

/**
 * The rejection of a file that begins like a picture and does not go on as one. `cause` is the decoder's own message,
 * for the log.
 */
export function damaged(format: PictureFormat, cause?: unknown): MediaRejection {
  return new MediaRejection(
    'invalid_request',
    `The ${NAMES[format]} file is damaged or incomplete. Send the whole, unbroken image.`,
    { cause },
  );
}

const NAMES = { jpeg: 'JPEG', png: 'PNG', webp: 'WebP' } as const satisfies Record<PictureFormat, string>;

function rejectDamaged(format: PictureFormat) {
  return (error: unknown): never => {
    throw damaged(format, error);
  };
}

async function readFormat(path: string): Promise<PictureFormat> {
  const head = await readHead(path);
  if (head === '') throw new MediaRejection('invalid_request', 'The file is empty; send a JPEG, PNG or WebP image.');
  const format = formatOf(head);
  if (format) return format;
  const given = otherKindOf(head) ?? 'of an unknown kind';
  throw new MediaRejection(
    'unsupported_media_type',
    `The file is ${given} by its bytes; JPEG, PNG and WebP are accepted.`,
  );
}

/** The first bytes of a file, each as a character. */
async function readHead(path: string): Promise<string> {
  await using handle = await open(path, 'r');
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
  return buffer.toString('latin1', 0, bytesRead);
}

function checkSize(width: number, height: number): void {
  const area = width * height;
  if (width > PICTURE_SIDE_PIXELS_MAX || height > PICTURE_SIDE_PIXELS_MAX || area > PICTURE_AREA_PIXELS_MAX) {
    const [sideMax, areaMax] = [PICTURE_SIDE_PIXELS_MAX.toLocaleString('en'), PICTURE_AREA_PIXELS_MAX / 1e6];
    throw new MediaRejection(
      'invalid_request',
      `The image has ${pixels(width, height)} (${(area / 1e6).toFixed(1)} megapixels); at most ${sideMax} pixels a side and ${areaMax} megapixels are accepted.`,
    );
  }
  if (area < AREA_PIXELS_MIN) {
    throw new MediaRejection(
      'invalid_request',
      `The image has ${pixels(width, height)}; at least ${AREA_PIXELS_MIN} pixels in all are needed.`,
    );
  }
}

function pixels(width: number, height: number): string {
  return `${width.toLocaleString('en')} × ${height.toLocaleString('en')} pixels`;
}

async function checkScans(path: string): Promise<void> {
  if ((await countJpegScans(createReadStream(path), JPEG_SCANS_MAX)) <= JPEG_SCANS_MAX) return;
  throw new MediaRejection(
    'invalid_request',
    `The JPEG has more than ${JPEG_SCANS_MAX} scans, the most allowed. Save it again as a plain JPEG.`,
  );
}

/** Length of `RIFF`, the file's length and `WEBP`, in bytes. */
const FILE_HEADER_BYTES = 12;
/** Length of a chunk's name and size, in bytes. */
const CHUNK_HEADER_BYTES = 8;
/** Length of the place, size and duration before the chunks of an animation frame, in bytes. */
const FRAME_HEADER_BYTES = 16;
/** Most chunks to search: the picture's data follows a handful, and a hostile file may have thousands of empty ones. */
const CHUNKS_MAX = 64;

/**
 * True if the first frame of a WebP file is lossless (chunk `VP8L`); false if it is lossy (`VP8 `) or there is none.
 * Container: developers.google.com/speed/webp/docs/riff_container.
 */
async function isLosslessWebp(path: string): Promise<boolean> {
  await using handle = await open(path, 'r');
  const header = Buffer.alloc(CHUNK_HEADER_BYTES);
  let offset = FILE_HEADER_BYTES;
  for (let seen = 0; seen < CHUNKS_MAX; seen++) {
    const { bytesRead } = await handle.read(header, 0, CHUNK_HEADER_BYTES, offset);
    if (bytesRead < CHUNK_HEADER_BYTES) return false;
    const name = header.toString('latin1', 0, 4);
    if (name === 'VP8L') return true;
    if (name === 'VP8 ') return false;
    const lengthBytes = header.readUInt32LE(4);
    // A frame's chunks lie inside it; any other chunk is skipped, to an even offset.
    offset += CHUNK_HEADER_BYTES + (name === 'ANMF' ? FRAME_HEADER_BYTES : lengthBytes + (lengthBytes % 2));
  }
  return false;
}

/** Formats a picture may come in; also the names sharp has for them. */
export type PictureFormat = 'jpeg' | 'png' | 'webp';

/** Media types of the formats. */
export const MIME_TYPES = { jpeg: 'image/jpeg', png: 'image/png', webp: 'image/webp' } as const satisfies Record<
  PictureFormat,
  string
>;

/** Bytes from the start of a file that tell its format: a text format may begin with white space and a comment. */
const HEAD_BYTES = 512;

/**
 * The format of a picture by its first bytes, or null. Neither the name nor the stated type of a file is ever asked.
 */
function formatOf(head: string): PictureFormat | null {
  if (head.startsWith('\xff\xd8\xff')) return 'jpeg';
  if (head.startsWith('\x89PNG\r\n\x1a\n')) return 'png';
  return head.startsWith('RIFF') && head.startsWith('WEBP', 8) ? 'webp' : null;
}

/**
 * The common name of a file that the service does not accept, such as `a GIF` or `an HTML page`; null for unknown
 * bytes. For messages only.
 */
function otherKindOf(head: string): string | null {
  const signed = SIGNATURES.find(([offset, signature]) => head.startsWith(signature, offset));
  if (signed) return signed[2];
  const markup = /^(?:\xef\xbb\xbf)?\s*(<.*)/s.exec(head)?.[1] ?? '';
  if (/<svg/i.test(markup)) return 'an SVG';
  return /^<(?:!doctype html|html)/i.test(markup) ? 'an HTML page' : null;
}

/**
 * Signatures of formats that people send by mistake, as in the database of file(1). The first match counts: HEIF brands
 * before other boxes.
 */
const SIGNATURES: readonly (readonly [offset: number, signature: string, kind: string])[] = [
  [0, 'GIF8', 'a GIF'],
  [4, 'ftypavif', 'an AVIF'],
  [4, 'ftypavis', 'an AVIF'],
  [4, 'ftyphei', 'a HEIC'],
  [4, 'ftyphev', 'a HEIC'],
  [4, 'ftypmif1', 'a HEIC'],
  [4, 'ftypmsf1', 'a HEIC'],
  [4, 'ftyp', 'a video'],
  [0, '\x1aE\xdf\xa3', 'a video'],
  [0, 'II*\0', 'a TIFF'],
  [0, 'MM\0*', 'a TIFF'],
  [0, 'BM', 'a BMP'],
  [0, '\xff\x0a', 'a JPEG XL'],
  [4, 'JXL ', 'a JPEG XL'],
  [0, '8BPS', 'a Photoshop file'],
  [0, '%PDF', 'a PDF'],
  [0, 'PK\x03\x04', 'a ZIP archive'],
];
