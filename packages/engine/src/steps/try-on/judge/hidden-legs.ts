import { type PersonAnalysis, REGIONS } from '../../../analysis.ts';
import { maskOf, sumOf } from '../../../pixels/planes.ts';
import { EngineRejection } from '../../../rejection.ts';
import { regionAt } from '../../person/region-at.ts';
import type { BodyModel } from '../body/body-model.ts';
import { wearsCoat } from '../body/worn-ends.ts';
import type { GarmentFit } from '../fit/fit.ts';
import { MUCH_UNCOVERED } from './doubts.ts';
import { isTurnedAside } from './turned.ts';

/** Least area of visible shoes, in squares of the shoulders' width. Two shoes from the front have 0.16 or more. */
const SHOES_MIN = 0.1;
/** Place below the hips, as a share of the torso, where a closed coat covers the middle of the body. */
const BELOW_HIPS = 1.2;

/**
 * Throws EngineRejection if a garment uncovers much of clothes that hide hips and legs. These are a closed coat under a
 * top, a skirt of a person turned aside, and a skirt that hides the feet too. `share` is the uncovered part of the
 * replaced garment.
 */
export function rejectHiddenLegs(
  person: PersonAnalysis,
  body: BodyModel,
  { replaces }: Pick<GarmentFit, 'replaces'>,
  share: number,
): void {
  if (share <= MUCH_UNCOVERED) return;
  if (replaces === 'upper') {
    if (!isInClosedCoat(person, body)) return;
    throw new EngineRejection(
      'The person in the person photo wears a coat that hides hips and legs, and the new top is shorter. Use a photo without the coat; this one takes everything but short tops.',
    );
  }
  if (!body.joints.kneesSeen || !body.wearsSkirt) return;
  if (isTurnedAside(person.frame))
    throw new EngineRejection(
      'The person in the person photo is turned aside in a skirt or dress, which hides hips and legs. For trousers, shorts, skirts and dresses, use a photo of the person facing the camera, or in trousers.',
    );
  if (hidesFeet(person, body))
    throw new EngineRejection(
      'The skirt or dress in the person photo hides the legs down to the feet. Use a photo in trousers or a shorter skirt; this one takes tops, jackets and accessories.',
    );
}

/** True if a coat covers the middle of the body below the hips. */
const isInClosedCoat = ({ regions }: PersonAnalysis, { worn, axis }: BodyModel) =>
  wearsCoat(worn) && regionAt(regions, axis(BELOW_HIPS)) === 'upper';

/** True if the clothes below the waist reach the ground in the picture, and hardly a shoe shows. */
function hidesFeet(
  { regions: { labels, scale }, frame, raster }: PersonAnalysis,
  { worn, joints }: BodyModel,
): boolean {
  const shoes = REGIONS.indexOf('shoes');
  const area = sumOf(maskOf(labels.length, (i) => labels[i] === shoes)) * (scale / frame.shoulderWidth) ** 2;
  return worn.legEnd === null && joints.ankle.every(({ y }) => y < raster.height) && area < SHOES_MIN;
}
