import type { Region } from '../../../analysis.ts';
import { add, distance, point, subtract, unit } from '../../../pixels/geometry.ts';
import type { Point } from '../../../pixels/raster.ts';
import { runNear } from '../../../pixels/run-near.ts';
import type { PhotoAt } from './photo-at.ts';

/** Search range for a limb and greatest distance of its middle from the bone, in expected radii. */
const SHIFT_MAX = 1.2;
/** Distance from the bone within which both edges must show, in expected radii. */
const REACH = 3;
/** Thickness of the thinnest plausible limb, in expected ones. */
const THINNEST = 0.6;
/** Thickness of the thickest plausible bare limb, in expected ones. */
export const THICKEST_BARE = 1.35;

/** Unit vector across a bone, a quarter turn from its direction. A bone between equal joints counts as upright. */
export function acrossBone(from: Point, to: Point): Point {
  const along = distance(from, to) < 1 ? point(0, 1) : unit(subtract(to, from));
  return point(-along.y, along.x);
}

/** A place on the bone of a limb. */
export interface LimbStation {
  readonly at: Point;
  /** Unit vector across the bone. */
  readonly across: Point;
  /** Expected radius of the limb, in pixels of the analysed person. */
  readonly radius: number;
}

/** A limb across a place of its bone. */
export type LimbAcross = Readonly<NonNullable<ReturnType<typeof limbAcross>>>;

/**
 * The limb that a region shows across a bone. Null unless both edges lie within the photo and its thickness is
 * plausible, at most `thickest`.
 */
export function limbAcross({ at, across, radius }: LimbStation, region: Region, thickest: number, photoAt: PhotoAt) {
  const isLimb = (offset: number) => {
    const seen = photoAt(add(at, across, offset));
    return seen !== null && seen.matte > 0.5 && seen.region === region;
  };
  const edges = runNear(isLimb, SHIFT_MAX * radius, REACH * radius);
  const shows = (offset: number) => Math.abs(offset) < REACH * radius && photoAt(add(at, across, offset)) !== null;
  if (!edges || !shows(edges[0] - 1) || !shows(edges[1] + 1)) return null;
  const scale = (edges[1] - edges[0] + 1) / (2 * radius);
  const shift = (edges[0] + edges[1]) / 2;
  const isPlausible = scale >= THINNEST && scale <= thickest && Math.abs(shift) <= SHIFT_MAX * radius;
  if (!isPlausible) return null;
  return {
    /** Its first and last pixel along `across`, counted from the bone. */
    edges,
    /** Its thickness as a multiple of the expected one. */
    scale,
    /** Distance of its middle from the bone, in pixels of the analysed person. */
    shift,
  };
}
