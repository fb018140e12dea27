import sharp, { type Sharp } from 'sharp';
import { sizeOfPicture } from '../../pixels/decode.ts';
import { pngOf } from '../../pixels/encode.ts';
import type { Size } from '../../pixels/raster.ts';
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
  const whole = await sizeOfPicture(bytes);
  const angle = ((degrees % 360) + 360) % 360;
  const isOwn = Math.abs((size.width * whole.height) / (size.height * whole.width) - 1) < 0.02;
  if (angle % 90 === 0) {
    const swaps = angle % 180 === 90 && isOwn;
    return {
      bytes: await encoded(sharp(await upright(bytes)).rotate(angle)),
      size: swaps ? { width: size.height, height: size.width } : size,
      isContinued: false,
    };
  }
  const kept = await keptOf(bytes);
  const slant = slantOf(whole, degrees, kept);
  if (kept && slant.isContinued) {
    const picture = await laidAslant(bytes, whole, degrees, slant, kept, isOwn ? size : ofRatio(whole, size));
    return { bytes: await pngOf(picture), size, isContinued: true };
  }
  const rotated = await encoded(sharp(await upright(bytes)).rotate(angle));
  const canvas = await sizeOfPicture(rotated);
  const part = { width: Math.max(1, Math.floor(slant.width)), height: Math.max(1, Math.floor(slant.height)) };
  const within = (from: number, room: number) => Math.min(room, Math.max(0, Math.round(from)));
  const at = {
    left: within(canvas.width / 2 + slant.centre.x - part.width / 2, canvas.width - part.width),
    top: within(canvas.height / 2 + slant.centre.y - part.height / 2, canvas.height - part.height),
  };
  return { bytes: await encoded(sharp(rotated).extract({ ...at, ...part })), size, isContinued: false };
}

function upright(bytes: Uint8Array): Promise<Buffer> {
  return encoded(sharp(bytes).autoOrient().flatten({ background: '#ffffff' }));
}

function encoded(picture: Sharp): Promise<Buffer> {
  return picture.png({ compressionLevel: 1 }).toBuffer();
}

/** A size with the ratio of one and the number of pixels of another. */
function ofRatio(ratio: Size, { width, height }: Size): Size {
  const scale = Math.sqrt((width * height) / (ratio.width * ratio.height));
  return { width: Math.round(ratio.width * scale), height: Math.round(ratio.height * scale) };
}
