import type { BodyFrame, PersonAnalysis } from '../../analysis.ts';
import { EngineRejection } from '../../rejection.ts';
import type { BodyModel } from './body/body-model.ts';
import { MUCH_UNCOVERED } from './doubts.ts';
import type { GarmentFit } from './fit/fit.ts';

/**
 * Distance of the shoulder joints, in torso lengths, below which a person is turned far aside. Measured: 0.5 and above
 * up to about 40 degrees, less beyond about 50 degrees.
 */
const TURNED_MAX = 0.5;

/** True for a person who is turned so far aside that garments, which are drawn from the front, fit less well. */
export const isTurnedAside = ({ shoulderWidth, torsoLength }: BodyFrame) => shoulderWidth / torsoLength < TURNED_MAX;

/**
 * Throws EngineRejection if a garment uncovers much of a skirt whose wearer is turned aside, because the photo does not
 * show hips and legs. `share` is the uncovered part of the replaced garment.
 */
export function rejectUntoldLegs(
  { frame, regions }: PersonAnalysis,
  body: BodyModel,
  { replaces }: GarmentFit,
  share: number,
): void {
  const { worn, joints } = body;
  const wearsSkirt = joints.kneesSeen && worn.legsPart === null && (regions.wearsDress || worn.legEnd !== null);
  if (replaces === 'upper' || !wearsSkirt || share <= MUCH_UNCOVERED || !isTurnedAside(frame)) return;
  throw new EngineRejection(
    'The person in the person photo is turned aside in a wide skirt or dress, which hides hips and legs. Use a photo of the person facing the camera, or in trousers; this one takes tops, jackets and accessories.',
  );
}
