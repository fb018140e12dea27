import { solveLinear } from './linear-equations.ts';
import type { Point } from './raster.ts';

/** Pixels to a unit of the fit, so that its numbers stay near 1. */
const SCALE_PIXELS = 100;

/** Maps a point of one picture to a point of another. */
export type PointMap = (p: Point) => Point;

/** r² · log r² of the thin-plate kernel. */
const kernel = (squared: number) => (squared < 1e-9 ? 0 : squared * Math.log(squared));

/**
 * The thin-plate spline through pairs of points (Bookstein 1989), with the least bending. `stiffness` 0 meets each pair
 * exactly; more of it trades exactness for less bending. Throws RangeError for fewer than three pairs.
 */
export function thinPlateSpline(from: readonly Point[], to: readonly Point[], stiffness = 1): PointMap {
  const count = from.length;
  if (count < 3 || to.length !== count)
    throw new RangeError(`a thin-plate spline needs three or more pairs; ${count} and ${to.length} points were given`);
  const [sx, sy] = solveLinear(system(from, to, stiffness));
  return ({ x, y }) => {
    let u = sx[count] + (sx[count + 1] * x) / SCALE_PIXELS + (sx[count + 2] * y) / SCALE_PIXELS;
    let v = sy[count] + (sy[count + 1] * x) / SCALE_PIXELS + (sy[count + 2] * y) / SCALE_PIXELS;
    for (let i = 0; i < count; i++) {
      const dx = (x - from[i].x) / SCALE_PIXELS;
      const dy = (y - from[i].y) / SCALE_PIXELS;
      const weight = kernel(dx * dx + dy * dy);
      u += sx[i] * weight;
      v += sy[i] * weight;
    }
    return { x: u, y: v };
  };
}

/** The augmented matrix: kernel and affine part on the left, the two target coordinates on the right. */
function system(from: readonly Point[], to: readonly Point[], stiffness: number): Float64Array[] {
  const count = from.length;
  const rows = Array.from({ length: count + 3 }, () => new Float64Array(count + 5));
  for (let i = 0; i < count; i++) {
    const x = from[i].x / SCALE_PIXELS;
    const y = from[i].y / SCALE_PIXELS;
    for (let j = 0; j < count; j++) {
      const dx = x - from[j].x / SCALE_PIXELS;
      const dy = y - from[j].y / SCALE_PIXELS;
      rows[i][j] = kernel(dx * dx + dy * dy);
    }
    rows[i][i] += stiffness * 0.01;
    rows[i].set([1, x, y, to[i].x, to[i].y], count);
    rows[count][i] = 1;
    rows[count + 1][i] = x;
    rows[count + 2][i] = y;
  }
  return rows;
}
