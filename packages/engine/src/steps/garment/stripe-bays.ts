import { findComponents } from '../../pixels/components.ts';
import { distanceTo } from '../../pixels/distance.ts';
import { inverted, maskOf } from '../../pixels/planes.ts';

/** Half the height of a bay, as a share of the root of the garment's area, and how far it reaches at most. */
const BAY = 0.02;
const BAY_LENGTH_MAX = 0.1;
/** Least area of a bay that counts, as a share of the garment's, and how many there are at least: stripes leave a row of them, a cuff beside a hem one. */
const BAY_AREA_MIN = 0.0002;
const BAYS_MIN = 20;

/**
 * Fills the bays that stripes of the background's colour leave in an outline. Gaps between sleeve and body are narrow too,
 * but longer.
 */
export function fillStripeBays(silhouette: Uint8Array<ArrayBuffer>, width: number, height: number): Uint8Array<ArrayBuffer> {
  const side = Math.sqrt(silhouette.reduce((sum, value) => sum + value, 0));
  const outside = distanceTo(silhouette, width, height);
  const grown = maskOf(outside.length, (i) => outside[i] <= BAY * side);
  const inside = distanceTo(inverted(grown), width, height);
  const bays = maskOf(inside.length, (i) => silhouette[i] === 0 && inside[i] > BAY * side);
  const { labels, sizes } = findComponents(bays, width, height);
  const boxes = sizes.map(() => ({ left: width, right: 0, top: height, bottom: 0 }));
  for (let i = 0; i < labels.length; i++) {
    if (!labels[i]) continue;
    const box = boxes[labels[i]];
    const [x, y] = [i % width, Math.floor(i / width)];
    box.left = Math.min(box.left, x);
    box.right = Math.max(box.right, x);
    box.top = Math.min(box.top, y);
    box.bottom = Math.max(box.bottom, y);
  }
  const isBay = boxes.map(({ left, right, top, bottom }) => Math.hypot(right - left, bottom - top) < BAY_LENGTH_MAX * side);
  const large = sizes.filter((size, label) => label > 0 && isBay[label] && size > BAY_AREA_MIN * side * side);
  if (large.length < BAYS_MIN) return silhouette;
  return maskOf(silhouette.length, (i) => silhouette[i] === 1 || (labels[i] > 0 && isBay[labels[i]]));
}
