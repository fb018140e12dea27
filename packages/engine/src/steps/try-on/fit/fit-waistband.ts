import type { GarmentAnalysis } from '../../../analysis.ts';
import { add, distance, mix } from '../../../pixels/geometry.ts';
import type { Point } from '../../../pixels/raster.ts';
import type { BodyModel } from '../body/body-model.ts';
import { signOf } from '../body/side.ts';
import type { GarmentFit, LowerSpan, WarpedPiece, Wear } from './fit.ts';

/** Ease of a waistband on the body, and reach of its ends beyond that, as shares of the body's width there. */
const EASE = 1.03;
const ENDS = 1.02;

/** A waistband on the person, in pixels of the analysed person. */
export interface FittedWaistband {
  /** Pixels of the person to one of the garment photo. */
  readonly scale: number;
  readonly ends: readonly [left: Point, right: Point];
  readonly centre: Point;
}

/** Fits a waistband around the body at a share of the torso, 0 shoulders to 1 hips. */
export function fitWaistband(
  { landmarks }: GarmentAnalysis,
  body: BodyModel,
  waist: number,
  { ease }: Pick<Wear, 'ease'>,
): FittedWaistband {
  const halves = [body.hipHalfWidth(waist, 0), body.hipHalfWidth(waist, 1)] as const;
  const scale =
    ((halves[0] + halves[1]) * EASE * (1 + ease)) /
    Math.max(1, distance(landmarks.waistbandLeft, landmarks.waistbandRight));
  const left = add(body.axis(waist), body.across, signOf(0) * halves[0] * ENDS);
  const right = add(body.axis(waist), body.across, signOf(1) * halves[1] * ENDS);
  return { scale, ends: [left, right], centre: mix(left, right, 0.5) };
}

/**
 * Depth below a waistband's upper edge within which it has no gaps, in shoulder widths. Clips on a band of jeans hide
 * 0.15.
 */
const BAND_DEPTH = 0.16;
/** Distance of that area from the ends of the waistband, as a share of its width. Cloth narrows at its soft edges. */
const BAND_INSET = 0.03;

/**
 * The area of a waistband on the body, which its cloth covers without a gap. The photo may lack cloth there: a
 * hanger's clips hide it, and the front of a flat band sags below its back.
 */
function bandOutline({ ends }: FittedWaistband, { down, shoulderWidth }: BodyModel): readonly Point[] {
  const [left, right] = [mix(ends[0], ends[1], BAND_INSET), mix(ends[1], ends[0], BAND_INSET)];
  const below = (p: Point) => add(p, down, BAND_DEPTH * shoulderWidth);
  return [left, right, below(right), below(left)];
}

/** The fit of trousers or a skirt from their pieces. They have no sleeves. */
export function lowerFit(
  pieces: readonly WarpedPiece[],
  waistband: FittedWaistband,
  body: BodyModel,
  span: Omit<LowerSpan, 'ownTop'>,
  { tuck, keepsTop }: Wear,
): GarmentFit {
  return {
    replaces: 'lower',
    body: pieces,
    behind: [],
    sleeves: [],
    outlines: [bandOutline(waistband, body)],
    sleeveLines: [],
    gap: null,
    hasSleeves: false,
    neckHalf: 0,
    sleeveEnds: [0, 0],
    span: { ...span, ownTop: keepsTop ? (tuck ? 'under' : 'over') : 'off' },
    tuck,
  };
}
