import type { Net } from '../../../models/sessions.ts';
import type { Raster } from '../../../pixels/raster.ts';
import type { GarmentCutOut } from './cut-out.ts';
import { cutOutByNet } from './product-matte.ts';

/** Least confidence of a usable cut-out, 0 to 1. Below it, the engine would dress the person in the background. */
export const CUT_OUT_CONFIDENCE_MIN = 0.25;
/** Confidence of a cut-out from an even background above which its edges are finer than those of the net. */
const EVEN_CONFIDENCE_MIN = 0.8;

/**
 * Cuts a product out of its photo. `even` is its cut-out from an even background, if there is one. If that is unsure, a
 * net finds the product. If the net finds none, the unsure cut-out counts.
 */
export async function cutOutProduct(raster: Raster, even: GarmentCutOut | null, net: Net): Promise<GarmentCutOut> {
  if (even && even.confidence > EVEN_CONFIDENCE_MIN) return even;
  const found = await cutOutByNet(raster, net);
  return found.confidence === 0 && even ? even : found;
}
