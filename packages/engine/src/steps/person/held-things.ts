import { type BodyFrame, type Pose, REGIONS, type RegionMap } from '../../analysis.ts';
import { checkpointAt } from '../../checkpoint.ts';
import { findComponents } from '../../pixels/components.ts';
import { distance, mix, pixelMiddle, segmentDistance } from '../../pixels/geometry.ts';
import { maskOf } from '../../pixels/planes.ts';
import type { Point } from '../../pixels/raster.ts';
import { landmarksOn } from './body-frame.ts';

/** Least area of a carried thing, such as a bottle or a purse, in squares of the shoulder width. */
export const CARRIED_AREA_MIN = 0.05;
/** Greatest distance of a carried thing from the hand or forearm that holds it, in shoulder widths. */
export const HANDLE_MAX = 1;

/** A thing and the arm that holds it, in pixels of the map. */
export interface HeldThing {
  /** 1 on each pixel of the thing. */
  readonly thing: Uint8Array;
  /** Centres of the pixels at its edge. */
  readonly outline: readonly Point[];
  /** Elbow, wrist and knuckles. */
  readonly arm: readonly [Point, Point, Point];
  /** The place on hand or forearm that is nearest to the thing. */
  readonly hold: Point;
}

/**
 * Finds the things labelled `other` that hang from a hand or a forearm. The pose is in pixels of the picture, the
 * result in pixels of the map.
 */
export function heldThings(
  { width, height, scale, labels }: RegionMap,
  { pose, frame }: { readonly pose: Pick<Pose, 'landmarks'>; readonly frame: Pick<BodyFrame, 'shoulderWidth'> },
): HeldThing[] {
  const unit = frame.shoulderWidth / scale;
  const at = landmarksOn(pose, scale);
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
    if (label === 0 || size < CARRIED_AREA_MIN * unit ** 2) return [];
    const thing = maskOf(things.length, (i) => things[i] === label);
    const outline = outlineOf(thing, width);
    const holds = arms.map((arm) => holdOf(arm, outline));
    const nearer = holds[0].away < holds[1].away ? 0 : 1;
    const { away, hold } = holds[nearer];
    return away < HANDLE_MAX * unit && middleRow(thing, width) > hold.y
      ? [{ thing, outline, arm: arms[nearer], hold }]
      : [];
  });
}

/** Centres of the pixels of a mask that border other pixels or the picture's edge. */
function outlineOf(mask: Uint8Array, width: number): Point[] {
  const isInside = (i: number) =>
    i % width > 0 &&
    (i + 1) % width > 0 &&
    mask[i - 1] === 1 &&
    mask[i + 1] === 1 &&
    mask[i - width] === 1 &&
    mask[i + width] === 1;
  const outline: Point[] = [];
  for (let i = 0; i < mask.length; i++) {
    checkpointAt(i);
    if (mask[i] && !isInside(i)) outline.push(pixelMiddle(i, width));
  }
  return outline;
}

/** Mean y of the pixels of a mask. */
function middleRow(mask: Uint8Array, width: number): number {
  let [rows, count] = [0, 0];
  for (let i = 0; i < mask.length; i++) {
    checkpointAt(i);
    if (!mask[i]) continue;
    rows += Math.floor(i / width) + 0.5;
    count++;
  }
  return rows / count;
}

/** The place on an arm below its elbow that is nearest to a thing, and its distance. */
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
