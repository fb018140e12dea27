import type { GarmentAnalysis, PersonAnalysis } from '../../analysis.ts';
import type { BodyModel } from './body-model.ts';
import type { Drape, GarmentFit } from './fit.ts';
import { fitSkirt } from './fit-skirt.ts';
import { fitTop } from './fit-top.ts';
import { fitTrousers } from './fit-trousers.ts';
import { findWaist } from './waist.ts';

/** Fits a garment onto a body, each kind by its own rules. */
export function fitGarment(garment: GarmentAnalysis, person: PersonAnalysis, body: BodyModel, drape: Drape): GarmentFit {
  switch (garment.category) {
    case 'top':
    case 'dress':
      return fitTop(garment, body, drape);
    case 'trousers':
      return fitTrousers(garment, body, findWaist(person, body), drape);
    case 'skirt':
      return fitSkirt(garment, body, findWaist(person, body), drape);
  }
}
