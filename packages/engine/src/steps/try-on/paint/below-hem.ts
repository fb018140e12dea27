import { add, alongPolyline, clamp } from '../../../pixels/geometry.ts';
import type { Point } from '../../../pixels/raster.ts';
import { regionAt } from '../../person/region-at.ts';
import { SIDES, signOf } from '../body/side.ts';
import type { Scene } from '../scene.ts';
import { legCover } from './leg-cover.ts';

/** Distance below a hem where the width of the clothes under it is measured, as a share of the torso. */
const BELOW_HEM = 0.2;
/** Share of that width where the test for a longer coat looks. */
const RIM = 0.9;
/** Clothes on legs lie within this many radii of them. */
const WORN_RADII = 1.15;

/**
 * The content of places below the hips without the top or coat that hung over them. `lower` is the clothes below the
 * waist.
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
  return (p) => {
    const { share, offset } = body.torsoPlace(p);
    const side = offset > 0 ? 1 : 0;
    const leg = body.leg(p);
    if (share > ends[side]) return legCover(leg, placement.scale) > 0 ? 'skin' : 'background';
    // A hem that hung wide of the legs had background beside them, not the cloth of trousers.
    const measured = clamp(worn.hem === null ? share : Math.max(share, worn.hem + BELOW_HEM), 0.1, 2);
    const half = body.halfWidth(measured, side);
    if (Math.abs(offset) >= half * 1.01) return 'background';
    // The width of a coat does not give that of the clothes under it.
    const isCoat = regionAt(regions, add(body.axis(measured), body.across, signOf(side) * half * RIM)) === 'upper';
    return isCoat && leg.radii >= WORN_RADII ? 'background' : 'lower';
  };
}
