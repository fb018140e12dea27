import type { PersonAnalysis } from '../../../analysis.ts';
import { dot, mix, subtract } from '../../../pixels/geometry.ts';
import { EngineRejection } from '../../../rejection.ts';
import { regionAt } from '../../person/region-at.ts';
import { jointsOf } from '../body/joints.ts';
import { SIDES } from '../body/side.ts';

/**
 * A wrist hides throat or face if it is nearer to the body's axis (shoulder widths) and higher (share of the torso)
 * than these limits. Measured: such a wrist 0.14 aside, −0.03 down; others at least 0.58 down or 0.44 aside.
 */
const ASIDE_MAX = 0.3;
const DOWN_MAX = 0.25;
/** Above this share of the torso the wrist is over the face and hides nothing of the chest. */
const DOWN_MIN = -0.7;
/** Sampled places along a forearm, and the least number of them in a sleeve. */
const PLACES = [0.2, 0.4, 0.6, 0.8] as const;
const SLEEVE_MIN = 2;

/**
 * Throws EngineRejection if the person, who gets a garment with a trunk, holds a sleeved arm before throat or face. The
 * arm hides the chest, and a rest of the old sleeve would stay around the hand.
 */
export function rejectRaisedSleeve(person: PersonAnalysis): void {
  const { elbow, wrist } = jointsOf(person);
  const { shoulderCentre, across, down, shoulderWidth, torsoLength } = person.frame;
  const isRaised = SIDES.some((side) => {
    const place = subtract(wrist[side], shoulderCentre);
    const below = dot(place, down) / torsoLength;
    const isBefore = Math.abs(dot(place, across)) < ASIDE_MAX * shoulderWidth && below > DOWN_MIN && below < DOWN_MAX;
    const worn = PLACES.filter((t) => regionAt(person.regions, mix(elbow[side], wrist[side], t)) === 'upper');
    return isBefore && worn.length >= SLEEVE_MIN;
  });
  if (isRaised)
    throw new EngineRejection(
      'An arm hides the throat or the face in the person photo. Use a photo with the arms hanging down or on the hips; this one takes trousers, skirts, shorts and accessories.',
    );
}
