import type { RegionMap } from '../../../analysis.ts';
import { add, alongPolyline, clamp } from '../../../pixels/geometry.ts';
import type { Point } from '../../../pixels/raster.ts';
import { regionAt } from '../../person/region-at.ts';
import type { BodyModel } from '../body/body-model.ts';
import { SIDES, type Side, signOf } from '../body/side.ts';
import type { Scene } from '../scene.ts';
import { legCover } from './leg-cover.ts';

/** How far below a hem the width of what is worn under it is measured, as a share of the torso. */
const BELOW_HEM = 0.2;
/** Share of that width at which a continuing coat is tested. */
const RIM = 0.9;
/**
 * Depths below a hem at which its edge is followed outwards, as shares of the torso: bare legs farther down are
 * narrower.
 */
const FOLLOWED_AT = [0.05, 0.1, 0.15];
/** What is worn on legs lies within so many radii of them. */
const WORN_RADII = 1.15;

/**
 * What is seen at places below the hips once a top or coat no longer hangs over them: `lower` is what is worn there.
 */
export function findBelowHem({
  body,
  placement,
  person: { regions },
}: Pick<Scene, 'body' | 'placement' | 'person'>): (p: Point) => 'lower' | 'skin' | 'background' {
  const { joints, worn } = body;
  const ends = SIDES.map((side) => {
    const leg = [joints.hip[side], joints.knee[side], joints.ankle[side]];
    return worn.legEnd === null ? Number.POSITIVE_INFINITY : body.torsoPlace(alongPolyline(leg, worn.legEnd).at).share;
  });
  const seenHalves = SIDES.map((side) => seenHalfBelowHem(body, worn.hem, regions, side));
  return (p) => {
    const { share, offset } = body.torsoPlace(p);
    const side = offset > 0 ? 1 : 0;
    const leg = body.leg(p);
    if (share > ends[side]) return legCover(leg, placement.scale) > 0 ? 'skin' : 'background';
    // Beside a hem that hung wide of the legs there was background, not cloth of the trousers.
    const measured = clamp(worn.hem === null ? share : Math.max(share, worn.hem + BELOW_HEM), 0.1, 2);
    const half = Math.max(body.halfWidth(measured, side), seenHalves[side]);
    if (Math.abs(offset) >= half * 1.01) return 'background';
    // A width that is still a coat's says nothing of what is under it.
    const isCoat = regionAt(regions, add(body.axis(measured), body.across, signOf(side) * half * RIM)) === 'upper';
    return isCoat && leg.radii >= WORN_RADII ? 'background' : 'lower';
  };
}

/**
 * Greatest distance from the axis at which the lower garment ends just below a hem, in pixels of the analysed person. 0
 * without a hem, or if it ends within the body's width.
 */
export function seenHalfBelowHem(
  body: Pick<BodyModel, 'axis' | 'across' | 'halfWidth'>,
  hem: number | null,
  regions: Pick<RegionMap, 'width' | 'height' | 'labels' | 'scale'>,
  side: Side,
): number {
  if (hem === null) return 0;
  const halves = FOLLOWED_AT.map((depth) => {
    const share = hem + depth;
    let half = RIM * body.halfWidth(share, side);
    const isLower = () => regionAt(regions, add(body.axis(share), body.across, signOf(side) * half)) === 'lower';
    if (!isLower()) return 0;
    while (isLower()) half++;
    return half;
  });
  return Math.max(...halves);
}
