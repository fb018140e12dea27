import { findComponents, largestPart } from '../../../pixels/components.ts';
import { maskOf, sumOf } from '../../../pixels/planes.ts';
import { open } from './solid-part.ts';

/** Greatest half width of a rail, a hook or a cord, as a share of the square root of the garment's area. */
const THIN = 0.05;
/** Least area of such parts together, as a share of the garment's. A smaller one is the rim of a cropped garment. */
const AREA_MIN = 0.004;
/** Rows at the top of the picture. A part within them continues beyond it. */
const EDGE_ROWS = 2;

/**
 * A silhouette without thin parts that leave it through the top of the picture: the rail, hook or cord that holds it.
 */
export function withoutRail(
  silhouette: Uint8Array<ArrayBuffer>,
  width: number,
  height: number,
): Uint8Array<ArrayBuffer> {
  if (!silhouette.subarray(0, EDGE_ROWS * width).includes(1)) return silhouette;
  const area = sumOf(silhouette);
  const solid = open(silhouette, width, height, THIN * Math.sqrt(area));
  const { labels, sizes } = findComponents(
    maskOf(silhouette.length, (i) => silhouette[i] === 1 && solid[i] === 0),
    width,
    height,
  );
  const isRail = new Array<boolean>(sizes.length).fill(false);
  for (let i = 0; i < EDGE_ROWS * width; i++) if (labels[i]) isRail[labels[i]] = true;
  const railed = sizes.reduce((sum, size, label) => sum + (isRail[label] ? size : 0), 0);
  if (railed < AREA_MIN * area) return silhouette;
  const left = maskOf(silhouette.length, (i) => silhouette[i] === 1 && !isRail[labels[i]]);
  return largestPart(left, width, height);
}
