import { isAccessory, type ProductAnalysis } from '../../analysis.ts';
import type { EngineWarning } from '../../engine.ts';

/** A cut-out with less confidence gets a warning. */
const CUT_OUT_MIN = 0.45;

/** Warnings about the outline of a product in its photo. */
export function doubtsOfCutOut({ cutOut }: Pick<ProductAnalysis['confidence'], 'cutOut'>): EngineWarning[] {
  if (cutOut >= CUT_OUT_MIN) return [];
  return [
    {
      code: 'low_confidence_cut_out',
      message: 'The garment hardly differs from its background. Use a photo on an even background for a cleaner edge.',
    },
  ];
}

/** The warning that a price tag was removed from a product. A print that looks like a tag would be removed too. */
export function warningOfPriceTag(product: ProductAnalysis): EngineWarning[] {
  if (isAccessory(product) || !product.hadPriceTag) return [];
  return [
    {
      code: 'price_tag_removed',
      message:
        'The engine removed something like a price tag in front of the garment. If it belongs to the garment, use a PNG with a transparent background, which the engine keeps as it is.',
    },
  ];
}
