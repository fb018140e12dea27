import { pixelsWhere } from '../../pixels/planes.ts';
import type { Plane } from '../../pixels/raster.ts';

/** Least share of the width that a row of a subject must cover. */
const ROW_SHARE = 0.01;
/** If the subject reaches below this share of the height, the picture's edge crops it. */
const EDGE = 0.995;

/** The lowest row of a person, in pixels; null if the lower edge of the picture crops them. */
export function solesOf({ width, height, data }: Plane): number | null {
  for (let y = height - 1; y >= 0; y--) {
    const covered = pixelsWhere(width, (x) => data[y * width + x] > 0.5);
    if (covered.length > width * ROW_SHARE) return y < height * EDGE ? y : null;
  }
  return null;
}
