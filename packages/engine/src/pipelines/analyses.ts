import type { PersonAnalysis, ProductAnalysis } from '../analysis.ts';
import type { GarmentInput } from '../engine.ts';
import type { Nets } from '../models/nets.ts';
import { guessRegions } from '../models/person-regions.ts';
import { analyseGarment } from '../steps/garment/analyse-garment.ts';
import { analysePerson } from '../steps/person/analyse-person.ts';
import type { GuessRegions } from '../steps/try-on/judge/picture.ts';

/** The analyses of photos, made or taken from a cache, and of finished pictures. */
export interface Analyses {
  person(bytes: Uint8Array): Promise<PersonAnalysis>;
  garment(input: GarmentInput): Promise<ProductAnalysis>;
  /** The parts of the person in a finished picture. */
  readonly parts: GuessRegions;
}

/** Makes each analysis anew. */
export function analysesBy(nets: Nets): Analyses {
  return {
    person: (bytes) => analysePerson(bytes, nets),
    garment: ({ bytes, category }) => analyseGarment(bytes, category, nets),
    parts: (question) => guessRegions(question, nets.personRegions),
  };
}
