import { randomUUID } from 'node:crypto';
import fs from 'node:fs/promises';
import path from 'node:path';
import { scaledSize } from '@atelier/contract';
import sharp from 'sharp';
import type { WorkOrder } from '../../work-order.ts';
import type { EngineOutput, GatheredPicture, Place } from '../port.ts';
import { type PixelFile, readPixels, WHITE } from './formats.ts';
import { haveOneRatio, MASK_IS_EMPTY, plainMask, wrongShape } from './mask.ts';

/** An engine's paint, received by the service. */
export type Painted = Extract<EngineOutput, { kind: 'pixels' | 'pixel_file' }>;

/** Softness of the edge of the paint as shares: of how far the mask was widened, and at most of the longer side. */
const SOFTNESS = 0.15;
const SOFTNESS_MAX = 0.002;

/** libvips' own format: a header of this many bytes, then rows from top to bottom without padding. */
const HEADER_BYTES = 64;
/** Bytes of a pixel. */
const BANDS = 3;
/** Pixels that are mixed at a time. */
const PIXELS_AT_ONCE = 256 * 1024;

/**
 * The pictures of an inpaint as every engine gets them. The source has the size of the output; the mask is plain,
 * widened and of that size. A text says why the mask cannot be used.
 */
export async function inpaintPictures(
  { resolution, options }: Pick<WorkOrder, 'resolution' | 'options'>,
  pictures: readonly GatheredPicture[],
): Promise<readonly GatheredPicture[] | string> {
  const { source: given, mask } = partsOf(pictures);
  const wrong = wrongShape(mask, given);
  if (wrong !== null) return `${mask.pointer}: ${wrong}`;
  const source = options.isScaled ? await scaledTo(given, scaledSize(given, resolution)) : given;
  const { width, height } = source;
  const bytes = await plainMask(mask.bytes, source, options.maskExpansionPercent ?? 0);
  if (bytes === null) return `${mask.pointer}: ${MASK_IS_EMPTY}`;
  return pictures.map((one) => (one === given ? source : one === mask ? { ...mask, bytes, width, height } : one));
}

function partsOf(pictures: readonly GatheredPicture[]) {
  const [source, mask] = (['source', 'mask'] as const).map((role) => pictures.find((picture) => picture.role === role));
  if (!source || !mask) throw new Error('an inpaint without a source or a mask came to be made');
  return { source, mask };
}

/** A picture at another size, without further loss. */
async function scaledTo(picture: GatheredPicture, { width, height }: { width: number; height: number }) {
  const bytes = await sharp(picture.bytes)
    .resize(width, height, { fit: 'fill' })
    .png({ compressionLevel: 1 })
    .toBuffer();
  return { ...picture, bytes, width, height };
}

/**
 * Lays the paint of any engine into the source of an inpaint. The result has the size of the source, and every pixel
 * outside the mask is the source's, byte for byte. Paint of another size is scaled; null where it has another ratio.
 * The pixels lie in `folder`, so memory is needed only for the two masks. `pictures` are those of {@link
 * inpaintPictures}.
 */
export async function composeInpaint(
  pictures: readonly GatheredPicture[],
  expansionPercent: number,
  painted: Painted,
  folder: string,
): Promise<PixelFile | null> {
  const { source, mask } = partsOf(pictures);
  const { width, height } = source;
  const place = (painted.kind === 'pixels' ? painted.place : undefined) ?? { left: 0, top: 0, width, height };
  if (!haveOneRatio(painted, place)) return null;
  await fs.mkdir(folder, { recursive: true, mode: 0o700 });
  const [whole, paint] = [path.join(folder, `${randomUUID()}.v`), path.join(folder, `${randomUUID()}.v`)];
  try {
    await sharp(source.bytes).toColourspace('srgb').flatten({ background: WHITE }).toFile(whole);
    await pixelsOf(painted).resize(place.width, place.height, { fit: 'fill' }).toFile(paint);
    await mix({ whole, paint, width, place, shares: await paintShares(mask, place, expansionPercent) });
    return { path: whole, width, height };
  } catch (error) {
    await fs.rm(whole, { force: true });
    throw error;
  } finally {
    await fs.rm(paint, { force: true });
  }
}

function pixelsOf(painted: Painted) {
  if (painted.kind === 'pixel_file') return readPixels(painted);
  const { width, height, rgb } = painted;
  return sharp(rgb, { raw: { width, height, channels: BANDS } });
}

/**
 * How much of each pixel of a place is paint, 0 to 255. It is 0 outside the mask, and less at its edge where it was
 * widened.
 */
async function paintShares(mask: GatheredPicture, place: Place, expansionPercent: number): Promise<Uint8Array> {
  const cut = () => sharp(mask.bytes).extract(place);
  const shares = await cut().extractChannel(0).raw().toBuffer();
  const longer = Math.max(mask.width, mask.height);
  const softness = Math.min(SOFTNESS_MAX, (expansionPercent / 100) * SOFTNESS) * longer;
  // Least that libvips blurs by.
  if (softness < 0.3) return shares;
  const soft = await cut().blur(softness).extractChannel(0).raw().toBuffer();
  // A straight edge is half as bright when it is blurred.
  for (let i = 0; i < shares.length; i++) if (shares[i]) shares[i] = Math.max(0, 2 * (soft[i] ?? 0) - 255);
  return shares;
}

interface Mixing {
  /** Path of the pixels of the whole, which are changed. */
  readonly whole: string;
  /** Path of the pixels of the paint. */
  readonly paint: string;
  /** Pixels in a row of the whole. */
  readonly width: number;
  /** Where the paint lies in the whole. */
  readonly place: Place;
  readonly shares: Uint8Array;
}

/** Mixes paint into a whole on disk, some rows at a time. Bytes without paint are not written. */
async function mix({ whole, paint, width, place, shares }: Mixing): Promise<void> {
  await using ground = await fs.open(whole, 'r+');
  await using colour = await fs.open(paint, 'r');
  const rowsAtOnce = Math.max(1, Math.floor(PIXELS_AT_ONCE / width));
  for (let row = 0; row < place.height; row += rowsAtOnce) {
    const rows = Math.min(rowsAtOnce, place.height - row);
    const share = shares.subarray(row * place.width, (row + rows) * place.width);
    if (share.every((value) => value === 0)) continue;
    const at = HEADER_BYTES + (place.top + row) * width * BANDS;
    const below = Buffer.alloc(rows * width * BANDS);
    const above = Buffer.alloc(rows * place.width * BANDS);
    await readAll(ground, below, at);
    await readAll(colour, above, HEADER_BYTES + row * place.width * BANDS);
    mixRows(below, above, share, width, place);
    await ground.write(below, 0, below.length, at);
  }
}

async function readAll(file: fs.FileHandle, into: Buffer, at: number): Promise<void> {
  const { bytesRead } = await file.read(into, 0, into.length, at);
  if (bytesRead !== into.length) throw new Error('a file of pixels is shorter than its image');
}

function mixRows(below: Buffer, above: Buffer, shares: Uint8Array, width: number, place: Place): void {
  for (let i = 0; i < shares.length; i++) {
    const share = shares[i] ?? 0;
    if (share === 0) continue;
    const [y, x] = [Math.floor(i / place.width), i % place.width];
    const to = (y * width + place.left + x) * BANDS;
    for (let c = 0; c < BANDS; c++) {
      const [old, fresh] = [below[to + c] ?? 0, above[i * BANDS + c] ?? 0];
      below[to + c] = old + Math.round(((fresh - old) * share) / 255);
    }
  }
}
