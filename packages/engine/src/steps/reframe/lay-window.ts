import { type Box, withRasterLaid } from '../../pixels/crop.ts';
import { onWhite, pixelsOf, sizeOfPicture } from '../../pixels/decode.ts';
import { clamp } from '../../pixels/geometry.ts';
import { createRaster, type Size } from '../../pixels/raster.ts';
import type { PartOfPicture } from './continue-picture.ts';

/** Enlargement above which a picture visibly lacks detail. */
const ENLARGED_MAX = 2.5;

/** A part of a photo at the size of the output. */
export interface LaidWindow extends PartOfPicture {
  /** True if the enlargement of the original photo is above the limit, so the output lacks detail. */
  readonly isEnlarged: boolean;
}

/** Cuts a window out of a photo. `shown` is the size of the picture whose pixels the window uses. */
export async function layWindow(bytes: Uint8Array, shown: Size, window: Box, size: Size): Promise<LaidWindow> {
  const whole = await sizeOfPicture(bytes);
  const scale = whole.width / shown.width;
  const output = size.width / window.width / scale;
  const from = {
    left: clamp(Math.round(window.left * scale), 0, whole.width - 1),
    top: clamp(Math.round(window.top * scale), 0, whole.height - 1),
  };
  // Rounding could leave nothing of a picture of a few pixels.
  const part = {
    ...from,
    width: Math.max(1, Math.min(whole.width, Math.round((window.left + window.width) * scale)) - from.left),
    height: Math.max(1, Math.min(whole.height, Math.round((window.top + window.height) * scale)) - from.top),
  };
  const at = {
    left: Math.max(0, Math.round((from.left - window.left * scale) * output)),
    top: Math.max(0, Math.round((from.top - window.top * scale) * output)),
  };
  const to = {
    width: nearly(Math.max(1, Math.round(part.width * output)), size.width - at.left),
    height: nearly(Math.max(1, Math.round(part.height * output)), size.height - at.top),
  };
  const laid = await pixelsOf(onWhite(bytes).extract(part).resize(to.width, to.height, { fit: 'fill' }), to);
  const picture = withRasterLaid(createRaster(size.width, size.height), laid, { ...at, ...to });
  const known = new Uint8Array(size.width * size.height);
  for (let y = 0; y < to.height; y++) {
    const row = (at.top + y) * size.width + at.left;
    known.fill(1, row, row + to.width);
  }
  return { picture, known, isEnlarged: output > ENLARGED_MAX };
}

/** A length that exceeds the room, or misses it by two pixels of rounding, becomes the room. */
function nearly(length: number, room: number): number {
  return length > room - 3 ? room : length;
}
