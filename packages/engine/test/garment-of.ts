import { type GarmentAnalysis, type GarmentCategory, isAccessory } from '../src/analysis.ts';
import type { Analyses } from '../src/pipelines/analyses.ts';
import { photo } from './photos.ts';

/** The analysis of a garment photo, as `category` if that is given. Throws if the engine reads an accessory. */
export async function garmentOf(
  file: string,
  analyses: Analyses,
  category?: GarmentCategory,
): Promise<GarmentAnalysis> {
  const product = await analyses.garment({ bytes: await photo(file), ...(category && { category }) });
  if (isAccessory(product)) throw new Error(`${file} was taken for ${product.category}`);
  return product;
}
