import { type PersonAnalysis, REGIONS } from '../../analysis.ts';
import { maskOf, sumOf } from '../../pixels/planes.ts';
import { EngineRejection } from '../../rejection.ts';
import type { BodyModel } from './body/body-model.ts';
import { wearsCoat } from './body/worn-ends.ts';
import { MUCH_UNCOVERED } from './doubts.ts';
import type { GarmentFit } from './fit/fit.ts';
import { isTurnedAside } from './turned.ts';

/** Least area of visible shoes, in squares of the shoulders' width. Two shoes from the front have 0.16 or more. */
const SHOES_MIN = 0.1;

/**
 * Throws EngineRejection if a garment uncovers much of clothes that hide hips and legs. These are coats, skirts that
 * hide the feet too, and all skirts of people turned aside. `share` is the uncovered part of the replaced garment.
 */
export function rejectHiddenLegs(
  person: PersonAnalysis,
  { worn, joints }: BodyModel,
  { replaces }: GarmentFit,
  share: number,
): void {
  if (share <= MUCH_UNCOVERED) return;
  if (replaces === 'upper' && wearsCoat(worn))
    throw new EngineRejection(
      'The person in the person photo wears a coat that hides hips and legs. Use a photo without the coat; this one takes dresses and coats.',
    );
  const isHidden = isTurnedAside(person.frame) || (worn.legEnd === null && shoesOf(person) < SHOES_MIN);
  if (replaces !== 'upper' && joints.kneesSeen && person.regions.wearsSkirt && isHidden)
    throw new EngineRejection(
      'The person in the person photo wears a skirt or dress that hides hips and legs. Use a photo of the person facing the camera, in trousers or a shorter skirt; this one takes tops, jackets and accessories.',
    );
}

/** Area of the visible shoes, in squares of the shoulders' width. */
function shoesOf({ regions: { labels, scale }, frame }: PersonAnalysis): number {
  const shoes = REGIONS.indexOf('shoes');
  return sumOf(maskOf(labels.length, (i) => labels[i] === shoes)) * (scale / frame.shoulderWidth) ** 2;
}
