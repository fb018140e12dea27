import { add, distance, dot, interpolate, mix, sampleAt, segmentDistance, subtract } from '../../../pixels/geometry.ts';
import type { Point } from '../../../pixels/raster.ts';
import { areCrossed, frontLeg, type Joints } from './joints.ts';
import { acrossBone, type LimbAcross, limbAcross, THICKEST_BARE } from './limb-across.ts';
import type { PhotoAt } from './photo-at.ts';
import { SIDES, type Side } from './side.ts';

/** The place of a point on the nearest leg or foot. Where legs cross, the front one hides the other. */
export interface LegPlace {
  /** Distance from the leg's middle in its radii: 1 is the skin. */
  readonly radii: number;
  /** That radius in pixels of the analysed person. */
  readonly radius: number;
  /** 0 at the hip, 0.5 at the knee, 1 at the ankle. */
  readonly along: number;
  /** Distance across the leg from its middle in radii, positive away from the other leg. */
  readonly aside: number;
  /**
   * Distance from the other leg in radii. It is 0 on the line where both are equally near, and at the edge of a leg in
   * front. Infinite on a leg in front of the other one.
   */
  readonly clearOfOther: number;
}

/** A place on the middle line of a leg. */
export interface LegMiddle {
  readonly at: Point;
  /** Radius of the leg there, in pixels of the analysed person. */
  readonly radius: number;
}

/** The legs of a body. */
export type Legs = Readonly<ReturnType<typeof legsOf>>;

/**
 * Radii of thigh and shin at shares of their lengths, in girths. From the body measures of ANSUR II (2012):
 * circumferences of thigh, knee, calf and ankle over the width between the shoulder joints.
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
/**
 * Distance of the middle of thigh and shin from their bones at shares of their lengths, in girths, positive away from
 * the other leg. Medians of 130 bare legs in photos (`training/bare-limbs`): knees reach inwards and calves
 * outwards.
 */
const THIGH_SHIFT = [
  [0, 0],
  [0.55, 0],
  [0.8, -0.024],
  [1, -0.02],
] as const;
const SHIN_SHIFT = [
  [0, -0.02],
  [0.15, 0.008],
  [0.3, 0.019],
  [0.5, 0.01],
  [1, 0.008],
] as const;
/** Radius from the ankle to the middle of the foot, in radii of the ankle. */
const FOOT = 1.04;

/** Measured places along thigh and shin. */
const STATIONS = 24;
/** Largest width of trousers that lie close to the leg, and the leg's width in them, in expected radii. */
const CLOSE = 1.25;
const WITHIN = 0.94;
/** Quantile of the width of close trousers, in expected radii, at which they touch the leg. */
const NARROW = 0.25;
/** Largest width of trousers with one leg in them, in expected radii. They show only where the leg is. */
const WIDE = 2;
/** Share of the way to the other leg's bone within which trousers belong to one leg. */
const OWN = 0.7;
/** Distance by which ankles change sides if legs cross, in girths: the thickness of an ankle. */
const CROSSED = 0.16;
/** The photo beyond the line halfway to the other leg's bone. Bare legs that touch end there. */
const OTHER_LEG = { matte: 0, region: 'background' } as const;
/** Distance to the other leg where no other leg counts. */
const ALONE = Number.POSITIVE_INFINITY;
/** Radii within which a leg in front hides the other one. Its soft edge shows the other. */
const HIDES = 0.95;
/** Stations over which a measurement loses its weight in hidden parts of the leg. */
const FADES = 22;

/** A measured leg at one station. */
interface Measured {
  /** Its thickness as a multiple of the expected one; null in wide trousers, which hide it. */
  readonly scale: number | null;
  /** Distance of its middle from the expected one, in girths of the body, positive away from the other leg. */
  readonly shift: number;
}

/** What a photo shows of a leg at one station: bare skin, tights, or trousers on it, and their thickness. */
interface Seen extends Measured {
  readonly scale: number;
  readonly isTrousers: boolean;
}

interface Bone {
  readonly from: Point;
  readonly to: Point;
  /** Away from the other leg. */
  readonly outwards: Point;
  readonly radii: readonly (readonly [number, number])[];
  /** Distance of the expected middle from the bone, by shares of its length, in girths. */
  readonly shifts: readonly (readonly [number, number])[];
  /** The shape at stations along it: thickness in expected ones, and distance of the middle from the bone in girths. */
  readonly shape: Readonly<Record<keyof Measured, readonly number[]>>;
}

/**
 * Maps points to places on the legs of a body. Visible bare legs, tights or close trousers give the thickness; hidden
 * legs take the expected one.
 */
export function legsOf(joints: Joints, girth: number, photoAt: PhotoAt, wearsTrousers: boolean) {
  const legs = SIDES.map((side) => bonesOf(joints, side, girth, photoAt, wearsTrousers));
  const feet = SIDES.map((side) => [middleOf(legs[side], 1, girth), joints.foot[side]] as const);
  const front = areCrossed(joints, CROSSED * girth) ? frontLeg(joints) : null;
  const place = (p: Point) => {
    const left = onLeg(legs[0], feet[0], p, girth);
    const right = onLeg(legs[1], feet[1], p, girth);
    if (front === null)
      return left.radii <= right.radii
        ? clearedOf(left, right.radii - left.radii)
        : clearedOf(right, left.radii - right.radii);
    const [inFront, behind] = front === 0 ? [left, right] : [right, left];
    const shows = inFront.radii < HIDES || inFront.radii <= behind.radii;
    return shows ? clearedOf(inFront, ALONE) : clearedOf(behind, inFront.radii - HIDES);
  };
  /** The middle of a leg at a share of its length, 0 hip to 1 ankle; beyond 1 straight on along the shin. */
  const middle = (side: Side, share: number) => middleOf(legs[side], share, girth);
  return { place, middle };
}

function middleOf(bones: readonly Bone[], share: number, girth: number): LegMiddle {
  const [thigh, shin] = bones.map(({ from, to }) => distance(from, to));
  const onLegs = share * (thigh + shin);
  const { from, to, outwards, radii, shape } = bones[onLegs < thigh ? 0 : 1];
  const along = onLegs < thigh ? onLegs / (thigh || 1) : (onLegs - thigh) / (shin || 1);
  const at = along * (STATIONS - 1);
  return {
    at: add(mix(from, to, along), outwards, sampleAt(shape.shift, at) * girth),
    radius: interpolate(radii, along) * girth * sampleAt(shape.scale, at),
  };
}

/** A place on one leg. */
type OneLeg = Omit<LegPlace, 'clearOfOther'>;

/** The place, clear of the other leg by a distance. A spread of the place would take several times as long. */
function clearedOf({ radii, radius, along, aside }: OneLeg, clearOfOther: number): LegPlace {
  return { radii, radius, along, aside, clearOfOther };
}

/** The place on a leg, or on its foot from the ankle on. */
function onLeg(bones: readonly Bone[], [ankle, to]: readonly [LegMiddle, Point], p: Point, girth: number): OneLeg {
  const radius = FOOT * ankle.radius;
  const onFoot = segmentDistance(p, ankle.at, to);
  const beside = dot(subtract(p, mix(ankle.at, to, onFoot.along)), bones[1].outwards);
  let nearest: OneLeg = { radii: onFoot.distance / radius, radius, along: 1, aside: beside / radius };
  for (let k = 0; k < bones.length; k++) {
    const place = onBone(bones[k], p, girth, k);
    if (place.radii < nearest.radii) nearest = place;
  }
  return nearest;
}

function onBone({ from, to, outwards, radii, shape }: Bone, p: Point, girth: number, half: number): OneLeg {
  const { along } = segmentDistance(p, from, to);
  const offset = subtract(p, mix(from, to, along));
  const at = along * (STATIONS - 1);
  const shift = sampleAt(shape.shift, at) * girth;
  const radius = interpolate(radii, along) * girth * sampleAt(shape.scale, at);
  const aside = dot(offset, outwards) - shift;
  // A leg is round beyond the ends of its bone.
  const beyond = dot(offset, { x: -outwards.y, y: outwards.x });
  const off = Math.sqrt(aside * aside + beyond * beyond);
  return { radii: off / radius, radius, along: (half + along) / 2, aside: aside / radius };
}

/** Thigh and shin of one side. */
function bonesOf(
  { hip, knee, ankle }: Joints,
  side: Side,
  girth: number,
  photoAt: PhotoAt,
  wearsTrousers: boolean,
): readonly Bone[] {
  const bones = [
    { from: hip[side], to: knee[side], radii: THIGH, shifts: THIGH_SHIFT },
    { from: knee[side], to: ankle[side], radii: SHIN, shifts: SHIN_SHIFT },
  ].map((bone) => ({ ...bone, outwards: outwardsOf(bone.from, bone.to, side) }));
  const other = side === 0 ? 1 : 0;
  const others = [hip[other], knee[other], ankle[other]];
  const seen = bones.flatMap(({ from, to, outwards, radii, shifts }, half) =>
    Array.from({ length: STATIONS }, (_, k): Seen | null => {
      const t = k / (STATIONS - 1);
      const shiftOf = ({ shift }: LimbAcross) => shift / girth - interpolate(shifts, t);
      const at = mix(from, to, t);
      const toOther = dot(subtract(at, mix(others[half], others[half + 1], t)), outwards);
      const station = { at, across: outwards, radius: interpolate(radii, t) * girth };
      const onOwnSide: PhotoAt = (p) => (dot(subtract(p, at), outwards) < -toOther / 2 ? OTHER_LEG : photoAt(p));
      const bare =
        limbAcross(station, 'skin', THICKEST_BARE, photoAt) ?? limbAcross(station, 'skin', THICKEST_BARE, onOwnSide);
      if (bare) return { scale: bare.scale, shift: shiftOf(bare), isTrousers: false };
      // Below a skirt, tights or socks cover the shins. Over one thigh, such cloth may be the skirt.
      if (!wearsTrousers && half === 0) return null;
      const clothed = limbAcross(station, 'lower', wearsTrousers ? WIDE : CLOSE, photoAt);
      if (!clothed || !isOwn(clothed, toOther)) return null;
      return { scale: clothed.scale, shift: shiftOf(clothed), isTrousers: wearsTrousers };
    }),
  );
  const sure = withoutRunEnds(seen);
  const inside = [sure.slice(0, STATIONS), sure.slice(STATIONS)].flatMap(withinTrousers);
  const [scale, shift] = [continued(inside, 'scale', 1), continued(inside, 'shift', 0)];
  return bones.map((bone, half) => {
    const own = (samples: readonly number[]) => samples.slice(half * STATIONS, (half + 1) * STATIONS);
    const shifts = own(shift).map((value, k) => value + interpolate(bone.shifts, k / (STATIONS - 1)));
    return { ...bone, shape: { scale: own(scale), shift: shifts } };
  });
}

/** Unit vector across a bone, away from the other leg. */
function outwardsOf(from: Point, to: Point, side: Side): Point {
  const { x, y } = acrossBone(from, to);
  return side === 0 ? { x, y } : { x: -x, y: -y };
}

/** True if clothes on a leg end far before the bone of the other one, at a signed distance outwards. */
function isOwn({ edges: [inner, outer] }: LimbAcross, toOther: number): boolean {
  return (toOther < 0 ? outer : -inner) <= OWN * Math.abs(toOther);
}

/**
 * The measurements of a thigh or a shin, with the thickness of the leg in place of that of trousers. Close trousers
 * touch the leg where they are narrowest beside its expected shape. Wide ones hide it.
 */
function withinTrousers(seen: readonly (Seen | null)[]): readonly (Measured | null)[] {
  const isClose = ({ isTrousers, scale }: Seen) => isTrousers && scale <= CLOSE;
  const close = seen.flatMap((one) => (one && isClose(one) ? [one.scale] : [])).sort((a, b) => a - b);
  const narrowest = close[Math.floor(close.length * NARROW)] ?? CLOSE;
  const thickness = (one: Seen) => (isClose(one) ? WITHIN * Math.min(one.scale, narrowest) : null);
  return seen.map((one) => one && { shift: one.shift, scale: one.isTrousers ? thickness(one) : one.scale });
}

/** The measurements with measured neighbours. At either end of a run, a hem or a shoe crosses the leg. */
function withoutRunEnds(seen: readonly (Seen | null)[]): readonly (Seen | null)[] {
  return seen.map((one, k) => (seen[k - 1] && seen[k + 1] !== null ? one : null));
}

/** Continues a measurement into hidden parts, where it fades to the value `hidden`, and smooths the result. */
function continued(seen: readonly (Measured | null)[], of: keyof Measured, hidden: number): number[] {
  const known = seen.flatMap((one, at) => {
    const value = one?.[of] ?? null;
    return value === null ? [] : [[at, value] as const];
  });
  if (known.length === 0) return seen.map(() => hidden);
  const knots = [
    [known[0][0] - FADES, hidden] as const,
    ...known,
    [known[known.length - 1][0] + FADES, hidden] as const,
  ];
  const filled = seen.map((_, k) => interpolate(knots, k));
  return filled.map((_, k) => mean(filled.slice(Math.max(0, k - 2), k + 3)));
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
