import { distance, dot, subtract, unit } from '../../../pixels/geometry.ts';
import type { Point } from '../../../pixels/raster.ts';

/**
 * Greatest distance of a corner below or above the end of a waistband, in widths of it. Clips may hide the cloth above.
 */
const DEPTH = 0.12;
/** Least distance of a corner beyond the end, in widths; it must also exceed its depth. A hip curves less. */
const BEYOND_MIN = 0.05;
/**
 * Greatest distance of a corner beyond the end, in widths. Farther cloth is another thing, such as a hand in a pocket.
 */
const BEYOND_MAX = 0.2;
/** The corner is the highest place within this distance of the outermost one, in widths. */
const NEAR_OUTERMOST = 0.015;

/** The ends of a waistband among the landmarks of a garment. */
type WaistbandEnds = Record<'waistbandLeft' | 'waistbandRight', Point>;

/**
 * Moves the ends of a waistband outwards to its corners if the outline just below reaches farther out. Changes
 * `landmarks`.
 */
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
