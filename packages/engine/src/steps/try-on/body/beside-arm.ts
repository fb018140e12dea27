import { add } from '../../../pixels/geometry.ts';
import type { Point } from '../../../pixels/raster.ts';
import { FINGERS } from './arm-place.ts';
import type { BodyModel } from './body-model.ts';
import { SIDES, type Side } from './side.ts';

/** A point within this many radii of arm or hand lies in its middle. */
const MIDDLE_RADII = 0.6;
/** Greatest width of the person beyond that middle if the arm is outermost, in radii of the upper arm. */
const OUTERMOST = 1.6;
const STEP = 2;
/** Everything within this many radii of an arm, and of the back of a hand, belongs to it. */
const ARM_RADII = 1.1;
const HAND_RADII = 1.2;

/**
 * The smaller of `most` and the distance to the middle of an arm or hand that hangs beside the body. Cloth around the
 * hips ends behind it. An arm in front of the body does not count, because the cloth continues beyond it.
 */
export function withinArm(
  body: Pick<BodyModel, 'arm' | 'armRadius' | 'edge'>,
  from: Point,
  direction: Point,
  most: number,
): number {
  for (let away = 0; away < most; away += STEP) {
    const p = add(from, direction, away);
    const isArm = SIDES.some((side) => {
      const { radii, hand } = body.arm(p, side);
      return Math.min(radii, hand) < MIDDLE_RADII;
    });
    if (isArm && body.edge(p, direction, OUTERMOST * body.armRadius(0)) !== null) return away;
  }
  return most;
}

/** True where the arm of a side or its hand lies between two distances from a place on the body in a direction. */
export function isBesideArm(
  body: Pick<BodyModel, 'arm' | 'isSkin'>,
  side: Side,
  from: Point,
  direction: Point,
  [nearest, farthest]: readonly [number, number],
): boolean {
  const isBare = body.isSkin(add(from, direction, nearest));
  for (let away = nearest; away < farthest; away += STEP) {
    const p = add(from, direction, away);
    const { radii, hand } = body.arm(p, side);
    if (radii < ARM_RADII || hand < HAND_RADII || (hand < FINGERS && !isBare && body.isSkin(p))) return true;
  }
  return false;
}
