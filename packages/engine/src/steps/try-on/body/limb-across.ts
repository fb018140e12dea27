import type { Region } from '../../../analysis.ts';
import { add } from '../../../pixels/geometry.ts';
import type { Point } from '../../../pixels/raster.ts';
import { runNear } from '../../../pixels/run-near.ts';
import type { PhotoAt } from './photo-at.ts';

/** Search range for a limb, its greatest distance from the bone, and its greatest extent, in expected radii. */
const REACH = 3;
const SHIFT_MAX = 1.2;
/** Thinnest plausible limb, and thickest bare one, in expected radii. */
const THINNEST = 0.6;
export const THICKEST_BARE = 1.35;

/** A place on the bone of a limb. */
export interface LimbStation {
  readonly at: Point;
  /** Unit vector across the bone. */
  readonly across: Point;
  /** Expected radius of the limb, in pixels of the analysed person. */
  readonly radius: number;
}

/** A limb across a place of its bone: its edges in whole steps along `across`, and its thickness in expected ones. */
export interface LimbAcross {
  readonly edges: readonly [first: number, last: number];
  readonly scale: number;
  /** Distance of its middle from the bone, in pixels of the analysed person. */
  readonly shift: number;
}

/** The pixels of a region across a bone; null unless both edges show and the thickness is plausible for a limb. */
export function limbAcross(
  { at, across, radius }: LimbStation,
  region: Region,
  thickest: number,
  photoAt: PhotoAt,
): LimbAcross | null {
  const isLimb = (offset: number) => {
    const seen = photoAt(add(at, across, offset));
    return seen !== null && seen.matte > 0.5 && seen.region === region;
  };
  const edges = runNear(isLimb, SHIFT_MAX * radius, REACH * radius);
  if (!edges) return null;
  const scale = (edges[1] - edges[0] + 1) / (2 * radius);
  const shift = (edges[0] + edges[1]) / 2;
  const isPlausible = scale >= THINNEST && scale <= thickest && Math.abs(shift) <= SHIFT_MAX * radius;
  return isPlausible ? { edges, scale, shift } : null;
}
