import { add, alongPolyline, distance, dot, interpolate, mix, subtract, unit } from '../../../pixels/geometry.ts';
import type { Point } from '../../../pixels/raster.ts';
import { nearestOn, segmentsAlong, shareAlong } from '../../../pixels/segment.ts';
import { type Side, signOf } from './side.ts';

/** A place on an arm: the point, and the direction away from the body. */
export interface Station {
  readonly at: Point;
  readonly outwards: Point;
}

/** A place relative to an arm. */
export interface PlaceByArm {
  /** Share of the length at the nearest place of the bone; below 0 or above 1 beyond its ends. */
  readonly share: number;
  /** Distance beside the bone in pixels, outwards positive. Beyond the ends, from its straight continuation. */
  readonly offset: number;
  /** Distance from the bone in pixels. */
  readonly away: number;
}

/** Shoulder, elbow and wrist, in pixels of the analysed person. */
export type ArmJoints = readonly [shoulder: Point, elbow: Point, wrist: Point];

/** The bone of an arm as a line, and coordinates along and beside it. Pixels of the analysed person. */
export type ArmPath = Readonly<ReturnType<typeof pathAlong>>;

/** Length of the rounding on either side of the elbow, as a share of the shorter half of the arm. */
const ELBOW_ROUNDING = 0.45;
/** Steps of the rounding. */
const STEPS = 16;

/** The path of an arm through its joints. */
export function armPath(side: Side, joints: ArmJoints): ArmPath {
  return pathAlong(side, joints, joints);
}

/** The path of cloth on an arm, which bends smoothly at the elbow: a quadratic curve replaces the corner. */
export function roundedArmPath(side: Side, joints: ArmJoints): ArmPath {
  const [shoulder, elbow, wrist] = joints;
  const turn = ELBOW_ROUNDING * Math.min(distance(shoulder, elbow), distance(elbow, wrist));
  const before = add(elbow, unit(subtract(shoulder, elbow)), turn);
  const after = add(elbow, unit(subtract(wrist, elbow)), turn);
  const curve = Array.from({ length: STEPS + 1 }, (_, k) => {
    const t = k / STEPS;
    return mix(mix(before, elbow, t), mix(elbow, after, t), t);
  });
  return pathAlong(side, joints, [shoulder, ...curve, wrist]);
}

function pathAlong(side: Side, [shoulder, elbow, wrist]: ArmJoints, points: readonly Point[]) {
  const steps = segmentsAlong(points);
  const lengths = [0];
  for (let k = 1; k < points.length; k++) lengths.push(lengths[k - 1] + distance(points[k - 1], points[k]));
  const length = lengths[steps.length] || 1;
  const upperArm = distance(shoulder, elbow);
  const elbowAt = upperArm / (upperArm + distance(elbow, wrist) || 1);
  const outwardsOf = ({ x, y }: Point): Point => (signOf(side) > 0 ? { x: y, y: -x } : { x: -y, y: x });
  const outwards = steps.map((step) => outwardsOf(unit(step)));
  const alongKnots = [
    [0, 0],
    [elbowAt, 0.5],
    [1, 1],
  ] as const;
  return {
    /** From shoulder to wrist. */
    length,
    /** The place at a share of the length, 0 shoulder to 1 wrist; straight on beyond both ends. */
    station: (share: number): Station => {
      const { at, direction } = alongPolyline(points, share);
      return { at, outwards: outwardsOf(direction) };
    },
    place: (p: Point): PlaceByArm => {
      const { step, along, square } = nearestOn(steps, p);
      const segment = steps[step];
      const away = Math.sqrt(square);
      const open = shareAlong(segment, p);
      const isBeyond = (open < 0 && step === 0) || (open > 1 && step === steps.length - 1);
      const beside = dot(subtract(p, segment.from), outwards[step]);
      const share = (lengths[step] + (isBeyond ? open : along) * Math.sqrt(segment.square)) / length;
      return { share, offset: isBeyond ? beside : Math.sign(beside) * away, away };
    },
    /** The place at a share of the length in the unit of {@link ArmPlace}: 0 shoulder, 0.5 elbow, 1 wrist. */
    along: (share: number) => interpolate(alongKnots, share),
  };
}
