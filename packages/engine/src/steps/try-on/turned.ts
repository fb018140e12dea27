import type { BodyFrame, PersonAnalysis } from '../../analysis.ts';
import { EngineRejection } from '../../rejection.ts';
import type { BodyModel } from './body/body-model.ts';
import { MUCH_UNCOVERED } from './doubts.ts';
import type { GarmentFit } from './fit/fit.ts';

/**
 * Distance of the shoulder joints, in torso lengths, below which a person is turned far aside. 55 people of the shared
 * photos at up to about 40 degrees have at least 0.5; four beyond about 50 degrees have less.
 */
const TURNED_MAX = 0.5;

/** True for somebody who is turned so far aside that garments, which are drawn from the front, fit them less well. */
export const isTurnedAside = ({ shoulderWidth, torsoLength }: BodyFrame) => shoulderWidth / torsoLength < TURNED_MAX;

/**
 * Throws EngineRejection where a garment leaves much uncovered of a skirt that somebody who is turned aside wears:
 * nothing in the photo tells where their hips and legs are below it. `share` is what is left uncovered, of what the
 * garment replaces.
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
