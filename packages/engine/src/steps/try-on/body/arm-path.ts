import { add, clamp, distance, dot, mix, subtract, unit } from '../../../pixels/geometry.ts';
import type { Point } from '../../../pixels/raster.ts';
import { segmentBetween, shareAlong, squareFrom } from '../../../pixels/segment.ts';
import { type Side, signOf } from './side.ts';

/** A place on an arm: the point, the direction of the arm, and the direction away from the body. */
export interface Station {
  readonly at: Point;
  readonly direction: Point;
  readonly outwards: Point;
}

/** The bone of an arm as a curve, and coordinates along and beside it. */
export interface ArmPath {
  /** From shoulder to wrist in pixels of the analysed person. */
  readonly length: number;
  /** The place at a share of the length, 0 shoulder to 1 wrist; straight on beyond both ends. */
  station(share: number): Station;
  /**
   * The share of the length nearest to a point, and the point's distance from the bone in pixels, outwards positive.
   */
  place(p: Point): { share: number; offset: number };
}

/** Samples of the curve. */
const SAMPLES = 48;
/** Length of the curve on either side of the elbow, as a share of the shorter half of the arm. */
const ELBOW_ROUNDING = 0.45;

/** The path of an arm through its three joints, rounded at the elbow so that cloth bends smoothly. */
export function armPath(side: Side, [shoulder, elbow, wrist]: readonly [Point, Point, Point]): ArmPath {
  const points = samplesOf(shoulder, elbow, wrist);
  const lengths = [0];
  for (let k = 1; k < points.length; k++) lengths.push(lengths[k - 1] + distance(points[k - 1], points[k]));
  const length = lengths[lengths.length - 1] || 1;
  const steps = points.slice(1).map((to, k) => segmentBetween(points[k], to));
  const outwardsOf = ({ x, y }: Point): Point => (signOf(side) > 0 ? { x: y, y: -x } : { x: -y, y: x });
  return {
    length,
    station: (share) => {
      const target = clamp(share) * length;
      let k = 1;
      while (k < points.length - 1 && lengths[k] < target) k++;
      const direction = unit(subtract(points[k], points[k - 1]));
      const at = add(points[k - 1], direction, share * length - lengths[k - 1]);
      return { at, direction, outwards: outwardsOf(direction) };
    },
    place: (p) => {
      let best = 1;
      let least = Number.POSITIVE_INFINITY;
      let along = 0;
      for (let k = 1; k < points.length; k++) {
        const step = steps[k - 1];
        const t = shareAlong(step, p);
        const held = clamp(t);
        const away = squareFrom(step, held, p);
        if (away >= least) continue;
        least = away;
        best = k;
        const open = (t < 0 && k === 1) || (t > 1 && k === points.length - 1);
        along = lengths[k - 1] + (open ? t : held) * Math.sqrt(step.square);
      }
      const direction = unit(subtract(points[best], points[best - 1]));
      const beside = dot(subtract(p, points[best - 1]), outwardsOf(direction));
      const share = along / length;
      return { share, offset: share < 0 || share > 1 ? beside : Math.sign(beside) * Math.sqrt(least) };
    },
  };
}

/** Points from shoulder to wrist. A quadratic curve replaces the corner at the elbow. */
function samplesOf(shoulder: Point, elbow: Point, wrist: Point): Point[] {
  const turn = ELBOW_ROUNDING * Math.min(distance(shoulder, elbow), distance(elbow, wrist));
  const before = add(elbow, unit(subtract(shoulder, elbow)), turn);
  const after = add(elbow, unit(subtract(wrist, elbow)), turn);
  const third = SAMPLES / 3;
  return Array.from({ length: SAMPLES + 1 }, (_, k) => {
    if (k < third) return mix(shoulder, before, k / third);
    if (k > 2 * third) return mix(after, wrist, (k - 2 * third) / third);
    const t = (k - third) / third;
    return mix(mix(before, elbow, t), mix(elbow, after, t), t);
  });
}
