import type { BodyFrame, PersonAnalysis } from '../../analysis.ts';
import { EngineRejection } from '../../rejection.ts';
import type { BodyModel } from './body/body-model.ts';
import { MUCH_UNCOVERED } from './doubts.ts';
import type { GarmentFit } from './fit/fit.ts';

/**
 * Distance of the shoulder joints, in torso lengths, below which somebody is turned far aside: 55 people of the shared
 * photos who face the camera or stand at up to some 40 degrees have 0.5 and more, four of some 50 degrees and more
 * less.
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
    'The person in the person photo is turned aside and wears a wide skirt or dress: how hips and legs stand below it cannot be told. Use a photo in which the person faces the camera, or wears trousers or something short; tops, jackets and accessories can be put on this one.',
  );
}
