import type { GarmentCategory, ProductAnalysis } from '../../../analysis.ts';
import { EngineRejection, type PhotoName } from '../../../rejection.ts';

/** Garments that are worn one at a time, because one would hide the other. */
const EXCLUSIVE: readonly (readonly GarmentCategory[])[] = [
  ['trousers', 'skirt', 'jumpsuit'],
  ['dress', 'jumpsuit'],
];

const CALLED: Readonly<Record<GarmentCategory, string>> = {
  top: 'a top',
  dress: 'a dress',
  trousers: 'trousers or shorts',
  skirt: 'a skirt',
  jumpsuit: 'a jumpsuit',
};

/**
 * Throws EngineRejection for products that are not worn together. The message names their photos by the order of the
 * request.
 */
export function rejectExclusive(products: readonly ProductAnalysis[], photoName: PhotoName): void {
  for (const group of EXCLUSIVE) {
    const rivals = products.flatMap((product, index) => {
      const category = group.find((one) => one === product.category);
      return category && products.indexOf(product) === index ? [`photo ${index + 1} (${CALLED[category]})`] : [];
    });
    if (rivals.length < 2) continue;
    throw new EngineRejection(
      `Only one of these can be worn at a time: ${photoName.toLowerCase()} ${rivals.join(', ')}. Send one of them in a request; a photo of the whole garment on an even background avoids a wrong reading.`,
    );
  }
}
