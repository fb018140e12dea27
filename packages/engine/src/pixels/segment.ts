import { clamp } from './geometry.ts';
import type { Point } from './raster.ts';

/** A segment prepared for distances to many points: values that all of them share are computed once. */
export interface Segment {
  readonly from: Point;
  /** From `from` to the other end. */
  readonly x: number;
  readonly y: number;
  /** Square of its length; 1 for a segment of length 0. */
  readonly square: number;
}

/** The segment between two points. */
export function segmentBetween(from: Point, to: Point): Segment {
  const [x, y] = [to.x - from.x, to.y - from.y];
  return { from, x, y, square: x * x + y * y || 1 };
}

/** The segments of a line through points. */
export function segmentsAlong(points: readonly Point[]): Segment[] {
  return points.slice(1).map((to, k) => segmentBetween(points[k], to));
}

/** Place along a segment of its nearest point to `p`, as a share of its length: below 0 or above 1 beyond the ends. */
export function shareAlong({ from, x, y, square }: Segment, p: Point): number {
  return ((p.x - from.x) * x + (p.y - from.y) * y) / square;
}

/** Squared distance of a point from the place at a share of a segment. */
function squareFrom({ from, x, y }: Segment, share: number, p: Point): number {
  const [aside, below] = [p.x - from.x - x * share, p.y - from.y - y * share];
  return aside * aside + below * below;
}

/** The place of a line of segments that is nearest to a point. */
export interface NearestPlace {
  /** Index of the segment. */
  readonly step: number;
  /** Share of that segment, 0 to 1. */
  readonly along: number;
  /** Squared distance of the point. */
  readonly square: number;
}

/** The place of a line of segments nearest to a point; the first of equally near ones. */
export function nearestOn(segments: readonly Segment[], p: Point): NearestPlace {
  let [step, along, square] = [0, 0, Number.POSITIVE_INFINITY];
  for (let k = 0; k < segments.length; k++) {
    const share = clamp(shareAlong(segments[k], p));
    const away = squareFrom(segments[k], share, p);
    if (away < square) [step, along, square] = [k, share, away];
  }
  return { step, along, square };
}
