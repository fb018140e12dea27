import { extentsOf, findComponents } from '../../../pixels/components.ts';
import { maskOf } from '../../../pixels/planes.ts';
import type { Plane } from '../../../pixels/raster.ts';

/** Tallest band across a garment that may be missing from it, and how wide one is at least: shares of the root of its area. */
const BAND_TALL_MAX = 0.035;
const BAND_WIDE_MIN = 0.12;

/**
 * A cut-out in which bands across the garment are filled that were taken for background though cloth lies above and below them, as piping of its
 * colour is. Gaps beside sleeves run down.
 */
export function withPiping({ width, height, data }: Plane): Plane {
  const silhouette = maskOf(data.length, (i) => data[i] > 0.5);
  const side = Math.sqrt(silhouette.reduce((sum, value) => sum + value, 0));
  const between = bandsDown(silhouette, width, height, BAND_TALL_MAX * side);
  const parts = findComponents(between, width, height);
  const isBand = extentsOf(parts, width).map(
    ({ left, right, top, bottom }) => right - left > BAND_WIDE_MIN * side && bottom - top < (right - left) / 4,
  );
  return { width, height, data: data.map((value, i) => (parts.labels[i] > 0 && isBand[parts.labels[i]] ? 1 : value)) };
}

/** What of each column is missing between cloth above and below, at most so tall. */
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
