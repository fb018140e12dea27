import { add, clamp, dot, point, subtract, unit } from '../../../pixels/geometry.ts';
import { type Point, valueAt } from '../../../pixels/raster.ts';
import { runNear } from '../../../pixels/run-near.ts';
import { LANDMARK } from '../../person/body-frame.ts';
import { SIDES, type Side } from '../body/side.ts';
import type { Scene } from '../scene.ts';

/** A hanging, empty hand. Lengths in pixels of the analysed person. */
export type FreeHand = Readonly<NonNullable<ReturnType<typeof measureHand>>>;

/** Why a hand cannot carry anything, that of a hand which is closest to free first. */
const TROUBLES = ['holding', 'raised', 'hidden'] as const;
/** One of these. */
export type HandTrouble = (typeof TROUBLES)[number];

/** Least probability of a visible wrist. */
const VISIBLE_MIN = 0.6;
/** Largest angle of a hanging arm and its hand to the direction down, radians. */
const UPPER_ARM_MAX = 0.7;
const FOREARM_MAX = 0.6;
const HAND_MAX = 0.65;
/** Length of a torso in shoulder widths. If the shoulders are narrower than that, the body is turned. */
const TORSO = 1.5;
/**
 * Greatest distance from the wrist for the search of the hand, and its step. All lengths below are in shoulder widths,
 * 34 cm on most adults.
 */
const REACH = 0.62;
const STEP = 0.01;
/** Greatest distance between wrist and sleeve end. */
const START_MAX = 0.25;
/** Limits of the hand: start beside its axis, shift of its middle in a step, and half its width. */
const ASIDE_MAX = 0.16;
const SHIFT_MAX = 0.012;
const HALF_WIDTH_MAX = 0.13;
/** Largest shift between neighbouring stretches of the hand. */
const GAP_MAX = 0.05;
/** Least length of a whole visible hand; in a pocket or around a thing it is shorter. */
const LENGTH_MIN = 0.34;
/**
 * The strip that is searched for a held thing: half its width and its length below the finger tips. Then the largest
 * share of it that a thing may cover.
 */
const HELD_ASIDE = 0.2;
const HELD_BELOW = 0.35;
const HELD_MAX = 0.06;

/** Width of the shoulders if the body faced the camera, in pixels of the analysed person: 34 cm on most adults. */
export function shoulderUnit({ body }: Scene): number {
  return Math.max(body.shoulderWidth, body.torsoLength / TORSO);
}

/** The free hand that shows more. If neither can carry anything, the trouble of the hand that is closer to free. */
export function findFreeHand(scene: Scene): FreeHand | HandTrouble {
  const found = SIDES.map((side) => findHand(scene, side));
  const free = found.filter((hand) => typeof hand !== 'string');
  const sizeOf = (hand: FreeHand) => hand.length + 2 * hand.halfWidth(hand.length / 2);
  if (free.length > 0) return free.reduce((a, b) => (sizeOf(b) > sizeOf(a) ? b : a));
  return TROUBLES.find((trouble) => found.includes(trouble)) ?? 'hidden';
}

function findHand(scene: Scene, side: Side): FreeHand | HandTrouble {
  const { person, body } = scene;
  const { shoulder, elbow, wrist, knuckles } = body.joints;
  const landmark = (side === 0) !== person.frame.backView ? LANDMARK.wristRight : LANDMARK.wristLeft;
  const { visibility } = person.pose.landmarks[landmark];
  if (visibility < VISIBLE_MIN || knuckles[side].y >= person.raster.height) return 'hidden';
  if (
    slope(shoulder[side], elbow[side]) > UPPER_ARM_MAX ||
    slope(elbow[side], wrist[side]) > FOREARM_MAX ||
    slope(wrist[side], knuckles[side]) > HAND_MAX
  )
    return 'raised';
  const hand = measureHand(scene, side, visibility);
  if (!hand) return 'hidden';
  return heldShare(scene, hand) > HELD_MAX ? 'holding' : hand;
}

/** Angle of a line to the direction down, radians. */
function slope(from: Point, to: Point): number {
  const { x, y } = subtract(to, from);
  return Math.abs(Math.atan2(x, y));
}

/** A stretch of skin across the hand, in shoulder widths from the arm's axis. */
interface Run {
  readonly middle: number;
  readonly halfWidth: number;
}

/** Follows the skin from the wrist to the finger tips; null if the photo shows too little of it. */
function measureHand(scene: Scene, side: Side, visibility: number) {
  const { elbow, wrist: wrists, knuckles } = scene.body.joints;
  const size = shoulderUnit(scene);
  const wrist = wrists[side];
  const along = unit(subtract(knuckles[side], elbow[side]));
  const across = point(along.y, -along.x);
  const { width, height, toOutput } = scene.placement;
  const skin = { width, height, data: scene.parts.skin };
  const { start, runs } = followSkin(
    (t, u) => valueAt(skin, toOutput(add(add(wrist, along, t * size), across, u * size))) > 0.5,
  );
  const length = start + runs.length * STEP;
  if (length < LENGTH_MIN) return null;
  const runAt = (distance: number) => runs[clamp(Math.round((distance / size - start) / STEP), 0, runs.length - 1)];
  return {
    /** From the wrist to the finger tips. */
    length: length * size,
    /** Probability that the hand is visible, 0 to 1. */
    visibility,
    /** Half the width of the hand at a distance from the wrist. */
    halfWidth: (distance: number) => runAt(distance).halfWidth * size,
    /** The point at a distance from the wrist, and `aside` from the hand's middle to the right of the picture. */
    place: (distance: number, aside: number) =>
      add(add(wrist, along, distance), across, aside + runAt(distance).middle * size),
    /** The inverse of `place`. */
    measure: (p: Point) => {
      const offset = subtract(p, wrist);
      const distance = dot(offset, along);
      return { along: distance, aside: dot(offset, across) - runAt(distance).middle * size };
    },
  };
}

function followSkin(isHand: (along: number, aside: number) => boolean): { start: number; runs: Run[] } {
  const runs: Run[] = [];
  let start = 0;
  for (let t = 0; t < REACH; t += STEP) {
    const last = runs.at(-1) ?? null;
    const run = runOf((u) => isHand(t, u), last);
    if (run) {
      if (!last) start = t;
      const middle = last ? last.middle + clamp(run.middle - last.middle, -SHIFT_MAX, SHIFT_MAX) : run.middle;
      runs.push({ middle, halfWidth: run.halfWidth });
    } else if (last || t > START_MAX) break;
  }
  return { start, runs };
}

/** The stretch of skin across the hand that is nearest to the last one, or to the axis at first. */
function runOf(isHand: (aside: number) => boolean, last: Run | null): Run | null {
  const centre = last?.middle ?? 0;
  const run = runNear((k) => isHand(centre + k * STEP), (last ? GAP_MAX : ASIDE_MAX) / STEP, HALF_WIDTH_MAX / STEP);
  return run && { middle: centre + ((run[0] + run[1]) / 2) * STEP, halfWidth: ((run[1] - run[0] + 1) / 2) * STEP };
}

/** The greater share, 0 to 1, of held things: around the hand, or below it. */
function heldShare(scene: Scene, hand: FreeHand): number {
  const { regions } = scene.person;
  const size = shoulderUnit(scene);
  const shareOf = (from: number, to: number, aside: number) => {
    let [sum, count] = [0, 0];
    for (let t = from; t < to; t++)
      for (let u = -aside; u <= aside; u++) {
        sum += valueAt(regions.probability.other, hand.place(t, u), regions.scale);
        count++;
      }
    return sum / Math.max(1, count);
  };
  const around = shareOf(0.1 * size, hand.length, HELD_ASIDE * size);
  const below = shareOf(hand.length + 0.03 * size, hand.length + HELD_BELOW * size, (HELD_ASIDE / 2) * size);
  return Math.max(around, below);
}
