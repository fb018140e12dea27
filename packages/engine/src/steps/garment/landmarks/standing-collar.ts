import { distance } from '../../../pixels/geometry.ts';
import type { Point } from '../../../pixels/raster.ts';
import type { Landmarks } from '../cloth.ts';

/**
 * A standing collar, as of a turtleneck or a zipped jacket: the places where its sides begin on the shoulders and where
 * they end.
 */
export interface StandingCollar {
  readonly base: readonly [left: Point, right: Point];
  readonly top: readonly [left: Point, right: Point];
}

/** Greatest fall of shoulders, as a share of their outward reach. A steeper outline belongs to a collar. */
const FALL = 0.7;
/**
 * Least extra fall of the outline beside a standing collar, in neck widths, as the mean of both sides. One side alone
 * needs half as much. In the shared photos standing collars have 0.20 to 0.40, turned-down collars and T-shirts at most
 * 0.17.
 */
const STANDS_MIN = 0.19;

/**
 * Finds a collar that stands above the shoulders, if the neck points lie on its upper end. Null without such a collar.
 * `contour` is the garment's outline, as of `traceContour`.
 */
export function findStandingCollar(
  contour: readonly Point[],
  { neckLeft, neckRight, shoulderLeft, shoulderRight }: Landmarks,
): StandingCollar | null {
  const left = footOf(contour, neckLeft, shoulderLeft);
  const right = footOf(contour, neckRight, shoulderRight);
  const least = STANDS_MIN * distance(neckLeft, neckRight);
  if ((left.fall + right.fall) / 2 < least || Math.min(left.fall, right.fall) < least / 2) return null;
  return { base: [left.at, right.at], top: [neckLeft, neckRight] };
}

/** The place between neck and shoulder with the greatest extra fall against a shoulder, and that fall in pixels. */
function footOf(contour: readonly Point[], neck: Point, shoulder: Point) {
  let best = { at: neck, fall: 0 };
  for (const at of between(contour, neck, shoulder)) {
    const fall = at.y - neck.y - FALL * Math.abs(at.x - neck.x);
    if (fall > best.fall) best = { at, fall };
  }
  return best;
}

/** The shorter part of an outline between the places nearest to two points. */
function between(contour: readonly Point[], from: Point, to: Point): readonly Point[] {
  const [a, b] = [nearest(contour, from), nearest(contour, to)].sort((p, q) => p - q);
  return b - a < contour.length / 2 ? contour.slice(a, b + 1) : [...contour.slice(b), ...contour.slice(0, a + 1)];
}

function nearest(contour: readonly Point[], to: Point): number {
  return contour.reduce((best, p, k) => (distance(p, to) < distance(contour[best], to) ? k : best), 0);
}
