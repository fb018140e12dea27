import { type GarmentAnalysis, isAccessory } from '../src/analysis.ts';
import type { Analyses } from '../src/pipelines/analyses.ts';
import { photo } from './photos.ts';

/** The analysis of a garment's photo. Throws if the engine reads an accessory. */
export async function garmentOf(file: string, analyses: Analyses): Promise<GarmentAnalysis> {
  const product = await analyses.garment({ bytes: await photo(file) });
  if (isAccessory(product)) throw new Error(`${file} was taken for ${product.category}`);
  return product;
}
