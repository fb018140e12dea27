import sharp from 'sharp';
import type { Raster, Size } from '../../pixels/raster.ts';
import { type Kept, laidAslant, slantOf } from './turn-aslant.ts';

/** A rotated photo, and the new size of its output. */
export interface Turned {
  readonly bytes: Uint8Array;
  readonly size: Size;
  /** True if its background was continued beyond its edge. */
  readonly isContinued: boolean;
}

/**
 * Rotates a photo clockwise. Quarter turns swap the sides of an output that has the photo's ratio. Other angles keep
 * the ratio, and keep the subject of `keptOf` whole: see slantOf. Throws EngineRejection.
 */
export async function turned(
  bytes: Uint8Array,
  degrees: number,
  size: Size,
  keptOf: (bytes: Uint8Array) => Promise<Kept | null>,
): Promise<Turned> {
  const { autoOrient: whole } = await sharp(bytes).metadata();
  const angle = ((degrees % 360) + 360) % 360;
  const isOwn = Math.abs((size.width * whole.height) / (size.height * whole.width) - 1) < 0.02;
  if (angle % 90 === 0) {
    const swaps = angle % 180 === 90 && isOwn;
    return {
      bytes: await sharp(await upright(bytes))
        .rotate(angle)
        .png({ compressionLevel: 1 })
        .toBuffer(),
      size: swaps ? { width: size.height, height: size.width } : size,
      isContinued: false,
    };
  }
  const kept = await keptOf(bytes);
  const slant = slantOf(whole, degrees, kept);
  if (kept && slant.isContinued) {
    const picture = await laidAslant(bytes, whole, degrees, slant, kept, isOwn ? size : ofRatio(whole, size));
    return { bytes: await encoded(picture), size, isContinued: true };
  }
  const { data, info } = await sharp(await upright(bytes))
    .rotate(angle)
    .png({ compressionLevel: 1 })
    .toBuffer({ resolveWithObject: true });
  const part = { width: Math.max(1, Math.floor(slant.width)), height: Math.max(1, Math.floor(slant.height)) };
  const within = (from: number, room: number) => Math.min(room, Math.max(0, Math.round(from)));
  const at = {
    left: within(info.width / 2 + slant.centre.x - part.width / 2, info.width - part.width),
    top: within(info.height / 2 + slant.centre.y - part.height / 2, info.height - part.height),
  };
  return {
    bytes: await sharp(data)
      .extract({ ...at, ...part })
      .png({ compressionLevel: 1 })
      .toBuffer(),
    size,
    isContinued: false,
  };
}

function upright(bytes: Uint8Array): Promise<Buffer> {
  return sharp(bytes).autoOrient().flatten({ background: '#ffffff' }).png({ compressionLevel: 1 }).toBuffer();
}

function encoded({ width, height, data }: Raster): Promise<Buffer> {
  return sharp(data, { raw: { width, height, channels: 3 } })
    .png({ compressionLevel: 1 })
    .toBuffer();
}

/** A size with the ratio of one and the number of pixels of another. */
function ofRatio(ratio: Size, { width, height }: Size): Size {
  const scale = Math.sqrt((width * height) / (ratio.width * ratio.height));
  return { width: Math.round(ratio.width * scale), height: Math.round(ratio.height * scale) };
}
