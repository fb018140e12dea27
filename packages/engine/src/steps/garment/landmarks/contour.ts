import { largestPart } from '../../../pixels/components.ts';
import type { Point } from '../../../pixels/raster.ts';

/** The eight neighbours of a pixel, clockwise from the right. */
const STEP_X = [1, 1, 0, -1, -1, -1, 0, 1];
const STEP_Y = [0, 1, 1, 1, 0, -1, -1, -1];
const TURNS = [0, 1, 2, 3, 4, 5, 6, 7];
/** Greatest length of a traced outline, in pixels. */
const LENGTH_MAX = 40_000;

/**
 * The outline of the largest part of a mask, clockwise, as pixel centres (Moore's neighbour tracing). Empty for an
 * empty mask.
 */
export function traceContour(mask: Uint8Array, width: number, height: number): Point[] {
  const part = largestPart(mask, width, height);
  const start = part.indexOf(1);
  if (start < 0) return [];
  const isInside = (x: number, y: number) => x >= 0 && y >= 0 && x < width && y < height && part[y * width + x] === 1;
  const contour: Point[] = [];
  let x = start % width;
  let y = Math.floor(start / width);
  let heading = 6;
  for (let count = 0; count < LENGTH_MAX; count++) {
    contour.push({ x: x + 0.5, y: y + 0.5 });
    const turn = TURNS.find((k) => isInside(x + STEP_X[(heading + 6 + k) % 8], y + STEP_Y[(heading + 6 + k) % 8]));
    if (turn === undefined) break;
    heading = (heading + 6 + turn) % 8;
    x += STEP_X[heading];
    y += STEP_Y[heading];
    if (y * width + x === start && contour.length > 2) break;
  }
  return contour;
}

/**
 * Turning angle of a clockwise contour at each point, in radians: positive at a corner, negative at an armpit. `reach`
 * is the distance to the points before and after, in points.
 */
export function turningAngles(contour: readonly Point[], reach: number): Float32Array {
  const count = contour.length;
  const at = (i: number) => contour[((i % count) + count) % count];
  return Float32Array.from(contour, (here, i) => {
    const before = at(i - reach);
    const after = at(i + reach);
    const [ax, ay] = [here.x - before.x, here.y - before.y];
    const [bx, by] = [after.x - here.x, after.y - here.y];
    return Math.atan2(ax * by - ay * bx, ax * bx + ay * by);
  });
}
