import type { BodyModel } from '../body/body-model.ts';
import type { Side } from '../body/side.ts';

/**
 * Seen width of a tube of cloth around a body, as a share of its width when it lies flat. An ellipse with a depth of
 * 0.68 widths has half a circumference of 1.33 widths (Ramanujan).
 */
export const SEEN_OF_FLAT = 0.75;

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

/** Lowest hem, in torso lengths below the shoulders, if the picture does not show the knees. */
const HEM_MAX = 3.1;
/**
 * Depth of the longest hems below the ankles, in torso lengths. The floor is 0.13 below (Drillis & Contini 1966: 0.039
 * of the body's height, and the torso is 0.288).
 */
const BELOW_ANKLE = 0.08;

/** The lowest share of the torso where a dress or a skirt may end on a body. */
export function longestHem({ joints, torsoPlace }: Pick<BodyModel, 'joints' | 'torsoPlace'>): number {
  if (!joints.kneesSeen) return HEM_MAX;
  return Math.max(...joints.ankle.map((ankle) => torsoPlace(ankle).share)) + BELOW_ANKLE;
}
