import { type Box, grownWithin, laidInto } from '../../pixels/crop.ts';
import { onWhite, pixelsOf, sizeOfPicture } from '../../pixels/decode.ts';
import { clamp } from '../../pixels/geometry.ts';
import { createRaster, type Point, type Size } from '../../pixels/raster.ts';
import type { PartOfPicture } from './continue-picture.ts';

/** Enlargement above which a picture visibly lacks detail. */
const ENLARGED_MAX = 2.5;

/** A part of a photo at the size of the output. */
export interface LaidWindow extends PartOfPicture {
  /** The place of the photo's corner, in pixels of the output; whole numbers. */
  readonly corner: Point;
  /** True if the enlargement of the original photo is above the limit, so the output lacks detail. */
  readonly isEnlarged: boolean;
}

/** Cuts a window out of a photo. `shown` is the size of the picture whose pixels the window uses. */
export async function layWindow(bytes: Uint8Array, shown: Size, window: Box, size: Size): Promise<LaidWindow> {
  const scale = size.width / window.width;
  const width = Math.max(1, Math.round(shown.width * scale));
  const height = Math.max(1, Math.round(shown.height * scale));
  const left = offsetOf(window.left * scale, shown.width * scale - size.width, width - size.width);
  const top = offsetOf(window.top * scale, shown.height * scale - size.height, height - size.height);
  const seen = grownWithin({ left, top, ...size }, { width, height }, 0);
  const whole = onWhite(bytes).resize(width, height, { fit: 'fill' });
  const laid = await pixelsOf(whole.extract(seen), seen);
  const place = { ...seen, left: seen.left - left, top: seen.top - top };
  const all = new Uint8Array(seen.width * seen.height).fill(1);
  const picture = createRaster(size.width, size.height);
  laidInto(picture.data, laid.data, 3, size.width, place);
  return {
    picture,
    known: laidInto(new Uint8Array(size.width * size.height), all, 1, size.width, place),
    corner: { x: -left, y: -top },
    isEnlarged: (scale * shown.width) / (await sizeOfPicture(bytes)).width > ENLARGED_MAX,
  };
}

/**
 * The first pixel of the window in the resized photo. `exact` is the free length beside the window, and `rounded` the
 * same after the side of the photo was rounded to whole pixels. A window in the middle stays there.
 */
function offsetOf(from: number, exact: number, rounded: number): number {
  const share = Math.abs(exact) < 1e-6 ? 0 : clamp(from / exact);
  return Math.round(from + share * (rounded - exact));
}
