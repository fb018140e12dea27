import { extentsOf, findComponents } from '../../../pixels/components.ts';
import { maskOf } from '../../../pixels/planes.ts';
import type { Plane } from '../../../pixels/raster.ts';

/**
 * Greatest height and least width of a band that is missing across a garment, as shares of the square root of its area.
 */
const BAND_TALL_MAX = 0.035;
const BAND_WIDE_MIN = 0.12;

/**
 * Fills a band that was cut out across the garment although cloth lies above and below it, such as piping of the
 * background's colour. Gaps beside sleeves run down, and bands at several heights are slits or straps: those stay open.
 */
export function withPiping({ width, height, data }: Plane): Plane {
  const silhouette = maskOf(data.length, (i) => data[i] > 0.5);
  const side = Math.sqrt(silhouette.reduce((sum, value) => sum + value, 0));
  const tallest = BAND_TALL_MAX * side;
  const parts = findComponents(bandsDown(silhouette, width, height, tallest), width, height);
  const extents = extentsOf(parts, width);
  const isBand = extents.map(
    ({ left, right, top, bottom }) => right - left > BAND_WIDE_MIN * side && bottom - top < (right - left) / 4,
  );
  const bands = extents.filter((_, part) => isBand[part]);
  const middles = bands.map(({ top, bottom }) => (top + bottom) / 2);
  if (bands.length === 0 || Math.max(...middles) - Math.min(...middles) > 2 * tallest) return { width, height, data };
  const isFilled = (i: number) => isBand[parts.labels[i]] === true;
  // The soft rims are filled too, or a half transparent seam would stay above and below.
  const filled = data.map((value, i) => (isFilled(i) || isFilled(i - width) || isFilled(i + width) ? 1 : value));
  return { width, height, data: filled };
}

/** The parts of each column that are missing between cloth above and below, up to the given height. */
function bandsDown(silhouette: Uint8Array, width: number, height: number, most: number): Uint8Array<ArrayBuffer> {
  const between = new Uint8Array(silhouette.length);
  for (let x = 0; x < width; x++) {
    let last = Number.NEGATIVE_INFINITY;
    for (let y = 0; y < height; y++) {
      if (!silhouette[y * width + x]) continue;
      if (y - last - 1 <= most) for (let k = last + 1; k < y; k++) between[k * width + x] = 1;
      last = y;
    }
  }
  return between;
}
