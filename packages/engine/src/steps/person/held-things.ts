import { type BodyFrame, type Pose, REGIONS, type RegionMap } from '../../analysis.ts';
import { findComponents } from '../../pixels/components.ts';
import { distance, mix, pixelMiddle, segmentDistance } from '../../pixels/geometry.ts';
import { maskOf } from '../../pixels/planes.ts';
import type { Point } from '../../pixels/raster.ts';
import { LANDMARK } from './body-frame.ts';

/** Least size of what is carried, in squares of the shoulder width: a bottle, a purse. */
const AREA_MIN = 0.05;
/** Farthest that it may lie from the hand or forearm that it hangs from, in shoulder widths. */
const HANDLE_MAX = 1;

/** A thing and the arm that holds it, in pixels of the map. */
export interface HeldThing {
  /** 1 on each of its pixels. */
  readonly thing: Uint8Array;
  /** Elbow, wrist and knuckles. */
  readonly arm: readonly [Point, Point, Point];
  /** The place of hand or forearm that is nearest to the thing. */
  readonly hold: Point;
}

/** What was taken for something carried and hangs from a hand or a forearm. */
export function heldThings(
  { width, height, scale, labels }: RegionMap,
  { pose, frame }: { readonly pose: Pick<Pose, 'landmarks'>; readonly frame: Pick<BodyFrame, 'shoulderWidth'> },
): HeldThing[] {
  const unit = frame.shoulderWidth / scale;
  const at = (name: keyof typeof LANDMARK): Point => {
    const { x, y } = pose.landmarks[LANDMARK[name]];
    return { x: x / scale, y: y / scale };
  };
  const arms = [
    [at('elbowRight'), at('wristRight'), at('indexRight')],
    [at('elbowLeft'), at('wristLeft'), at('indexLeft')],
  ] as const;
  const other = REGIONS.indexOf('other');
  const { labels: things, sizes } = findComponents(
    maskOf(labels.length, (i) => labels[i] === other),
    width,
    height,
  );
  return sizes.flatMap((size, label) => {
    if (label === 0 || size < AREA_MIN * unit ** 2) return [];
    const thing = maskOf(things.length, (i) => things[i] === label);
    const points = pointsOf(thing, width);
    const middle = points.reduce((sum, { y }) => sum + y, 0) / points.length;
    const holds = arms.map((arm) => holdOf(arm, points));
    const nearer = holds[0].away < holds[1].away ? 0 : 1;
    const { away, hold } = holds[nearer];
    return away < HANDLE_MAX * unit && middle > hold.y ? [{ thing, arm: arms[nearer], hold }] : [];
  });
}

/** The middles of the pixels of a mask. */
export function pointsOf(mask: Uint8Array, width: number): Point[] {
  const points: Point[] = [];
  for (let i = 0; i < mask.length; i++) if (mask[i]) points.push(pixelMiddle(i, width));
  return points;
}

/** The place of an arm below its elbow that is nearest to a thing, and how far from it. */
function holdOf([elbow, wrist, knuckles]: HeldThing['arm'], thing: readonly Point[]): { away: number; hold: Point } {
  let nearest = { away: Number.POSITIVE_INFINITY, hold: knuckles };
  for (const [from, to] of [
    [wrist, knuckles],
    [elbow, wrist],
  ]) {
    for (const p of thing) {
      const { along } = segmentDistance(p, from, to);
      const hold = mix(from, to, along);
      const away = distance(p, hold);
      if (away < nearest.away) nearest = { away, hold };
    }
  }
  return nearest;
}
