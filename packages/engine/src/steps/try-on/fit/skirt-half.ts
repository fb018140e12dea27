import type { BodyModel } from '../body/body-model.ts';
import type { Side } from '../body/side.ts';

/** The widest place of the hips, as a share of the torso. */
const HIPS = 1.1;
/**
 * How far aside the sides of a skirt lean as they fall: spread on the floor an A-line leans by up to 0.35, worn it
 * falls into folds. Of models in catalogues skirts lean by 0.05 to 0.25.
 */
const LEAN = 0.22;

/**
 * Half the most width of a skirt at a share of the torso, in pixels of the analysed person: it lies around waist and
 * hips, `loose` times as wide as they are, and leans out as it falls from a share, `from`, on.
 */
export function skirtHalf(body: BodyModel, share: number, side: Side, from: number, loose: number): number {
  const around = body.hipHalfWidth(Math.min(share, HIPS), side);
  return loose * around + LEAN * body.torsoLength * Math.max(0, share - from);
}
