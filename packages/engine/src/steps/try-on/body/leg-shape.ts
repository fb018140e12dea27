import type { Region } from '../../../analysis.ts';
import {
  add,
  clamp,
  distance,
  dot,
  interpolate,
  mix,
  segmentDistance,
  subtract,
  unit,
} from '../../../pixels/geometry.ts';
import type { Point } from '../../../pixels/raster.ts';
import type { Joints } from './joints.ts';
import type { Look } from './look.ts';
import { SIDES, type Side } from './side.ts';

/** Where a point lies on the nearest leg or foot. */
export interface LegPlace {
  /** Distance from its middle in radii of it: 1 is the skin. */
  readonly radii: number;
  /** That radius in pixels of the analysed person. */
  readonly radius: number;
  /** 0 at the hip, 0.5 at the knee, 1 at the ankle. */
  readonly along: number;
  /** Distance across it from its middle in radii, away from the other leg. */
  readonly aside: number;
  /** Distance from the middle of the other leg in radii of that; infinite where one side alone was asked for. */
  readonly other: number;
}

/** Where a point lies on the nearest leg or foot, or on that of one side. */
export type LegPlaces = (p: Point, side?: Side) => LegPlace;

/**
 * Radii of thigh and shin at shares of their lengths, in shoulder widths: circumferences of thigh, knee, calf and ankle
 * over the width between the shoulder joints, from the body measures of ANSUR II (2012).
 */
const THIGH = [
  [0, 0.24],
  [0.6, 0.185],
  [1, 0.155],
] as const;
const SHIN = [
  [0, 0.15],
  [0.15, 0.154],
  [0.3, 0.153],
  [0.45, 0.14],
  [0.65, 0.112],
  [0.85, 0.089],
  [1, 0.082],
] as const;
/** Radius from the ankle to the middle of the foot, in the same unit. */
const FOOT = 0.085;

/** Places along thigh and shin at which a leg is measured. */
const STATIONS = 24;
/**
 * How far a bare leg is looked for from its bone, and how far it may lie from it and reach, in radii expected there.
 */
const REACH = 3;
const SHIFT_MAX = 1.2;
/** How much thinner and thicker than expected a leg is believed. */
const THINNEST = 0.6;
const THICKEST = 1.35;
/** Trousers up to so much wider than expected lie close to the leg, and how wide it is in them. */
const CLOSE = 1.25;
const WITHIN = 0.94;
/**
 * How far the middle of a leg lies outside the line between its joints, in shoulder widths, at shares from hip to
 * ankle: thigh and calf are fuller outside.
 */
const BOW = [
  [0, 0],
  [0.25, 0.012],
  [0.5, -0.006],
  [0.65, 0.012],
  [0.85, 0.004],
  [1, 0],
] as const;
/** Stations over which a measurement says less and less of where the leg is hidden. */
const FADES = 22;
/** Stations at either end of a measured run that say nothing of it: a hem or a shoe lies across the leg there. */
const RUN_ENDS = 1;

/**
 * A leg at one station beside what is expected there: how many times as thick, and how far its middle lies beside the
 * bone, in shoulder widths.
 */
interface Measured {
  readonly scale: number;
  readonly shift: number;
}

interface Bone {
  readonly from: Point;
  readonly to: Point;
  /** Away from the other leg. */
  readonly outwards: Point;
  readonly radii: readonly (readonly [number, number])[];
  /** At stations along it, from `from` to `to`. */
  readonly shape: readonly Measured[];
}

/**
 * Where points lie on the legs of a body: as thick as bare legs or close trousers are seen, and where they are hidden
 * as others of that girth.
 */
export function legsOf(joints: Joints, girth: number, look: Look, wearsTrousers: boolean): LegPlaces {
  const legs = SIDES.map((side) => bonesOf(joints, side, girth, look, wearsTrousers));
  // Asked at every pixel: nothing is measured that is not asked for.
  return (p, only) => {
    if (only !== undefined) return beside(onLeg(legs[only], joints, only, p, girth), Number.POSITIVE_INFINITY);
    const left = onLeg(legs[0], joints, 0, p, girth);
    const right = onLeg(legs[1], joints, 1, p, girth);
    return left.radii <= right.radii ? beside(left, right.radii) : beside(right, left.radii);
  };
}

const beside = ({ radii, radius, along, aside }: OneLeg, other: number): LegPlace => ({
  radii,
  radius,
  along,
  aside,
  other,
});

/** A place on one leg. */
type OneLeg = Omit<LegPlace, 'other'>;

function onLeg(bones: readonly Bone[], { ankle, foot }: Joints, side: Side, p: Point, girth: number): OneLeg {
  const radius = FOOT * girth;
  let nearest: OneLeg = {
    radii: segmentDistance(p, ankle[side], foot[side]).distance / radius,
    radius,
    along: 1,
    aside: 0,
  };
  for (let k = 0; k < bones.length; k++) {
    const place = onBone(bones[k], p, girth, k);
    if (place.radii < nearest.radii) nearest = place;
  }
  return nearest;
}

function onBone({ from, to, outwards, radii, shape }: Bone, p: Point, girth: number, half: number): OneLeg {
  const { along, distance: away } = segmentDistance(p, from, to);
  const offset = subtract(p, mix(from, to, along));
  const at = along * (STATIONS - 1);
  const [before, after] = [shape[Math.floor(at)], shape[Math.ceil(at)]];
  const share = at - Math.floor(at);
  const scale = before.scale + (after.scale - before.scale) * share;
  const shift = (before.shift + (after.shift - before.shift) * share) * girth;
  const radius = interpolate(radii, along) * girth * scale;
  const aside = dot(offset, outwards) - shift;
  // Beyond the ends of the bone a leg is round.
  const beyond = dot(offset, { x: -outwards.y, y: outwards.x });
  // Joints in one place leave a bone no sides.
  const hasSides = outwards.x !== 0 || outwards.y !== 0;
  const off = hasSides ? Math.sqrt(aside * aside + beyond * beyond) : away;
  return { radii: off / radius, radius, along: (half + along) / 2, aside: aside / radius };
}

/** Thigh and shin of one side. */
function bonesOf(
  { hip, knee, ankle }: Joints,
  side: 0 | 1,
  girth: number,
  look: Look,
  wearsTrousers: boolean,
): readonly Bone[] {
  const bones = [
    { from: hip[side], to: knee[side], radii: THIGH },
    { from: knee[side], to: ankle[side], radii: SHIN },
  ].map((bone) => ({ ...bone, outwards: outwardsOf(bone.from, bone.to, side) }));
  const seen = bones.flatMap(({ from, to, outwards, radii }) =>
    Array.from({ length: STATIONS }, (_, k) => {
      const t = k / (STATIONS - 1);
      const place = { at: mix(from, to, t), outwards, expected: interpolate(radii, t), girth, look };
      if (distance(from, to) < 1) return null;
      return measure(place, 'skin', THICKEST) ?? (wearsTrousers ? within(measure(place, 'lower', CLOSE)) : null);
    }),
  );
  const shape = continued(withoutRunEnds(seen));
  return bones.map((bone, k) => ({ ...bone, shape: shape.slice(k * STATIONS, (k + 1) * STATIONS) }));
}

/** Across a bone, to the left of the picture for the left one. */
function outwardsOf(from: Point, to: Point, side: 0 | 1): Point {
  const along = unit(subtract(to, from));
  return side === 0 ? { x: -along.y, y: along.x } : { x: along.y, y: -along.x };
}

/** Where a leg is measured: a place of its bone, and the radius expected there in shoulder widths. */
interface Station {
  readonly at: Point;
  readonly outwards: Point;
  readonly expected: number;
  readonly girth: number;
  readonly look: Look;
}

const within = (trousers: Measured | null): Measured | null =>
  trousers && { ...trousers, scale: WITHIN * trousers.scale };

/**
 * A leg, bare or in trousers, across a place of its bone; null where it is not seen from one edge to the other, or is
 * thicker than `thickest`.
 */
function measure({ at, outwards, expected, girth, look }: Station, region: Region, thickest: number): Measured | null {
  const radius = expected * girth;
  const isLeg = (offset: number) => {
    const seen = look(add(at, outwards, offset));
    return seen !== null && seen.matte > 0.5 && seen.region === region;
  };
  let start = 0;
  while (!isLeg(start) && Math.abs(start) < SHIFT_MAX * radius) start = start > 0 ? -start : 1 - start;
  if (!isLeg(start)) return null;
  const [inner, outer] = [-1, 1].map((step) => {
    let edge = start;
    while (isLeg(edge + step) && Math.abs(edge) < REACH * radius) edge += step;
    return edge;
  });
  const scale = (outer - inner + 1) / (2 * radius);
  const shift = (inner + outer) / 2;
  if (scale < THINNEST || scale > thickest || Math.abs(shift) > SHIFT_MAX * radius) return null;
  return { scale, shift: shift / girth };
}

/** What is measured with neighbours on both sides that are too. */
function withoutRunEnds(seen: readonly (Measured | null)[]): readonly (Measured | null)[] {
  return seen.map((one, k) => {
    const isInside = [k - RUN_ENDS, k + RUN_ENDS].every((j) => j >= seen.length || (j >= 0 && seen[j] !== null));
    return isInside ? one : null;
  });
}

/** What is seen goes on from there less and less; between two places that are seen it is that of both. Smoothed. */
function continued(seen: readonly (Measured | null)[]): readonly Measured[] {
  const known = seen.flatMap((one, at) => (one ? [{ ...one, at }] : []));
  const filled = seen.map((_, k): Measured => {
    const above = known.findLast(({ at }) => at <= k);
    const below = known.find(({ at }) => at >= k);
    const weigh = (one: typeof above) => (one ? clamp(1 - Math.abs(one.at - k) / FADES, 0, 1) : 0);
    const [a, b] = [weigh(above), weigh(below)];
    const sum = Math.max(1, a + b);
    const bow = interpolate(BOW, k / (seen.length - 1));
    const scale = 1 + (a * ((above?.scale ?? 1) - 1) + b * ((below?.scale ?? 1) - 1)) / sum;
    const shift = bow + (a * ((above?.shift ?? bow) - bow) + b * ((below?.shift ?? bow) - bow)) / sum;
    return { scale, shift };
  });
  const around = (k: number) => filled.slice(Math.max(0, k - 2), k + 3);
  return filled.map((_, k) => ({ scale: mean(around(k), 'scale'), shift: mean(around(k), 'shift') }));
}

const mean = (values: readonly Measured[], of: keyof Measured) =>
  values.reduce((sum, value) => sum + value[of], 0) / values.length;
