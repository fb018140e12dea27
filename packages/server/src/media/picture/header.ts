import { open } from 'node:fs/promises';
import { PICTURE_AREA_PIXELS_MAX, PICTURE_SIDE_PIXELS_MAX } from '@atelier/contract';
import sharp from 'sharp';
import { MediaRejection } from '../rejection.ts';
import { formatOf, HEAD_BYTES, otherKindOf, type PictureFormat } from './format.ts';
import { countJpegScans } from './jpeg-scans.ts';
import { isLosslessWebp } from './webp-coding.ts';

/**
 * Fewest pixels of a picture: one block of 8 × 8, the smallest unit a JPEG is made of. Whether more is enough for a
 * purpose is for the engine to say; this only keeps out tracking pixels and empty files.
 */
const AREA_PIXELS_MIN = 64;
/**
 * Most scans of a JPEG. Encoders make about ten. Each costs a pass over the whole picture whatever its bytes hold:
 * 2,600 empty ones in a file of 490 kB kept a core busy for 21 s at 50 megapixels, and the decoder cannot be
 * interrupted.
 */
const JPEG_SCANS_MAX = 100;

/** The properties of a picture in its file's header, before any pixel is decoded. */
export interface PictureHeader {
  readonly format: PictureFormat;
  /** Pixels as stored, before EXIF orientation; of the first frame where there are several. */
  readonly width: number;
  readonly height: number;
  /** Samples of a pixel, 1 to 5, and bytes of a sample, 1 or 2. */
  readonly channels: number;
  readonly sampleBytes: number;
  /** A progressive JPEG or an interlaced PNG: decoding needs the whole picture in memory. */
  readonly isProgressive: boolean;
  /** EXIF says that the picture is shown turned or mirrored. */
  readonly isTurned: boolean;
  /** Coded without loss. */
  readonly isLossless: boolean;
}

/**
 * Reads and checks the header of a file. Throws MediaRejection for a file that is not a JPEG, PNG or WebP, or is too
 * large or too costly to decode.
 */
export async function readHeader(path: string): Promise<PictureHeader> {
  const format = await readFormat(path);
  // Without a limit here, so that the message can name the size; nothing is decoded yet.
  const found = await sharp(path, { failOn: 'error', limitInputPixels: false }).metadata().catch(rejectDamaged(format));
  if (found.format !== format) throw damaged(format);
  checkSize(found.width, found.height);
  if (format === 'jpeg' && found.isProgressive) await checkScans(path);
  return {
    format,
    width: found.width,
    height: found.height,
    channels: found.channels,
    sampleBytes: found.depth === 'ushort' ? 2 : 1,
    isProgressive: found.isProgressive,
    isTurned: (found.orientation ?? 1) > 1,
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
    `The ${NAMES[format]} file is damaged or incomplete. Send the whole, unbroken picture.`,
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
  if (head.length === 0)
    throw new MediaRejection('invalid_request', 'The file is empty; send a JPEG, PNG or WebP picture.');
  const format = formatOf(head);
  if (format) return format;
  const given = otherKindOf(head) ?? 'of an unknown kind';
  throw new MediaRejection(
    'unsupported_media_type',
    `The file is ${given} by its bytes; JPEG, PNG and WebP are accepted.`,
  );
}

async function readHead(path: string): Promise<Uint8Array> {
  const handle = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}

function checkSize(width: number, height: number): void {
  const area = width * height;
  if (width > PICTURE_SIDE_PIXELS_MAX || height > PICTURE_SIDE_PIXELS_MAX || area > PICTURE_AREA_PIXELS_MAX) {
    const [sideMax, areaMax] = [PICTURE_SIDE_PIXELS_MAX.toLocaleString('en'), PICTURE_AREA_PIXELS_MAX / 1e6];
    throw new MediaRejection(
      'invalid_request',
      `The picture has ${pixels(width, height)} (${(area / 1e6).toFixed(1)} megapixels); at most ${sideMax} pixels a side and ${areaMax} megapixels are accepted.`,
    );
  }
  if (area < AREA_PIXELS_MIN) {
    throw new MediaRejection(
      'invalid_request',
      `The picture has ${pixels(width, height)}; at least ${AREA_PIXELS_MIN} pixels in all are needed.`,
    );
  }
}

function pixels(width: number, height: number): string {
  return `${width.toLocaleString('en')} × ${height.toLocaleString('en')} pixels`;
}

async function checkScans(path: string): Promise<void> {
  if ((await countJpegScans(path, JPEG_SCANS_MAX)) <= JPEG_SCANS_MAX) return;
  throw new MediaRejection(
    'invalid_request',
    `The JPEG has more than ${JPEG_SCANS_MAX} scans, the most allowed. Save it again as a plain JPEG.`,
  );
}
