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
  { ease }: Wear,
): FittedWaistband {
  const halves = [body.halfWidth(waist, 0), body.halfWidth(waist, 1)] as const;
  const scale =
    ((halves[0] + halves[1]) * EASE * (1 + ease)) / distance(landmarks.waistbandLeft, landmarks.waistbandRight);
  const left = add(body.axis(waist), body.across, signOf(0) * halves[0] * ENDS);
  const right = add(body.axis(waist), body.across, signOf(1) * halves[1] * ENDS);
  return { scale, ends: [left, right], centre: mix(left, right, 0.5) };
}

/**
 * Reach of a hanger's clips from the ends of a waistband: as a share of it, downwards in shoulder widths, and their
 * sag. Clips on a band of jeans measure 0.22, 0.15 and 0.05.
 */
const CLIP_WITHIN = 0.24;
const CLIP_REACH = 0.16;
const CLIP_SAG = 0.05;

/** The ends of a waistband on the body. The cut-out removes a hanger's clips from them, so they are closed again. */
export function bandEnds(
  { ends }: Pick<FittedWaistband, 'ends'>,
  { down, shoulderWidth }: Pick<BodyModel, 'down' | 'shoulderWidth'>,
): readonly (readonly Point[])[] {
  const below = (p: Point, share: number) => add(p, down, share * shoulderWidth);
  return [ends, [ends[1], ends[0]] as const].map(([near, far]) => {
    const inner = mix(near, far, CLIP_WITHIN);
    return [near, below(inner, CLIP_SAG), below(inner, CLIP_REACH), below(near, CLIP_REACH)];
  });
}

/**
 * The fit of trousers or a skirt from their pieces. They have no sleeves, and must cover nothing beside their pieces
 * but the additions of their fit.
 */
export function lowerFit(body: readonly WarpedPiece[], span: LowerSpan, { tuck, keepsTop }: Wear): GarmentFit {
  return {
    replaces: 'lower',
    body,
    behind: [],
    sleeves: [],
    outlines: [],
    seams: [],
    gap: null,
    hasSleeves: false,
    neckHalf: 0,
    isOverTop: false,
    keepsTop,
    sleeveEnds: [0, 0],
    span,
    tuck,
  };
}
