import type { BodyFrame, PersonAnalysis } from '../../../analysis.ts';
import { EngineRejection } from '../../../rejection.ts';

/**
 * Distances of the shoulder joints, in torso lengths, below which a person is turned far aside, and stands sideways.
 * Measured: 0.5 and above up to about 40 degrees, less beyond about 50 degrees. Of 190 people in street photos, three
 * have less than 0.38: one arm hides the other.
 */
const TURNED_MAX = 0.5;
const SIDEWAYS_MAX = 0.38;

/** True for a person who is turned so far aside that garments, which are drawn from the front, fit less well. */
export const isTurnedAside = (frame: BodyFrame) => turnOf(frame) < TURNED_MAX;

/** Throws EngineRejection if the person, who gets a garment with a trunk, stands sideways. */
export function rejectSideways({ frame }: Pick<PersonAnalysis, 'frame'>): void {
  if (turnOf(frame) >= SIDEWAYS_MAX) return;
  throw new EngineRejection(
    'The person in the person photo stands sideways, so one arm hides the other. For tops, dresses and jumpsuits, use a photo of the person facing the camera.',
  );
}

const turnOf = ({ shoulderWidth, torsoLength }: BodyFrame) => shoulderWidth / torsoLength;
