import {
  ACCESSORIES,
  type AccessoryKind,
  type GarmentAnalysis,
  type NetCategory,
  OPENS_MIN,
  SLEEVE_LENGTHS,
  type SleeveLength,
} from '../../../analysis.ts';
import type { Net } from '../../../models/sessions.ts';
import { softmax } from '../../../models/softmax.ts';
import { bothWays, squarePlanes } from '../../../models/square-input.ts';
import type { Raster } from '../../../pixels/raster.ts';

/** A category of garments or a kind of accessory. */
export type Use = NetCategory | AccessoryKind;

/** How usual it is for a garment to have no sleeves, short, mid or long ones, if it is no top. */
const SLEEVES_OF_OTHERS = [0.4, 0.3, 0.12, 0.18] as const;
/**
 * Kinds in the order of the net's output, each with its use. A top has two more values. The first is its place among
 * layers, from 0 next to the skin to {@link OUTERWEAR}. The second is how usual it is for it to have no sleeves, short,
 * mid or long ones. Both are our estimates; no length has less than 2 %, so that a clear photo decides.
 */
const KINDS: readonly (readonly [name: string, use: Use, outerness?: number, sleeves?: readonly number[]])[] = [
  ['t-shirt', 'top', 0.8, [0.03, 0.87, 0.06, 0.04]],
  ['longsleeve', 'top', 1.4, [0.02, 0.04, 0.09, 0.85]],
  ['shirt', 'top', 1.6, [0.06, 0.22, 0.08, 0.64]],
  ['polo', 'top', 1.2, [0.03, 0.83, 0.04, 0.1]],
  ['blouse', 'top', 1, [0.25, 0.3, 0.15, 0.3]],
  ['top', 'top', 0.4, [0.5, 0.25, 0.1, 0.15]],
  ['undershirt', 'top', 0, [0.92, 0.04, 0.02, 0.02]],
  ['hoodie', 'top', 2.4, [0.04, 0.03, 0.03, 0.9]],
  ['blazer', 'top', 3.2, [0.03, 0.02, 0.05, 0.9]],
  ['outwear', 'top', 4, [0.12, 0.02, 0.02, 0.84]],
  ['dress', 'dress'],
  ['pants', 'trousers'],
  ['shorts', 'trousers'],
  ['skirt', 'skirt'],
  ['glasses', 'glasses'],
  ['beanie', 'beanie'],
  ['hat', 'hat'],
  ['shoes', 'shoes'],
  ['bag', 'bag'],
  ['other', 'other'],
];
/** The greatest outerness, of coats and jackets. */
export const OUTERWEAR = 4;
/**
 * Place among layers from which a top hangs over the waistband and may have a hood, between shirts (1.6) and hoodies
 * (2.4). A sleeveless one goes over the person's own top.
 */
export const HANGS_FROM = 2;

/** True if the photo shows that a garment opens in front. */
export const opensInFront = ({ front }: Pick<GarmentAnalysis, 'front'>): boolean =>
  front !== null && (front.isOpen || front.certainty >= OPENS_MIN);

/**
 * True for a gilet or a waistcoat: sleeveless outerwear is rarely worn on bare skin. It opens in front, as six of seven
 * gilets show in measured photos. Two sleeveless tops that the net takes for outerwear do not open.
 */
export function goesOverTop(garment: Pick<GarmentAnalysis, 'category' | 'sleeves' | 'outerness' | 'front'>): boolean {
  const { category, sleeves, outerness } = garment;
  return category === 'top' && sleeves === 'none' && outerness >= HANGS_FROM && opensInFront(garment);
}

/** Side of the net's input in pixels. */
const SIDE = 192;

/**
 * Least share of one kind of accessory to name it; below, the kind is `other`. Glasses, hats and bags need a named
 * kind.
 */
const KIND_MIN = 0.5;
/** Least share of a category that counts as certain, more than all others together. */
const TOLD_MIN = 0.5;

/** Probability of each length of sleeves, 0 to 1; the sum is 1. */
export type SleeveShares = Readonly<Record<SleeveLength, number>>;

/** Probability of each use, 0 to 1; the sum is 1. */
export type UseShares = Readonly<Record<Use, number>>;

/** What a photo shows. */
export interface ToldProduct {
  readonly uses: UseShares;
  /** Mean place among layers if it is a top, 0 to {@link OUTERWEAR}. */
  readonly outerness: number;
  /** How likely each length of sleeves is by the kind alone. */
  readonly sleeves: SleeveShares;
}

/**
 * Classifies a photo with its background, by a net that learned from photos of garments and drawn accessories
 * (`training/garment-kind`). Returns the mean of the photo and its mirror image.
 */
export async function tellProduct(photo: Raster, net: Net): Promise<ToldProduct> {
  const uses = { top: 0, dress: 0, trousers: 0, skirt: 0, glasses: 0, beanie: 0, hat: 0, shoes: 0, bag: 0, other: 0 };
  const sleeves = { none: 0, short: 0, mid: 0, long: 0 };
  let outerness = 0;
  for (const logits of await bothWays(net, squarePlanes(photo, SIDE), SIDE))
    for (const [index, share] of softmax(logits).entries()) {
      const [, use, place = 0, usual = SLEEVES_OF_OTHERS] = KINDS[index];
      uses[use] += share / 2;
      outerness += share * place;
      for (const [k, length] of SLEEVE_LENGTHS.entries()) sleeves[length] += (share / 2) * usual[k];
    }
  return { uses, outerness: outerness / 2 / Math.max(1e-6, uses.top), sleeves };
}

/**
 * Decides between garment and accessory by the larger sum of shares. The accessory is null for a garment, and the
 * certainty 0 to 1.
 */
export function judgeProduct(shares: UseShares): { accessory: AccessoryKind | null; certainty: number } {
  const likeness = ACCESSORIES.reduce((sum, kind) => sum + shares[kind], 0);
  if (likeness <= 0.5) return { accessory: null, certainty: 1 - likeness };
  const likeliest = ACCESSORIES.reduce((a, b) => (shares[b] > shares[a] ? b : a));
  return { accessory: shares[likeliest] < KIND_MIN ? 'other' : likeliest, certainty: likeness };
}

/** The likeliest category of a garment. */
export interface CategoryGuess {
  readonly category: NetCategory;
  /** Share of the category among the possible ones, 0 to 1. */
  readonly certainty: number;
  /** True if the certainty is too small to trust the category. */
  readonly isUntold: boolean;
}

/** Probability of each category, 0 to 1. */
export type CategoryShares = Readonly<Record<NetCategory, number>>;

/** Least share of a category by an outline: folded garments and those before a wall have outlines of their own. */
const OUTLINE_MIN = 0.02;

/** What the shape of a garment tells of its category. */
export interface ShapeEvidence {
  /** By the outline. */
  readonly outline: CategoryShares;
  /** Odds of a dress against a top by the length. */
  readonly dressOdds: number;
}

/**
 * The likeliest of the categories that a garment may have, by its photo and by its shape, which show different things:
 * their shares multiply.
 */
export function likeliestOf(
  photo: UseShares,
  { outline, dressOdds }: ShapeEvidence,
  possible: readonly NetCategory[],
): CategoryGuess {
  const byOutline = (category: NetCategory) => photo[category] * Math.max(OUTLINE_MIN, outline[category]);
  const [top, dress] = [byOutline('top'), byOutline('dress')];
  // The length divides top from dress alone: trousers and skirts have no shoulders.
  const upper = (top + dress) / (top + dressOdds * dress);
  const share = (category: NetCategory) =>
    category === 'top' ? upper * top : category === 'dress' ? upper * dressOdds * dress : byOutline(category);
  const category = possible.reduce((a, b) => (share(b) > share(a) ? b : a));
  const certainty = share(category) / possible.reduce((sum, one) => sum + share(one), 0);
  return { category, certainty, isUntold: certainty < TOLD_MIN };
}
