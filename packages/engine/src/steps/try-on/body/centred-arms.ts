import { add, distance, mix, point, subtract, unit } from '../../../pixels/geometry.ts';
import { median } from '../../../pixels/median.ts';
import type { Point } from '../../../pixels/raster.ts';
import { runNear } from '../../../pixels/run-near.ts';
import { armRadius, HAND_BREADTH_MAX } from './arm-place.ts';
import type { Joints } from './joints.ts';
import { acrossBone, limbAcross, THICKEST_BARE } from './limb-across.ts';
import type { PhotoAt } from './photo-at.ts';
import { SIDES, type Side } from './side.ts';

/** Measured places on an arm: 0 shoulder, 0.5 elbow, 1 wrist. Higher up, an arm often touches the trunk. */
const UPPER_ARM = stations(0.3, 0.475);
const BELOW_ELBOW = stations(0.525, 0.75);
const ABOVE_WRIST = stations(0.75, 0.975);
/** Least number of these places that must show both edges of the arm. */
const SEEN_MIN = 4;
/** Thickest plausible sleeve, in expected radii of the arm. Our estimate. */
const THICKEST_SLEEVE = 2.2;
/** Least sine of an elbow's bend from which the lines of both halves cross at a sure place. */
const BENT_MIN = 0.5;
/** Greatest distance of a visible hand from the wrist of the pose, as a share of the forearm. Our estimate. */
const HAND_WITHIN = 0.4;
/** Greatest distance of its edge from the line of the forearm, in radii of the wrist. Our estimate. */
const HAND_ASIDE = 1.2;

/**
 * Joints whose elbows and wrists lie in the middle of the bare arms or sleeves that the photo shows. The pose net
 * places them up to a radius beside it. A wrist in a sleeve moves on to the hand that the sleeve shows. `girth` is that
 * of the body, in pixels of the joints.
 */
export function centredArms(joints: Joints, photoAt: PhotoAt, girth: number): Joints {
  const [left, right] = SIDES.map((side) => movesOf(joints, side, photoAt, girth));
  return {
    ...joints,
    elbow: [add(joints.elbow[0], left.elbow), add(joints.elbow[1], right.elbow)],
    wrist: [add(joints.wrist[0], left.wrist), add(joints.wrist[1], right.wrist)],
    knuckles: [add(joints.knuckles[0], left.wrist), add(joints.knuckles[1], right.wrist)],
  };
}

/** The ways from an elbow and a wrist to the middle of their arm. */
function movesOf({ shoulder, elbow, wrist }: Joints, side: Side, photoAt: PhotoAt, girth: number) {
  const shiftOf = (from: Point, to: Point, shares: readonly number[]): Shift => {
    const across = acrossBone(from, to);
    const shifts = shares.flatMap((share) => {
      const station = { at: mix(from, to, (2 * share) % 1), across, radius: armRadius(share) * girth };
      const bare = limbAcross(station, 'skin', THICKEST_BARE, photoAt);
      const arm = bare ?? limbAcross(station, 'upper', THICKEST_SLEEVE, photoAt);
      return arm ? [arm.shift] : [];
    });
    return { across, by: shifts.length < SEEN_MIN ? null : median(shifts) };
  };
  const upper = shiftOf(shoulder[side], elbow[side], UPPER_ARM);
  const lower = shiftOf(elbow[side], wrist[side], BELOW_ELBOW);
  const end = shiftOf(elbow[side], wrist[side], ABOVE_WRIST);
  const aside = times(end.across, end.by ?? 0);
  return { elbow: meet(upper, lower), wrist: add(aside, toHand(elbow[side], add(wrist[side], aside), photoAt, girth)) };
}

/** The way from a wrist in a sleeve along the forearm to the hand; none if the photo shows no such hand. */
function toHand(elbow: Point, wrist: Point, photoAt: PhotoAt, girth: number): Point {
  const along = unit(subtract(wrist, elbow));
  const across = acrossBone(elbow, wrist);
  const radius = armRadius(1) * girth;
  for (let step = 0; step <= HAND_WITHIN * distance(elbow, wrist); step++) {
    const at = add(wrist, along, step);
    const isSkin = (offset: number) => photoAt(add(at, across, offset))?.region === 'skin';
    const hand = runNear(isSkin, HAND_ASIDE * radius, HAND_BREADTH_MAX * radius);
    if (hand && hand[1] - hand[0] < HAND_BREADTH_MAX * radius) return times(along, step);
    if (photoAt(at)?.region !== 'upper') break;
  }
  return point(0, 0);
}

/** A move of a bone across itself. */
interface Shift {
  /** Unit vector across the bone. */
  readonly across: Point;
  /** Pixels along `across`; null if too little of the limb shows. */
  readonly by: number | null;
}

/** The way from an elbow to the crossing of its moved bones. */
function meet(upper: Shift, lower: Shift): Point {
  const [u, l] = [upper.across, lower.across];
  if (upper.by === null) return times(l, lower.by ?? 0);
  if (lower.by === null) return times(u, upper.by);
  const bend = u.x * l.y - u.y * l.x;
  if (Math.abs(bend) < BENT_MIN) return mix(times(u, upper.by), times(l, lower.by), 0.5);
  return point((upper.by * l.y - lower.by * u.y) / bend, (lower.by * u.x - upper.by * l.x) / bend);
}

const times = ({ x, y }: Point, factor: number) => point(x * factor, y * factor);

/** Places from one share of an arm to another, a fortieth apart. */
function stations(from: number, to: number): readonly number[] {
  return Array.from({ length: Math.round((to - from) / 0.025) + 1 }, (_, k) => from + k * 0.025);
}
