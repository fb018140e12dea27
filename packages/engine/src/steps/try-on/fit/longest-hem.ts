import type { BodyModel } from '../body/body-model.ts';

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
