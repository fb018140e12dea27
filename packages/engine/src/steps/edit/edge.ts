import { checkpoint } from '../../checkpoint.ts';
import { boxFilter } from '../../pixels/filters.ts';
import { clamp } from '../../pixels/geometry.ts';
import type { Plane, Raster } from '../../pixels/raster.ts';

/** Greatest distance between the outline of a part and that of the cloth, in pixels. */
const REACH = 3;
/** Mean coverage within that distance below which a pixel is outside, and above which it is inside. */
const OUTSIDE = 0.03;
const WITHIN = 0.97;
/** Search range for both, in pixels. */
const STEPS_MAX = 11;
/** Width of the edge around a part, in pixels. */
export const EDGE_WIDTH = 2 * REACH + STEPS_MAX;
/** Least difference of the colours inside and outside, in byte steps, that gives the shares of a mixed pixel. */
const DIFFERENCE_MIN = 60;

/** A pixel at the edge of a part. */
export interface EdgePixel {
  readonly pixel: number;
  /** The nearest pixel that is certainly in the part. */
  readonly within: number;
  /** Share of the pixel that the part covers, by its colour, 0 to 1. */
  readonly cover: number;
}

/**
 * The pixels along the edge of a part whose colour lies between inside and outside, with the part's share of each. An
 * outline alone would leave a line of dark cloth beside a light colour.
 */
export function edgePixels({ width, height, data }: Raster, part: Plane): EdgePixel[] {
  const soft = boxFilter(part.data, width, height, REACH);
  const found: EdgePixel[] = [];
  for (let y = 1; y < height - 1; y++) {
    checkpoint();
    for (let x = 1; x < width - 1; x++) {
      const pixel = y * width + x;
      if (soft[pixel] <= OUTSIDE || soft[pixel] >= WITHIN) continue;
      const across = soft[pixel + 1] - soft[pixel - 1];
      const down = soft[pixel + width] - soft[pixel - width];
      const size = Math.sqrt(across * across + down * down);
      if (size < 1e-3) continue;
      const along = (sign: 1 | -1, isThere: (share: number) => boolean) => {
        for (let step = 1; step <= STEPS_MAX; step++) {
          const [column, row] = [
            Math.round(x + (sign * step * across) / size),
            Math.round(y + (sign * step * down) / size),
          ];
          if (column < 0 || row < 0 || column >= width || row >= height) return null;
          if (isThere(soft[row * width + column])) return row * width + column;
        }
        return null;
      };
      const within = along(1, (share) => share >= WITHIN);
      const outside = along(-1, (share) => share <= OUTSIDE);
      if (within === null || outside === null) continue;
      let [between, length] = [0, 0];
      for (let c = 0; c < 3; c++) {
        const difference = data[within * 3 + c] - data[outside * 3 + c];
        between += difference * (data[pixel * 3 + c] - data[outside * 3 + c]);
        length += difference * difference;
      }
      if (length > DIFFERENCE_MIN ** 2) found.push({ pixel, within, cover: clamp(between / length) });
    }
  }
  return found;
}
