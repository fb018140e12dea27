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
  // The busiest loop of a try-on: it makes no objects.
  let step = 0;
  let along = 0;
  let square = Number.POSITIVE_INFINITY;
  for (let k = 0; k < segments.length; k++) {
    const segment = segments[k];
    const share = clamp(shareAlong(segment, p));
    const aside = p.x - segment.from.x - segment.x * share;
    const below = p.y - segment.from.y - segment.y * share;
    const away = aside * aside + below * below;
    if (away < square) {
      step = k;
      along = share;
      square = away;
    }
  }
  return { step, along, square };
}
