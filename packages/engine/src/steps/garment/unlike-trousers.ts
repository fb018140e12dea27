import { GARMENT_CATEGORIES, type GarmentCategory } from '../../analysis.ts';
import { EngineRejection } from '../../rejection.ts';

/** How much a garment looks like each category, by light and colour as well as outline; any scale. */
export type GarmentLook = Readonly<Record<GarmentCategory, number>>;

/** Least likeness to trousers of what has their silhouette (measured: trousers and shorts 0.5 and above, a dress with hanging sleeves 0.1). */
const TROUSERS_MIN = 0.2;

/**
 * Throws EngineRejection for what has the silhouette of trousers but not their look: by silhouettes alone, sleeves that hang from a wide
 * neck pass for legs.
 */
export function rejectUnlikeTrousers(guessed: GarmentCategory, look: GarmentLook): void {
  const sum = GARMENT_CATEGORIES.reduce((total, category) => total + look[category], 0);
  if (guessed !== 'trousers' || look.trousers >= TROUSERS_MIN * sum) return;
  throw new EngineRejection(
    'What the garment photo shows could not be told: it has the outline of trousers, but does not look like any. Use a photo of the garment alone, laid flat or on an invisible mannequin, or name it in the prompt, as in "dress".',
  );
}
