import type { BodyModel } from '../body/body-model.ts';
import type { Side } from '../body/side.ts';

/** The widest place of the hips, as a share of the torso. */
const HIPS = 1.1;
/** Slope of the sides of a skirt: an A-line on the floor has up to 0.35, worn skirts in catalogues 0.05 to 0.25. */
const LEAN = 0.22;

/**
 * Greatest half width of a skirt at a share of the torso, in pixels of the analysed person. It is `loose` times the
 * width of waist and hips, and widens below the share `from`.
 */
export function skirtHalf(body: BodyModel, share: number, side: Side, from: number, loose: number): number {
  const around = body.hipHalfWidth(Math.min(share, HIPS), side);
  return loose * around + LEAN * body.torsoLength * Math.max(0, share - from);
}
