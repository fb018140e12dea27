import sharp from 'sharp';
import { maskOf, planeOf } from '../../pixels/planes.ts';
import type { Plane, Size } from '../../pixels/raster.ts';

/**
 * Share of full brightness and opacity that divides the pixels of a mask. An opaque mask repaints brighter pixels, any
 * other mask less opaque ones.
 */
const REPAINT_MIN = 0.5;

/**
 * The pixels to repaint, 1 or 0, at the size of the picture. White ones of an opaque mask, transparent ones of a mask
 * with transparency.
 */
export async function readMask(bytes: Uint8Array, size: Size): Promise<Plane> {
  const data = await sharp(bytes)
    .autoOrient()
    .toColourspace('srgb')
    .ensureAlpha()
    .resize(size.width, size.height, { fit: 'fill' })
    .raw()
    .toBuffer();
  const count = size.width * size.height;
  const isTransparent = maskOf(count, (i) => data[i * 4 + 3] < 255 * REPAINT_MIN).includes(1);
  const isWanted = (i: number) => {
    const bright = (data[i * 4] + data[i * 4 + 1] + data[i * 4 + 2]) / 3;
    return isTransparent ? data[i * 4 + 3] < 255 * REPAINT_MIN : bright >= 255 * REPAINT_MIN;
  };
  return { ...size, data: planeOf(count, (i) => (isWanted(i) ? 1 : 0)) };
}
