import { add, clamp, dot, subtract } from '../../../pixels/geometry.ts';
import { median } from '../../../pixels/median.ts';
import type { Point } from '../../../pixels/raster.ts';
import { regionAt } from '../../person/region-at.ts';
import type { BodyModel } from '../body/body-model.ts';
import type { BodyPlace } from '../body/body-place.ts';
import { SIDES, type Side, signOf } from '../body/side.ts';

/** Seams of trousers below a coat or a top. */
export interface TrouserSeams {
  /** Distance of the outer seams from the middle of the legs, in their radii. */
  readonly radii: number;
  /** Share of the torso where the legs part. */
  readonly crotch: number;
  /** Growth of the gap between the legs below the crotch, in pixels a pixel of the torso. */
  readonly gapSlope: number;
}

/** Share of the torso at the crotch: our estimate, a fifth of a torso below the hip joints. */
const CROTCH = 1.2;
/** Height above the crotch where hips begin to narrow to the legs, as a share of the torso. */
const NARROWING = 0.3;
/** Growth of a gap that no photo shows, and the greatest growth of a real one, whose crotch may then be higher. */
const GAP_SLOPE = 0.2;
const GAP_SLOPE_MAX = 0.6;
/** Greatest distance of cloth between the legs from one of them, in distances of its seams. Wide stances part legs. */
const BETWEEN = 1.5;
/** Clothes on legs lie within this many radii of them. */
export const WORN_RADII = 1.15;
/** Least distance of the outer seams in radii, because a bone may lie beside its leg. Our estimate. */
const RADII_MIN = 0.6;
/** Places along a leg, as shares of it, and how many of them below a coat give the seams. */
const LEG_STATIONS = Array.from({ length: 40 }, (_, k) => 0.1 + k * 0.02);
const NEAR_HEM = 8;
/** Search range for the outer seam, and for the other leg, in radii of the leg. */
const SEAM_MAX = 2;
const OTHER_LEG_MAX = 8;

/** Measures the seams of trousers where they begin below a coat or a top. */
export function trouserSeams(
  body: Pick<BodyModel, 'legMiddle' | 'across' | 'torsoPlace' | 'torsoLength'>,
  regions: Parameters<typeof regionAt>[0],
): TrouserSeams {
  const isLower = (p: Point) => regionAt(regions, p) === 'lower';
  const seen = (side: Side) =>
    LEG_STATIONS.map((t) => ({ ...body.legMiddle(side, t), other: body.legMiddle(side === 0 ? 1 : 0, t).at }))
      .filter(({ at }) => isLower(at))
      .slice(0, NEAR_HEM);
  /** Steps across the body from a place until a test fails, at most `reach`. */
  const steps = (from: Point, sign: number, reach: number, test: (p: Point) => boolean) => {
    let step = 1;
    while (step < reach && test(add(from, body.across, sign * step))) step++;
    return step;
  };
  const outer = SIDES.flatMap((side) =>
    seen(side).flatMap(({ at, radius }) => {
      const reach = steps(at, signOf(side), SEAM_MAX * radius, isLower);
      const beyond = add(at, body.across, signOf(side) * reach);
      return regionAt(regions, beyond) === 'background' ? [reach / radius] : [];
    }),
  );
  const gaps = seen(0).flatMap(({ at, radius, other }) => {
    const reach = OTHER_LEG_MAX * radius;
    const thickness = steps(at, 1, reach, isLower);
    const inner = add(at, body.across, thickness);
    const isGround = (p: Point) => regionAt(regions, p) === 'background';
    const { share } = body.torsoPlace(at);
    const touches = thickness > dot(subtract(other, at), body.across) || !isGround(inner);
    if (touches) return [{ share, width: 0 }];
    const width = steps(inner, 1, reach, isGround);
    // A bag or the photo's edge beyond the ground hides the other leg.
    return isLower(add(inner, body.across, width)) ? [{ share, width }] : [];
  });
  return { radii: Math.max(RADII_MIN, median(outer, WORN_RADII)), ...gapOf(gaps, body.torsoLength) };
}

/** The crotch above gaps between the legs, and how fast they grow below it. */
function gapOf(
  gaps: readonly { readonly share: number; readonly width: number }[],
  torsoLength: number,
): Pick<TrouserSeams, 'crotch' | 'gapSlope'> {
  if (gaps.length === 0) return { crotch: CROTCH, gapSlope: GAP_SLOPE };
  const of = (key: 'share' | 'width') => median(gaps.map((gap) => gap[key]));
  const [share, width] = [of('share'), of('width') / torsoLength];
  const crotch = Math.min(CROTCH, share - width / GAP_SLOPE_MAX);
  return { crotch, gapSlope: width / Math.max(1e-6, share - crotch) };
}

/** Returns whether a place lies on trousers with the given seams. Their legs part in a point. */
export function onTrousers(
  body: Pick<BodyModel, 'legMiddle' | 'torsoPlace' | 'hipHalfWidth' | 'torsoLength'>,
  { radii, crotch, gapSlope }: TrouserSeams,
): (at: Pick<BodyPlace, 'share' | 'offset' | 'side' | 'leg'>) => boolean {
  const outerSeams = SIDES.map((side) => {
    const middles = LEG_STATIONS.map((t) => body.legMiddle(side, t));
    const top = middles.find(({ at }) => body.torsoPlace(at).share >= CROTCH) ?? middles[0];
    return Math.abs(body.torsoPlace(top.at).offset) + radii * top.radius;
  });
  return ({ share, offset, side, leg }) => {
    const gap = gapSlope * (share - crotch) * body.torsoLength;
    if (share > crotch && leg.clearOfOther * leg.radius < gap) return false;
    const below = share - CROTCH;
    if (below < 0) {
      const hip = body.hipHalfWidth(share, side);
      return Math.abs(offset) < hip + (outerSeams[side] - hip) * clamp(1 + below / NARROWING);
    }
    const isBetween = leg.aside < 0 && leg.radii < BETWEEN * radii && Number.isFinite(leg.clearOfOther);
    return leg.radii < radii || isBetween;
  };
}
