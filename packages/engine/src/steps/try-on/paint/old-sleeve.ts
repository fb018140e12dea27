import { clamp } from '../../../pixels/geometry.ts';
import type { Point } from '../../../pixels/raster.ts';
import type { BodyModel } from '../body/body-model.ts';
import { SIDES } from '../body/side.ts';

/** Cloth within so many radii of an arm, and so far beyond its sleeve's end as a share of the arm, is that sleeve. */
const SLEEVE_RADII = 1.3;
const BEYOND_END = 0.08;
/** Share of half the width of the body from which a sleeve hangs beside it. */
const BESIDE = 0.9;

type Measured = Pick<BodyModel, 'arm' | 'worn' | 'torsoPlace' | 'halfWidth'>;

/**
 * Tells where cloth that is worn on the upper body is that of a sleeve: both are as long, though lace on one may pass
 * for skin.
 */
export function oldSleeve({ arm, worn }: Pick<Measured, 'arm' | 'worn'>): (p: Point) => boolean {
  const [left, right] = worn.sleeveEnd;
  const end = Math.max(left ?? 0, right ?? 0) + BEYOND_END;
  return (p) =>
    SIDES.some((side) => {
      const { radii, along } = arm(p, side);
      return radii < SLEEVE_RADII && along < end;
    });
}

/** The same of a sleeve that hangs beside the body: it stays before what is put on below the waist. */
export function hangingSleeve(body: Measured): (p: Point) => boolean {
  const isOldSleeve = oldSleeve(body);
  return (p) => {
    if (!isOldSleeve(p)) return false;
    const { share, offset } = body.torsoPlace(p);
    return Math.abs(offset) > BESIDE * body.halfWidth(clamp(share, 0.1, 2), offset > 0 ? 1 : 0);
  };
}

/**
 * Within so many radii of its bones an arm lies that a new top took the old sleeve from: it stays before what is put on
 * below the waist.
 */
export const BARED_RADII = 1.3;

/** True on an arm that a new top took the old sleeve from. */
export const isBaredArm = (p: Point, { arm }: Pick<Measured, 'arm'>) =>
  SIDES.some((side) => arm(p, side).radii < BARED_RADII);
