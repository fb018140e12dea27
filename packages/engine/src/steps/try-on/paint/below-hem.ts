import { add, alongPolyline, clamp } from '../../../pixels/geometry.ts';
import type { Point } from '../../../pixels/raster.ts';
import { regionAt } from '../../person/region-at.ts';
import { SIDES, signOf } from '../body/side.ts';
import type { Scene } from '../scene.ts';

/** How far below a hem the width of what is worn under it is measured, as a share of the torso. */
const BELOW_HEM = 0.2;
/** Share of that width at which it is looked whether it is that of a coat that goes on there. */
const RIM = 0.9;
/** Legs, and what is worn on them, lie within so many leg radii. */
const BARE_RADII = 1.1;
const WORN_RADII = 1.15;

/** What is seen at places below the hips once a top or coat no longer hangs over them: `lower` is what is worn there. */
export function findBelowHem({ body, person: { regions } }: Scene): (p: Point) => 'lower' | 'skin' | 'background' {
  const { joints, worn } = body;
  const ends = SIDES.map((side) => {
    const leg = [joints.hip[side], joints.knee[side], joints.ankle[side]];
    return worn.legEnd === null ? Number.POSITIVE_INFINITY : body.torsoPlace(alongPolyline(leg, worn.legEnd).at).share;
  });
  return (p) => {
    const { share, offset } = body.torsoPlace(p);
    const side = offset > 0 ? 1 : 0;
    const radii = body.leg(p).radii;
    if (share > ends[side]) return radii < BARE_RADII ? 'skin' : 'background';
    // Beside a hem that hung wide of the legs there was background, not cloth of the trousers.
    const measured = clamp(worn.hem === null ? share : Math.max(share, worn.hem + BELOW_HEM), 0.1, 2);
    const half = body.halfWidth(measured, side);
    if (Math.abs(offset) >= half * 1.01) return 'background';
    // A width that is still a coat's says nothing of what is under it.
    const isCoat = regionAt(regions, add(body.axis(measured), body.across, signOf(side) * half * RIM)) === 'upper';
    return isCoat && radii >= WORN_RADII ? 'background' : 'lower';
  };
}
