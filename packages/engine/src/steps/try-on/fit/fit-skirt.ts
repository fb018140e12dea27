import type { GarmentAnalysis } from '../../../analysis.ts';
import { clamp } from '../../../pixels/geometry.ts';
import type { BodyModel } from '../body/body-model.ts';
import { wearsCoat } from '../body/worn-ends.ts';
import type { GarmentFit, Wear } from './fit.ts';
import { fitOnePiece } from './fit-one-piece.ts';
import { skirtHalf } from './skirt-half.ts';

/** Greatest width of a skirt, in half widths of the hips. Flat it is spread; worn it falls into folds. */
const FLARE_MAX = 1.65;
/** The same under a coat, whose hem it must not pass. */
const FLARE_UNDER_COAT = 1;
/** Ease of a skirt around the hips, as a share of their width. */
const EASE = 0.06;
/**
 * Distance below the hem over a skirt where the skirt reaches all of its ease, as a share of the torso. The hem itself
 * holds it to the body.
 */
const EASES_OVER = 0.2;

/**
 * Fits a skirt: its waistband at the waist, its sides at the hips or beyond. The width of the waistband gives its
 * length, because shops show skirts on mannequins.
 */
export function fitSkirt(garment: GarmentAnalysis, body: BodyModel, waist: number, wear: Wear): GarmentFit {
  const flare = wear.keepsTop && wearsCoat(body.worn) ? FLARE_UNDER_COAT : FLARE_MAX;
  // A garment over a skirt holds it to the body.
  const fallsFrom = Math.max(waist, body.worn.hem ?? waist);
  const isHeld = fallsFrom > waist;
  const looseAt = (share: number) => 1 + EASE * (isHeld ? clamp((share - fallsFrom) / EASES_OVER) : 1);
  return fitOnePiece(garment, body, waist, wear, {
    scale: Number.POSITIVE_INFINITY,
    half: ({ side, share, flat, bodyHalf }) => {
      const leant = skirtHalf(body, share, side, fallsFrom, looseAt(share));
      return Math.max(Math.min(flat, leant, flare * body.hipHalfWidth(1.1, side)), bodyHalf);
    },
    isCurved: true,
    bendsAt: isHeld ? fallsFrom : null,
    fall: null,
  });
}
