import { clamp } from '../../../pixels/geometry.ts';
import type { Point } from '../../../pixels/raster.ts';
import type { BodyModel } from '../body/body-model.ts';
import { SIDES } from '../body/side.ts';

/** Cloth of a sleeve lies within this many radii of its arm, and at most this share of the arm beyond its end. */
const SLEEVE_RADII = 1.3;
const BEYOND_END = 0.08;
/** Share of the body's half width beyond which a sleeve hangs beside the body. */
const BESIDE = 0.9;

type Measured = Pick<BodyModel, 'arm' | 'worn' | 'torsoPlace' | 'halfWidth'>;

/**
 * Returns whether cloth at a point of the upper body belongs to a sleeve. Both sleeves count as equally long, because
 * lace on one may be labelled as skin.
 */
function oldSleeve({ arm, worn }: Pick<Measured, 'arm' | 'worn'>): (p: Point) => boolean {
  const [left, right] = worn.sleeveEnd;
  const end = Math.max(left ?? 0, right ?? 0) + BEYOND_END;
  return (p) =>
    SIDES.some((side) => {
      const { radii, along } = arm(p, side);
      return radii < SLEEVE_RADII && along < end;
    });
}

/** The same for a sleeve that hangs beside the body. It stays in front of clothes that are put on below the waist. */
export function hangingSleeve(body: Measured): (p: Point) => boolean {
  const isOldSleeve = oldSleeve(body);
  return (p) => {
    if (!isOldSleeve(p)) return false;
    const { share, offset } = body.torsoPlace(p);
    return Math.abs(offset) > BESIDE * body.halfWidth(clamp(share, 0.1, 2), offset > 0 ? 1 : 0);
  };
}

/**
 * Radii around its bones within which an arm lies whose old sleeve a new top removed. It stays in front of clothes that
 * are put on below the waist.
 */
export const BARED_RADII = 1.3;

/** True on an arm whose old sleeve a new top removed. */
export const isBaredArm = (p: Point, { arm }: Pick<Measured, 'arm'>) =>
  SIDES.some((side) => arm(p, side).radii < BARED_RADII);
