import { boundingBox } from '../../../pixels/crop.ts';
import type { Point } from '../../../pixels/raster.ts';
import { thinPlateSpline } from '../../../pixels/thin-plate-spline.ts';
import type { WarpedPiece } from './fit.ts';

/** A place of the garment photo, and the place of the analysed person where it comes. */
export interface Match {
  readonly source: Point;
  readonly target: Point;
}

/**
 * A piece of a garment through matched places. `share` is its share of each pixel of the photo. More `stiffness` trades
 * exactness for less bending. `margin` is how far it may lie beyond those places, in pixels of the person.
 */
export function warpedPiece(
  matches: readonly Match[],
  stiffness: number,
  share: Float32Array,
  margin: number,
): WarpedPiece {
  const [sources, targets] = [matches.map(({ source }) => source), matches.map(({ target }) => target)];
  return { map: thinPlateSpline(targets, sources, stiffness), share, box: boundingBox(targets, margin) };
}
