import { isAccessory } from '../analysis.ts';
import type { Outfit, OutfitRequest } from '../engine.ts';
import { boxAbove, cropRaster, grownWithin } from '../pixels/crop.ts';
import { pngOf } from '../pixels/decode.ts';
import { onGrey } from '../pixels/laid-over.ts';
import { layersOf } from '../steps/try-on/layers.ts';
import type { Analyses } from './analyses.ts';
import { readProducts } from './try-on.ts';

/** Width of the white around a cut-out, in pixels of the analysed 768 × 1024. */
const MARGIN = 24;
/** Brightness of that white in sRGB bytes. */
const WHITE = 255;

/** Reads the photos of an outfit. Throws EngineRejection as a try-on does. */
export async function readOutfit({ garments, prompt, style }: OutfitRequest, analyses: Analyses): Promise<Outfit> {
  const request = { garments: garments.map((bytes) => ({ bytes })), prompt, style };
  const products = await readProducts(request, analyses, 'Garment');
  const worn = [...new Set(products)].filter((product) => !isAccessory(product));
  const inOrder = new Set(layersOf(worn, `${prompt}\n${style}`).map(({ product }) => product));
  const pieces = [...inOrder].map(async (product) => {
    const { category, isWorn, raster, alpha } = product;
    const photo = isWorn
      ? await pngOf(cropRaster(onGrey(raster, alpha, WHITE), grownWithin(boxAbove(alpha, 0), alpha, MARGIN)))
      : garments[products.indexOf(product)];
    if (!photo) throw new Error('a garment that is in no photo of the request');
    return { category, photo };
  });
  return { pieces: await Promise.all(pieces), hasAccessories: products.some(isAccessory) };
}
