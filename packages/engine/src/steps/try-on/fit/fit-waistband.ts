import type { GarmentAnalysis } from '../../../analysis.ts';
import { add, distance, mix } from '../../../pixels/geometry.ts';
import type { Point } from '../../../pixels/raster.ts';
import type { BodyModel } from '../body/body-model.ts';
import { signOf } from '../body/side.ts';
import { type FittedLayer, type GarmentFit, type LowerSpan, NO_LAYER, type Wear } from './fit.ts';

/** Ease of a waistband on the body, and reach of its ends beyond that, as shares of the body's width there. */
const EASE = 1.03;
const ENDS = 1.02;

/** A waistband on the person, in pixels of the analysed person. */
export type FittedWaistband = Readonly<ReturnType<typeof fitWaistband>>;

/** Fits a waistband around the body at a share of the torso, 0 shoulders to 1 hips. */
export function fitWaistband(
  { landmarks }: GarmentAnalysis,
  body: BodyModel,
  waist: number,
  { ease }: Pick<Wear, 'ease'>,
) {
  const halves = [body.hipHalfWidth(waist, 0), body.hipHalfWidth(waist, 1)] as const;
  const scale =
    ((halves[0] + halves[1]) * EASE * (1 + ease)) /
    Math.max(1, distance(landmarks.waistbandLeft, landmarks.waistbandRight));
  const left = add(body.axis(waist), body.across, signOf(0) * halves[0] * ENDS);
  const right = add(body.axis(waist), body.across, signOf(1) * halves[1] * ENDS);
  /** `scale` is pixels of the person to one of the garment photo. */
  return { scale, ends: [left, right] as const, centre: mix(left, right, 0.5) };
}

/** How much lower a waistband looks in its middle than at its ends, in shoulder widths. */
const SAG = 0.015;

/** A place of a waistband's upper edge on the person, at a share of the way from the left end to the right one. */
export function bandAt(
  { ends }: Pick<FittedWaistband, 'ends'>,
  { down, shoulderWidth }: Pick<BodyModel, 'down' | 'shoulderWidth'>,
  share: number,
): Point {
  return add(mix(...ends, share), down, SAG * 4 * share * (1 - share) * shoulderWidth);
}

/**
 * Depth below a waistband's upper edge within which it has no gaps, in shoulder widths. Clips on a band of jeans hide
 * 0.15.
 */
const BAND_DEPTH = 0.16;
/** Distance of that area from the ends of the waistband, as a share of its width. Cloth narrows at its soft edges. */
const BAND_INSET = 0.03;

/** The area of a waistband on the body, which its cloth covers without a gap. In the photo, clips may hide cloth. */
function bandOutline(waistband: FittedWaistband, body: BodyModel): readonly Point[] {
  const edge = [BAND_INSET, 0.25, 0.5, 0.75, 1 - BAND_INSET].map((share) => bandAt(waistband, body, share));
  const below = (p: Point) => add(p, body.down, BAND_DEPTH * body.shoulderWidth);
  return [...edge, below(edge[edge.length - 1]), below(edge[0])];
}

/** The fit of trousers or a skirt from their pieces, and areas below the waistband that these cover without a gap. */
export function lowerFit(
  { pieces, outlines }: FittedLayer,
  waistband: FittedWaistband,
  body: BodyModel,
  span: Omit<LowerSpan, 'ownTop'>,
  { tuck, keepsTop }: Wear,
): GarmentFit {
  return {
    replaces: 'lower',
    layers: {
      back: NO_LAYER,
      trunk: { pieces, outlines: [bandOutline(waistband, body), ...outlines] },
      sleeves: NO_LAYER,
    },
    sleeveLines: [],
    gap: null,
    hasSleeves: false,
    neckHalf: 0,
    sleeveEnds: [0, 0],
    span: { ...span, ownTop: keepsTop ? (tuck ? 'under' : 'over') : 'off' },
    tuck,
  };
}
