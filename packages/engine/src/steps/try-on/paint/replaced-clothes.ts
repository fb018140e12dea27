import type { Point } from '../../../pixels/raster.ts';
import type { BodyModel } from '../body/body-model.ts';
import { SIDES } from '../body/side.ts';
import type { GarmentFit } from '../fit/fit.ts';
import { type Scene, torsoPlaceOf } from '../scene.ts';
import { hangingSleeve, isBaredArm } from './old-sleeve.ts';

/** Depth of a waistband's upper edge below its ends, as a share of the torso. */
const ABOVE_WAIST = 0.08;

/**
 * True above the upper edge of a waistband. Beside a waistband over other clothes, the place is not above it if those
 * clothes are drawn in and end there.
 */
export function isAboveWaistband(
  waist: number,
  { tuck }: Pick<GarmentFit, 'tuck'>,
  body: BodyModel,
  share: number,
  offset: number,
): boolean {
  const isBeside = tuck !== null && Math.abs(offset) > body.hipHalfWidth(waist, offset > 0 ? 1 : 0);
  return share < waist + (isBeside ? 0 : ABOVE_WAIST);
}

/** The share of each pixel that the garment replaces, 0 to 1. */
export function replacedBy(
  { parts, placement, body, person }: Scene,
  { replaces, span, tuck, keepsTop }: GarmentFit,
): (pixel: number) => number {
  if (replaces === 'both') return (i) => Math.min(1, parts.upper[i] + parts.lower[i]);
  if (replaces === 'upper') return (i) => parts.upper[i];
  if (!span || !tuck || !person.regions.wearsDress) return (i) => parts.lower[i];
  const isHangingSleeve = hangingSleeve(body);
  // A dress is replaced from the new waistband down, wherever it is divided.
  return (i) => {
    if (parts.upper[i] <= 0) return parts.lower[i];
    const { share, offset } = torsoPlaceOf(i, { placement, body });
    const p = placement.placeOf(i);
    const stays =
      isAboveWaistband(span.waist, { tuck }, body, share, offset) ||
      isBracelet(p, body) ||
      (keepsTop ? isHangingSleeve(p) : isBaredArm(p, body));
    return stays ? parts.lower[i] : Math.min(1, parts.upper[i] + parts.lower[i]);
  };
}

/**
 * A piece labelled as dress beyond this share of an arm and within this many radii is a bracelet, unless the dress's
 * sleeve reaches it.
 */
const BRACELET_FROM = 0.85;
const BRACELET_RADII = 1.5;

function isBracelet(p: Point, body: BodyModel): boolean {
  return SIDES.some((side) => {
    const { radii, along } = body.arm(p, side);
    return radii < BRACELET_RADII && along > Math.max(BRACELET_FROM, body.worn.sleeveEnd[side] ?? 0);
  });
}
