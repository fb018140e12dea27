import { extentsOf, findComponents } from '../../../pixels/components.ts';
import { distanceTo } from '../../../pixels/distance.ts';
import { inverted, maskOf, sumOf } from '../../../pixels/planes.ts';

/** Half the height of a bay and its greatest depth, as shares of the square root of the garment's area. */
const BAY = 0.02;
const BAY_LENGTH_MAX = 0.1;
/**
 * Least area of a bay, as a share of the garment's, and the least number of bays. Stripes leave a row of them; a cuff
 * beside a hem leaves one.
 */
const BAY_AREA_MIN = 0.0002;
const BAYS_MIN = 20;

/**
 * Fills bays in an outline that stripes of the background's colour leave. Gaps between sleeve and body are narrow too,
 * but longer.
 */
export function fillStripeBays(
  silhouette: Uint8Array<ArrayBuffer>,
  width: number,
  height: number,
): Uint8Array<ArrayBuffer> {
  const side = Math.sqrt(sumOf(silhouette));
  const reach = BAY * side;
  const outside = distanceTo(silhouette, width, height, reach);
  const grown = maskOf(outside.length, (i) => outside[i] <= reach);
  const inside = distanceTo(inverted(grown), width, height, reach);
  const bays = maskOf(inside.length, (i) => silhouette[i] === 0 && inside[i] > reach);
  const parts = findComponents(bays, width, height);
  const { labels, sizes } = parts;
  const isBay = extentsOf(parts, width).map(
    ({ left, right, top, bottom }) => Math.hypot(right - left, bottom - top) < BAY_LENGTH_MAX * side,
  );
  const large = sizes.filter((size, label) => label > 0 && isBay[label] && size > BAY_AREA_MIN * side * side);
  if (large.length < BAYS_MIN) return silhouette;
  return maskOf(silhouette.length, (i) => silhouette[i] === 1 || (labels[i] > 0 && isBay[labels[i]]));
}
