import { type Box, grownWithin, laidInto } from '../../pixels/crop.ts';
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
  // The sides of the shown picture were rounded, so they differ a little in scale.
  const [across, down] = [whole.width / shown.width, whole.height / shown.height];
  const output = size.width / window.width / across;
  const side = (length: number) => Math.max(1, Math.round(length));
  const [x, y] = [window.left * across, window.top * down];
  // Rounding could leave nothing of a picture of a few pixels.
  const from = { left: Math.min(Math.round(x), whole.width - 1), top: Math.min(Math.round(y), whole.height - 1) };
  // Both ends are rounded: a part that is a pixel wider would be resampled.
  const seen = {
    width: side(Math.round(x + window.width * across) - from.left),
    height: side(Math.round(y + window.height * down) - from.top),
  };
  const part = grownWithin({ ...from, ...seen }, whole, 0);
  const left = clamp(Math.round((part.left - x) * output), 0, size.width - 1);
  const top = clamp(Math.round((part.top - y) * output), 0, size.height - 1);
  const width = nearly(side(part.width * output), size.width - left);
  const height = nearly(side(part.height * output), size.height - top);
  // A decoder can reduce a whole photo while it decodes, but not a part.
  const isWhole = part.width === whole.width && part.height === whole.height;
  const cut = isWhole ? onWhite(bytes) : onWhite(bytes).extract(part);
  const laid = await pixelsOf(cut.resize(width, height, { fit: 'fill' }), { width, height });
  const place = { left, top, width, height };
  const all = new Uint8Array(width * height).fill(1);
  const picture = createRaster(size.width, size.height);
  laidInto(picture.data, laid.data, 3, size.width, place);
  return {
    picture,
    known: laidInto(new Uint8Array(size.width * size.height), all, 1, size.width, place),
    isEnlarged: output > ENLARGED_MAX,
  };
}

/** A length that exceeds the room, or misses it by two pixels of rounding, becomes the room. */
function nearly(length: number, room: number): number {
  return length > room - 3 ? room : length;
}
