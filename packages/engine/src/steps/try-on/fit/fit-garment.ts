import type { PersonAnalysis } from '../../../analysis.ts';
import type { BodyModel } from '../body/body-model.ts';
import type { FittedGarment } from '../jumpsuit-parts.ts';
import type { GarmentFit, Wear } from './fit.ts';
import { fitShorts, fitSkirt, hangsAsOnePiece } from './fit-one-piece.ts';
import { fitTop } from './fit-top.ts';
import { fitTrousers } from './fit-trousers.ts';
import { findWaist } from './tuck-line.ts';

/**
 * Lowest place of a skirt's waistband, as a share of the torso. If a longer top hides the waistband, the skirt
 * continues up to here under the top.
 */
const SKIRT_WAIST_MAX = 0.84;

/** Fits a garment onto a body by the rules of its kind. */
export function fitGarment(garment: FittedGarment, person: PersonAnalysis, body: BodyModel, wear: Wear): GarmentFit {
  const waist = () => wear.tuck?.share ?? findWaist(person, body);
  switch (garment.category) {
    case 'top':
    case 'dress':
      return fitTop(garment, body, wear);
    case 'trousers':
      return hangsAsOnePiece(garment, body)
        ? fitShorts(garment, body, waist(), wear)
        : fitTrousers(garment, body, waist(), wear);
    case 'skirt':
      return fitSkirt(garment, body, Math.min(waist(), SKIRT_WAIST_MAX), wear);
  }
}
