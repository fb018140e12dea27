import type { Plane } from '../../pixels/raster.ts';

/** Share of the width that a row of a subject must cover to count. */
const ROW_SHARE = 0.01;
/** Share of the height below which the picture's edge cuts the subject off. */
const EDGE = 0.985;

/** The lowest row of somebody, in pixels; null where the lower edge of the picture cuts them off. */
export function solesOf({ width, height, data }: Plane): number | null {
  for (let y = height - 1; y >= 0; y--) {
    let covered = 0;
    for (let x = 0; x < width; x++) if (data[y * width + x] > 0.5) covered++;
    if (covered > width * ROW_SHARE) return y < height * EDGE ? y : null;
  }
  return null;
}
