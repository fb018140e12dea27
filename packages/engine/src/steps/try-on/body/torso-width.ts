import type { BodyFrame, RegionMap } from '../../../analysis.ts';
import { add, clamp, interpolate, sampleAt } from '../../../pixels/geometry.ts';
import { median } from '../../../pixels/median.ts';
import type { Point } from '../../../pixels/raster.ts';
import { type ArmPlace, FINGERS } from './arm-place.ts';
import type { PhotoAt } from './photo-at.ts';
import { SIDES, type Side, signOf } from './side.ts';
import { sleevedTo, type WornEnds } from './worn-ends.ts';

/** Expected half width of a body at shares of its torso, in shoulder widths, for parts that the photo hides. */
const HALF_WIDTHS = [
  [0, 0.5],
  [0.2, 0.53],
  [0.35, 0.52],
  [0.6, 0.45],
  [0.8, 0.46],
  [1, 0.52],
  [1.25, 0.56],
  [1.6, 0.54],
  [3, 0.5],
] as const;
/**
 * Widest body, in expected widths, and the width that is assumed if the outline exceeds it, down to a share of the
 * torso. Without coats, bags and arms 60 people reach 1.38. The outline of a coat or a jacket does not show the body,
 * so any greater width is assumed to be its own. A quarter of people in tops is narrower than 1.03
 * (`training/hanging-cloth`): that is a body in close clothes.
 */
const WIDEST = 1.4;
const UNDER_A_COAT = 1.03;
const COAT_TO = 1.25;
/**
 * Narrowest shoulders, in torso lengths, of a person who faces the camera. Narrower ones do not give the body's width.
 */
const FACING_MIN = 0.5;
/** Share of the torso above which its outline is that of the shoulders and arms. */
const ARMS_FROM = 0.22;
/** Measured range of the torso's sides in shares, and the number of measurements. */
const MEASURE_FROM = 0.1;
const MEASURE_RANGE = 1.9;
const MEASURES = 60;
/**
 * Bare skin beside cloth within this many radii of an arm's bones is that arm; bones were found up to three radii off.
 * Then the least share of the width where the cloth may end.
 */
const BARE_ARM_RADII = 3.5;
const ENDS_FROM = 0.85;
/** Input of the measurement of the torso's sides. The outline of outerwear does not show the body's. */
export interface Measuring
  extends Pick<BodyFrame, 'across' | 'shoulderWidth' | 'torsoLength'>,
    Pick<WornEnds, 'sleeveEnd'>,
    Pick<RegionMap, 'wearsOuterwear'> {
  /** The torso's axis at a share; straight on beyond 1. */
  axis(share: number): Point;
  readonly photoAt: PhotoAt;
  arm(p: Point, side: Side): ArmPlace;
}

/** Distance from the axis to the side of a torso, at shares of its length from 0.1 to 2; constant beyond. */
export function torsoHalfWidths(measuring: Measuring): (share: number, side: Side) => number {
  const { shoulderWidth, torsoLength, wearsOuterwear } = measuring;
  const most = wearsOuterwear ? UNDER_A_COAT : WIDEST;
  const isFacing = shoulderWidth >= FACING_MIN * torsoLength;
  const widths = SIDES.map((side) => {
    const measured = measureSide(side, measuring);
    return smoothed(isFacing ? withoutCoat(measured, shoulderWidth, most) : measured);
  });
  return (share, side) => sampleAt(widths[side], ((share - MEASURE_FROM) / MEASURE_RANGE) * MEASURES);
}

/** Expected half width of a hidden torso or of the body below it, in shoulder widths. */
export function expectedHalfWidth(share: number): number {
  return interpolate(HALF_WIDTHS, share);
}

/** Share of the torso of measurement `k`. */
const measuredAt = (k: number) => MEASURE_FROM + (k / MEASURES) * MEASURE_RANGE;

/** Half widths of one side from shoulder to thigh: outwards to the end of the person or the beginning of an arm. */
function measureSide(side: Side, measuring: Measuring): Float64Array {
  const raw = new Float64Array(MEASURES + 1);
  for (let k = 0; k <= MEASURES; k++) {
    const share = measuredAt(k);
    // Below the picture's edge a body keeps its last width.
    raw[k] = k > 0 && !measuring.photoAt(measuring.axis(share)) ? raw[k - 1] : measureAt(side, share, measuring);
  }
  return raw;
}

/** Half widths of one side, where those above `most` expected widths are not the body's. */
function withoutCoat(side: Float64Array, shoulderWidth: number, most: number): Float64Array {
  return side.map((half, k) => {
    const expected = expectedHalfWidth(measuredAt(k)) * shoulderWidth;
    return measuredAt(k) < COAT_TO && half > most * expected ? UNDER_A_COAT * expected : half;
  });
}

/** Measurements along a side without outliers and steps. */
function smoothed(raw: Float64Array): Float64Array {
  const around = (values: Float64Array, k: number, reach: number) =>
    Array.from({ length: 2 * reach + 1 }, (_, j) => values[clamp(k + j - reach, 0, MEASURES)]);
  const medians = raw.map((_, k) => median(around(raw, k, 3)));
  return medians.map((_, k) => around(medians, k, 4).reduce((sum, value) => sum + value, 0) / 9);
}

function measureAt(
  side: Side,
  share: number,
  { axis, across, shoulderWidth, photoAt, arm, sleeveEnd }: Measuring,
): number {
  const centre = axis(share);
  const expected = expectedHalfWidth(share) * shoulderWidth;
  const sleeved = sleevedTo({ sleeveEnd }, side);
  let wasSkin = true;
  for (let offset = expected * 0.3; offset < expected * 2.2; offset++) {
    const p = add(centre, across, signOf(side) * offset);
    const seen = photoAt(p);
    if (!seen) return clamp(Math.min(offset, expected), expected * 0.8, expected * 1.35);
    if (seen.matte < 0.5) return clamp(offset, expected * 0.6, expected * (share <= ARMS_FROM ? 1 : 1.75));
    const isSkin = seen.region === 'skin';
    const becomesSkin = isSkin && !wasSkin;
    wasSkin = isSkin;
    if (share <= ARMS_FROM || offset <= expected * 0.62) continue;
    const place = arm(p, side);
    const isArm = place.hand < FINGERS || (place.radii < BARE_ARM_RADII && offset > expected * ENDS_FROM);
    if (becomesSkin && isArm) return clamp(offset, expected * 0.6, expected * 1.75);
    if ((place.radii < 1 || place.hand < 0.9) && (isSkin || (place.radii < 0.85 && place.along < sleeved)))
      return clamp(offset, expected * 0.8, expected * 1.35);
  }
  return expected;
}
