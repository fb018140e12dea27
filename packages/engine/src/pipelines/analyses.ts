import type { PersonAnalysis, ProductAnalysis } from '../analysis.ts';
import type { GarmentInput } from '../engine.ts';
import type { Nets } from '../models/nets.ts';
import { analyseGarment } from '../steps/garment/analyse-garment.ts';
import { analysePerson } from '../steps/person/analyse-person.ts';

/** The analyses of photos, made or taken from a cache. */
export interface Analyses {
  person(bytes: Uint8Array): Promise<PersonAnalysis>;
  garment(input: GarmentInput): Promise<ProductAnalysis>;
}

/** Makes every analysis again, without a cache. */
export function analysesBy(nets: Nets): Analyses {
  return {
    person: (bytes) => analysePerson(bytes, nets),
    garment: ({ bytes, category }) => analyseGarment(bytes, category, nets),
  };
}
