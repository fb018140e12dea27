import { clamp } from '../../../pixels/geometry.ts';
import { median } from '../../../pixels/median.ts';
import type { Station } from './arm-path.ts';
import { limbAcross, THICKEST_BARE } from './limb-across.ts';
import type { PhotoAt } from './photo-at.ts';

/** Places with bare skin from which they give the reach of an arm, and its least and greatest reach there. */
const PLACES_MIN = 4;
const REACH_MIN = 0.4;
export const BARE_REACH_MAX = 1.6;

/** A place of an arm. */
export interface ArmStation extends Station {
  /** Expected distance of the outer and the inner edge from the bone, in pixels of the analysed person. */
  readonly edges: readonly [outer: number, inner: number];
}

/**
 * Reach of a bare arm outwards and inwards, as multiples of its expected edges. The places nearest to the shoulder that
 * show both edges of its skin count. Null if there are too few.
 */
export function bareReach(photoAt: PhotoAt, stations: readonly ArmStation[]): readonly [number, number] | null {
  const seen = stations.flatMap(({ at, outwards, edges: [outer, inner] }) => {
    const skin = limbAcross({ at, across: outwards, radius: (outer + inner) / 2 }, 'skin', THICKEST_BARE, photoAt);
    return skin ? [[(skin.edges[1] + 0.5) / outer, (0.5 - skin.edges[0]) / inner] as const] : [];
  });
  if (seen.length < PLACES_MIN) return null;
  const nearest = seen.slice(0, 2 * PLACES_MIN);
  const reach = (edge: 0 | 1) => clamp(median(nearest.map((edges) => edges[edge])), REACH_MIN, BARE_REACH_MAX);
  return [reach(0), reach(1)];
}
