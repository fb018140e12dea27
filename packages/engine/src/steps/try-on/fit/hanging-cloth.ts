import type { GarmentAnalysis } from '../../../analysis.ts';
import { distance } from '../../../pixels/geometry.ts';
import type { Point } from '../../../pixels/raster.ts';
import type { BodyModel } from '../body/body-model.ts';
import { clothWidth, type GarmentFrame } from './garment-frame.ts';

/**
 * Seen width of a tube of cloth around a body, as a share of its width when it lies flat. An ellipse with a depth of
 * 0.68 widths has half a circumference of 1.33 widths (Ramanujan).
 */
export const SEEN_OF_FLAT = 0.75;

/**
 * Exponent of the seen width of a skirt by its flat width, because wide cloth falls into folds. With {@link SEEN_BY} it
 * maps the quantiles of flat widths to those of worn ones (`training/hanging-cloth`).
 */
export const FOLDS = 0.6;
/**
 * Seen width, in girths of the body, of a flat skirt that is one girth wide. Skirts have the scale of their waistband,
 * and dresses that of a top.
 */
const SEEN_BY = { waistband: 0.86, top: 1 } as const;
/** Widest seen skirt, in girths of the body: nine of ten worn ones are narrower. */
const WIDEST = 1.65;

/**
 * Seen half width of a skirt or of the skirt of a dress, from its half width in its photo. Both in pixels of the
 * analysed person, as are girths. `scaledBy` tells which scale that width has. Worn in its photo, it is a seen one.
 */
export function skirtHalf(
  { isWorn }: Pick<GarmentAnalysis, 'isWorn'>,
  flat: number,
  girth: number,
  scaledBy: keyof typeof SEEN_BY,
): number {
  if (isWorn) return flat;
  const seen = SEEN_BY[scaledBy] * ((2 * flat) / girth) ** FOLDS;
  return Math.min(flat, (Math.min(seen, WIDEST) * girth) / 2);
}

/**
 * How far below a place of the garment another one hangs on a person, in pixels of the garment photo. On the floor the
 * hem of a wide skirt is round, because each line of cloth has its own length. Worn in its photo, it hangs already.
 */
export function hangsBelow(
  { isWorn }: Pick<GarmentAnalysis, 'isWorn'>,
  frame: Pick<GarmentFrame, 'along'>,
  from: Point,
  to: Point,
): number {
  return isWorn ? frame.along(to) - frame.along(from) : distance(from, to);
}

/**
 * Length of trousers from waist to ankle, in geometric means of the flat widths of waistband and hips. In 284 training
 * photos it varies by 14 %; in widths of the waistband alone by 16 %, because some waistbands are gathered. By it, 129
 * flat skirts have the lengths of 169 worn ones: their quartiles are 0.43, 0.51, 0.62 of the way, and 0.43, 0.57, 0.78.
 */
const WAIST_TO_ANKLE = 2.4;
/** Place of the hips below the waistband, in widths of the waistband. */
const HIPS = 0.65;
/** Their lowest place in trousers, as a share of the way to the crotch. Below it there may be a gap. */
const ABOVE_CROTCH = 0.9;

/** Trousers or a skirt, as far as their length needs them. */
interface Bottoms extends Pick<GarmentAnalysis, 'category' | 'isWorn'> {
  readonly landmarks: Pick<GarmentAnalysis['landmarks'], 'waistbandLeft' | 'waistbandRight' | 'crotch'>;
}

/**
 * Length of trousers or a skirt on a person, as a share of the way from waist to ankle. It does not depend on the width
 * of the person, whose clothes may be wide. `length` is in pixels of the garment photo.
 */
export function shareToAnkle(
  { category, isWorn, landmarks: { waistbandLeft, waistbandRight, crotch } }: Bottoms,
  frame: Pick<GarmentFrame, 'along' | 'place' | 'isCloth'>,
  length: number,
): number {
  const band = distance(waistbandLeft, waistbandRight);
  const lowest = category === 'trousers' ? ABOVE_CROTCH * frame.along(crotch) : Number.POSITIVE_INFINITY;
  const hips = clothWidth(frame, Math.min(HIPS * band, lowest));
  const width = Math.sqrt(band * Math.max(band, hips));
  return length / (WAIST_TO_ANKLE * Math.max(1, isWorn ? width / SEEN_OF_FLAT : width));
}

/**
 * Depth of the longest hems below the ankles, in torso lengths. The floor is 0.13 below (Drillis & Contini 1966: 0.039
 * of the body's height, and the torso is 0.288).
 */
const BELOW_ANKLE = 0.08;

/** The lowest share of the torso where a dress or a skirt may end on a body. */
export function longestHem({ joints, torsoPlace }: Pick<BodyModel, 'joints' | 'torsoPlace'>): number {
  return anklesAt({ joints, torsoPlace }) + BELOW_ANKLE;
}

/** Share of the torso at the lower ankle of a person. */
export function anklesAt({ joints, torsoPlace }: Pick<BodyModel, 'joints' | 'torsoPlace'>): number {
  return Math.max(...joints.ankle.map((ankle) => torsoPlace(ankle).share));
}
