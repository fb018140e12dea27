import { extentsOf, findComponents } from '../../../pixels/components.ts';
import { maskOf } from '../../../pixels/planes.ts';
import type { Size } from '../../../pixels/raster.ts';
import { open } from './solid-part.ts';

/** Greatest half width of a thin part, and its least extent, as shares of the picture's longer side. */
const THIN = 0.008;
const EXTENT_MIN = 0.04;
/**
 * Greatest difference of such a part from the background, relative to the garment's. Measured: joints of tiles 0.55 and
 * below, straps and hems 0.67 and above. Then the least extent of all such parts together, in longer sides.
 */
const UNLIKE_MAX = 0.6;
const REACH_MIN = 0.3;

/**
 * True if thin lines that differ less from the background than the garment leave it, such as the joints of tiles or
 * boards. `distance` is the distance of each pixel's colour from the background.
 */
export function hasGroundLines(
  silhouette: Uint8Array<ArrayBuffer>,
  distance: Float32Array,
  { width, height }: Size,
): boolean {
  const longer = Math.max(width, height);
  const core = open(silhouette, width, height, THIN * longer);
  const parts = findComponents(
    maskOf(core.length, (i) => silhouette[i] === 1 && core[i] === 0),
    width,
    height,
  );
  const { labels, sizes } = parts;
  const distances = new Float64Array(sizes.length);
  let [coreDistance, coreSize] = [0, 1];
  for (let i = 0; i < labels.length; i++) {
    if (labels[i]) distances[labels[i]] += distance[i];
    if (!core[i]) continue;
    coreDistance += distance[i];
    coreSize++;
  }
  const lines = extentsOf(parts, width)
    .map(({ left, right, top, bottom }, label) => ({
      extent: label > 0 ? Math.max(right - left, bottom - top) / longer : 0,
      unlike: distances[label] / sizes[label] / (coreDistance / coreSize),
    }))
    .filter(({ extent, unlike }) => extent > EXTENT_MIN && unlike < UNLIKE_MAX);
  return lines.reduce((sum, { extent }) => sum + extent, 0) > REACH_MIN;
}
