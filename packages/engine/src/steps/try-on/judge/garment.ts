import { type GarmentAnalysis, type GarmentCategory, isAccessory, type ProductAnalysis } from '../../../analysis.ts';
import { EngineRejection, type PhotoName } from '../../../rejection.ts';
import type { DrawnGarment } from '../draw/draw.ts';
import type { GarmentFit } from '../fit/fit.ts';
import type { Composed } from '../paint/compose.ts';
import type { Uncovered } from '../paint/uncovered.ts';

/**
 * Greatest invented share of a trunk: four times the greatest of the 33 pairs of the bench, 0.033. Of 63 random pairs
 * of other photos, 56 have at most 0.091. The other seven show three garments that the engine misread.
 */
const INVENTED_MAX = 0.13;

/** Throws EngineRejection for a garment whose photo does not show its kind. */
export function rejectUntold(product: ProductAnalysis): void {
  if (isAccessory(product) || !product.isUntold) return;
  throw new EngineRejection(
    'The garment photo does not show clearly what kind of garment it is. Use a photo of the garment alone on an even light background, or send it alone and name it in the prompt ("dress").',
  );
}

const FOLDED_SLEEVES =
  'The garment photo does not show both sleeves whole: one lies on the front, is hidden or cut off. Use a photo with both sleeves spread out beside the garment.';
const FOLDED_LEGS =
  'The garment photo does not show both legs whole: one is folded, lies on the other or is cut off. Use a photo with both legs spread out straight, side by side.';
/** What the photo of a folded garment must show. No skirt is folded. */
const FOLDED: Readonly<Record<GarmentCategory, string>> = {
  top: FOLDED_SLEEVES,
  dress: FOLDED_SLEEVES,
  trousers: FOLDED_LEGS,
  skirt: FOLDED_LEGS,
  jumpsuit:
    'The garment photo does not show sleeves and legs whole: one is folded, hidden or cut off. Use a photo with sleeves and legs spread out, side by side.',
};

/** Throws EngineRejection for a garment whose photo hides a part that the engine would have to draw. */
export function rejectHidden(garment: GarmentAnalysis): void {
  if (garment.isFolded) throw new EngineRejection(FOLDED[garment.category]);
  if (garment.isFrontHidden)
    throw new EngineRejection(
      'An arm hides much of the front of the garment in its photo. Use a photo of the garment alone, or one with the arms hanging down or on the hips.',
    );
}

/** Throws EngineRejection for a garment that the engine misread, so that much of its trunk is invented. */
export function rejectInvented({ invented }: Pick<DrawnGarment, 'invented'>): void {
  if (invented <= INVENTED_MAX) return;
  throw new EngineRejection(
    `The engine could not read the cut of the garment: its photo fills only ${Math.floor(100 * (1 - invented))} % of the trunk. Use a photo of the garment alone, spread out flat on an even background.`,
  );
}

/** Least visible share of a garment. Of 57 bottoms on people in coats, four have at most 0.02, others 0.18 or more. */
const SHOWN_MIN = 0.1;

/** Throws EngineRejection for a garment that the clothes, hair or things of the person cover. */
export function rejectCovered({ shown }: Pick<Composed, 'shown'>): void {
  if (shown >= SHOWN_MIN) return;
  throw new EngineRejection(
    `Clothes, hair or things in the person photo would cover the garment: only ${Math.floor(100 * shown)} % of it would show. Use a photo without a coat, a long top or a bag before it.`,
  );
}

/**
 * Greatest share of the old clothes that may become invented skin, clothes or hair under a top. In four surveys of 60
 * random pairs, five tops are beyond it. None of them is good by eye (decision 16).
 */
const BODY_SHARE_MAX = 0.35;

/** Throws EngineRejection for a top that leaves so much bare that much of the person would be invented. */
export function rejectUncovered(
  { replaces }: Pick<GarmentFit, 'replaces'>,
  { bodyShare }: Pick<Uncovered, 'bodyShare'>,
): void {
  if (replaces !== 'upper' || bodyShare <= BODY_SHARE_MAX) return;
  throw new EngineRejection(
    `The engine would have to invent skin or clothes in ${Math.round(100 * bodyShare)} % of the place of the old clothes, which is too much. Use a photo of the person without a coat, in closer or shorter clothes.`,
  );
}

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
