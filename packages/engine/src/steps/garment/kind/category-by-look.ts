import { NET_CATEGORIES, type NetCategory, type SleeveLength } from '../../../analysis.ts';

/** How much a garment looks like each category, by light and colour as well as outline; any scale. */
export type GarmentLook = Readonly<Record<NetCategory, number>>;

/** Least likeness to trousers of what has their silhouette (measured: trousers and shorts 0.5 and above, a dress with hanging sleeves 0.1). */
const TROUSERS_MIN = 0.2;
/** How much likelier than a top a skirt is to be one where no sleeves are seen (measured: a skirt on clips 5, tops 0.3 and below). */
const SKIRT_MIN = 2;

/**
 * What the look of a garment says against the category of its silhouette; null where it says nothing. By silhouettes alone a skirt that
 * hangs from clips passes for a top without sleeves.
 */
export function categoryByLook(guessed: NetCategory, sleeves: SleeveLength, look: GarmentLook): NetCategory | null {
  return guessed === 'top' && sleeves === 'none' && look.skirt > SKIRT_MIN * look.top ? 'skirt' : null;
}

/** True for what has the silhouette of trousers but not their look: sleeves that hang from a wide neck pass for legs. */
export function isNoTrousers(guessed: NetCategory, look: GarmentLook): boolean {
  const sum = NET_CATEGORIES.reduce((total, category) => total + look[category], 0);
  return guessed === 'trousers' && look.trousers < TROUSERS_MIN * sum;
}
