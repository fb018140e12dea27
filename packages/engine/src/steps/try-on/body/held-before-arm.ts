import type { GarmentAnalysis, PersonAnalysis } from '../../../analysis.ts';
import { mix } from '../../../pixels/geometry.ts';
import { EngineRejection } from '../../../rejection.ts';
import { regionAt } from '../../person/region-at.ts';
import { jointsOf } from './joints.ts';
import { SIDES } from './side.ts';

/** Shares of an upper arm at which it is looked at, and the least of them that something hides; of 62 people one has 5 (flowers), the others none. */
const PLACES = [0.3, 0.5, 0.7, 0.8, 0.9, 1] as const;
const HIDDEN_MIN = 3;

/**
 * Throws EngineRejection for tops, coats and dresses on people who hold something before an upper arm while the photo leaves out that hand:
 * where the arm goes and what of the thing lies before it is not seen, and half of it would be taken for the old sleeve.
 */
export function rejectHeldBeforeArm(person: PersonAnalysis, garments: readonly GarmentAnalysis[]): void {
  if (garments.every(({ category }) => category === 'trousers' || category === 'skirt')) return;
  const { shoulder, elbow, wrist } = jointsOf(person);
  const { width, height } = person.raster;
  const isHidden = SIDES.some((side) => {
    const { x, y } = wrist[side];
    if (x >= 0 && x < width && y >= 0 && y < height) return false;
    const hidden = PLACES.filter((t) => regionAt(person.regions, mix(shoulder[side], elbow[side], t)) === 'other');
    return hidden.length >= HIDDEN_MIN;
  });
  if (isHidden)
    throw new EngineRejection(
      'In the person photo something is held before an arm whose hand is not in the picture, so that nothing shows where the arm goes. Use a photo with the hands in it and nothing before the arms; accessories can be put on this one.',
    );
}
