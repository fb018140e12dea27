import { boundingBox, clamp } from '../../../pixels/geometry.ts';
import type { Point } from '../../../pixels/raster.ts';
import { segmentBetween, shareAlong, squareFrom } from '../../../pixels/segment.ts';

/** Depth of the shade between legs that touch, and its width in girths of the body. Our estimates. */
const DEPTH = 0.3;
const WIDTH = 0.035;

/**
 * Returns the brightness of cloth beside a line along which two legs touch, 0.7 to 1: cloth there turns away from the
 * light. Pixels of the analysed person. A line of one point has no shade.
 */
export function shadeBetween(line: readonly Point[], girth: number): (p: Point) => number {
  if (line.length < 2) return () => 1;
  const width = WIDTH * girth;
  const [left, top, right, bottom] = boundingBox(line, 3 * width);
  const segments = line.slice(1).map((to, k) => segmentBetween(line[k], to));
  return (p) => {
    if (p.x < left || p.x > right || p.y < top || p.y > bottom) return 1;
    let least = Number.POSITIVE_INFINITY;
    for (const segment of segments) least = Math.min(least, squareFrom(segment, clamp(shareAlong(segment, p)), p));
    return 1 - DEPTH * Math.exp(-least / width ** 2);
  };
}
