import { type GarmentAnalysis, isAccessory } from '../src/analysis.ts';
import type { Nets } from '../src/models/nets.ts';
import { analyseGarment } from '../src/steps/garment/analyse-garment.ts';
import { photo } from './photos.ts';

/** The analysis of a garment's photo. Throws if the engine reads an accessory. */
export async function garmentOf(file: string, nets: Nets): Promise<GarmentAnalysis> {
  const product = await analyseGarment(await photo(file), undefined, nets);
  if (isAccessory(product)) throw new Error(`${file} was taken for ${product.category}`);
  return product;
}
