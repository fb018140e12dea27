import { distance, dot, subtract, unit } from '../../../pixels/geometry.ts';
import type { Point } from '../../../pixels/raster.ts';

/**
 * How far below the ends of a waistband its corners are looked for, in widths of it: clips may have cut away what is
 * above.
 */
const DEPTH = 0.12;
/**
 * Cloth that reaches this much farther out, in widths, and as far out as it lies below, is the waistband's own: a hip
 * curves less.
 */
const BEYOND_MIN = 0.05;
/** Farther out it is something else, as a hand in a pocket. In widths. */
const BEYOND_MAX = 0.2;
/** The corner is the highest place that lies this near the outermost, in widths. */
const NEAR_OUTERMOST = 0.015;

/** The ends of a waistband among the points of a garment. */
type WaistbandEnds = Record<'waistbandLeft' | 'waistbandRight', Point>;

/** Moves the ends of a waistband out to its corners where the outline reaches farther out just below them. */
export function spreadWaistband(landmarks: WaistbandEnds, contour: readonly Point[]): void {
  const [left, right] = [landmarks.waistbandLeft, landmarks.waistbandRight];
  const width = distance(left, right);
  if (width < 1) return;
  const across = unit(subtract(right, left));
  const down = { x: -across.y, y: across.x };
  const cornerBeyond = (end: Point, sign: number): Point => {
    const beyond = (p: Point) => (sign * dot(subtract(p, end), across)) / width;
    const depth = (p: Point) => dot(subtract(p, end), down) / width;
    const corners = contour.filter(
      (p) => Math.abs(depth(p)) < DEPTH && beyond(p) > Math.max(BEYOND_MIN, depth(p)) && beyond(p) < BEYOND_MAX,
    );
    const outermost = Math.max(0, ...corners.map(beyond));
    const near = corners.filter((p) => beyond(p) > outermost - NEAR_OUTERMOST);
    return near.reduce((highest, p) => (depth(p) < depth(highest) ? p : highest), near[0] ?? end);
  };
  landmarks.waistbandLeft = cornerBeyond(left, -1);
  landmarks.waistbandRight = cornerBeyond(right, 1);
}
