import type { Point } from '../../../pixels/raster.ts';
import type { BodyModel } from '../body/body-model.ts';
import { SIDES } from '../body/side.ts';

/**
 * Radii around its bones within which an arm lies whose old sleeve a new top removed. It stays in front of clothes that
 * are put on below the waist.
 */
export const BARED_RADII = 1.3;

/** True on an arm whose old sleeve a new top removed. */
export const isBaredArm = (p: Point, { arm }: Pick<BodyModel, 'arm'>) =>
  SIDES.some((side) => arm(p, side).radii < BARED_RADII);
