import type { GarmentAnalysis, PersonAnalysis } from '../../../analysis.ts';
import { rejectRaisedSleeve } from './raised-sleeve.ts';
import { rejectSeated } from './seated.ts';
import { rejectUnseen } from './seen-torso.ts';
import { rejectSideways } from './turned.ts';

/** Throws EngineRejection for a person whose pose or picture leaves no place for one of the garments. */
export function rejectPerson(person: PersonAnalysis, garments: readonly GarmentAnalysis[]): void {
  rejectUnseen(person, garments);
  rejectSeated(person, garments);
  if (garments.every(({ category }) => category === 'trousers' || category === 'skirt')) return;
  rejectRaisedSleeve(person);
  rejectSideways(person);
}
