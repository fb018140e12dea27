import sharp from 'sharp';
import type { Size } from '../../pixels/raster.ts';

/** A photo turned, and the size its output has now. */
export interface Turned {
  readonly bytes: Uint8Array;
  readonly size: Size;
}

/**
 * Turns a photo clockwise. Quarter turns swap the sides of the output where these were the photo's own; at other angles
 * the largest upright part of the same ratio without empty corners is kept.
 */
export async function turned(bytes: Uint8Array, degrees: number, size: Size): Promise<Turned> {
  const { autoOrient: whole } = await sharp(bytes).metadata();
  const angle = ((degrees % 360) + 360) % 360;
  const upright = await sharp(bytes).autoOrient().flatten({ background: '#ffffff' }).png({ compressionLevel: 1 }).toBuffer();
  const rotated = sharp(upright).rotate(angle);
  if (angle % 90 === 0) {
    const isOwn = Math.abs((size.width * whole.height) / (size.height * whole.width) - 1) < 0.02;
    const swaps = angle % 180 === 90 && isOwn;
    return {
      bytes: await rotated.png({ compressionLevel: 1 }).toBuffer(),
      size: swaps ? { width: size.height, height: size.width } : size,
    };
  }
  const { data, info } = await rotated.png({ compressionLevel: 1 }).toBuffer({ resolveWithObject: true });
  const share = keptShare(whole, angle);
  const part = { width: Math.max(1, Math.floor(whole.width * share)), height: Math.max(1, Math.floor(whole.height * share)) };
  const at = { left: Math.round((info.width - part.width) / 2), top: Math.round((info.height - part.height) / 2) };
  return {
    bytes: await sharp(data)
      .extract({ ...at, ...part })
      .png({ compressionLevel: 1 })
      .toBuffer(),
    size,
  };
}

/** The share of its sides that an upright rectangle of the same ratio keeps within the turned one. */
function keptShare({ width, height }: Size, degrees: number): number {
  const radians = (degrees * Math.PI) / 180;
  const [cosine, sine] = [Math.abs(Math.cos(radians)), Math.abs(Math.sin(radians))];
  return Math.min(width / (width * cosine + height * sine), height / (width * sine + height * cosine));
}
