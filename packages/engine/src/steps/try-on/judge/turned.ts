import type { BodyFrame, GarmentAnalysis, PersonAnalysis } from '../../../analysis.ts';
import { EngineRejection } from '../../../rejection.ts';

/**
 * Distances of the shoulder joints, in torso lengths, below which a person is turned far aside, and stands sideways.
 * Measured: 0.5 and above up to about 40 degrees, less beyond about 50 degrees. Of 190 people in street photos, three
 * have less than 0.38. One arm hides the other then.
 */
const TURNED_MAX = 0.5;
const SIDEWAYS_MAX = 0.38;

/** True for a person who is turned so far aside that garments, which are drawn from the front, fit less well. */
export const isTurnedAside = (frame: BodyFrame) => turnOf(frame) < TURNED_MAX;

/** Throws EngineRejection for garments with a trunk on a person who stands sideways. */
export function rejectSideways({ frame }: PersonAnalysis, garments: readonly GarmentAnalysis[]): void {
  if (
    turnOf(frame) >= SIDEWAYS_MAX ||
    garments.every(({ category }) => category === 'trousers' || category === 'skirt')
  )
    return;
  throw new EngineRejection(
    'The person in the person photo stands sideways, so one arm hides the other. Use a photo of the person facing the camera; this one takes trousers, shorts, skirts and accessories.',
  );
}

const turnOf = ({ shoulderWidth, torsoLength }: BodyFrame) => shoulderWidth / torsoLength;
