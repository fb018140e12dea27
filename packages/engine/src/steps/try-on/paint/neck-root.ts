import { dot, subtract } from '../../../pixels/geometry.ts';
import type { Point } from '../../../pixels/raster.ts';
import type { BodyModel } from '../body/body-model.ts';
import { SIDES, type Side } from '../body/side.ts';

/** Distance from the neck of a garment with sleeves beyond which shoulders may show, in shoulder widths. */
export const BEYOND_NECK = 0.02;

/** Rise of the line from shoulder to neck within the neck of a garment, in shoulder widths, and its curvature. */
const NECK_RISE = 0.14;
const NECK_BEND = 2;

/**
 * Returns whether a point beside the neck is below the line between neck and shoulder, for a garment neck `neckHalf`
 * wide on either side. Null farther out. An old high collar hides that line and raises its visible part.
 */
export function neckRootOf(body: BodyModel, neckHalf: number): (p: Point, radii: number, side: Side) => boolean | null {
  const ends = SIDES.map((side) => body.shoulderLine(neckHalf, side)).map((end) => ({
    end,
    radii: body.neckRadii(end),
  }));
  return (p, radii, side) => {
    const { end, radii: endRadii } = ends[side];
    if (!(radii < endRadii)) return null;
    const rise = NECK_RISE * ((endRadii - radii) / (endRadii - 1)) ** NECK_BEND;
    return dot(subtract(p, end), body.down) >= -rise * body.shoulderWidth;
  };
}
