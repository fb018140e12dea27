import { type BodyFrame, type Pose, type PoseLandmark, REGIONS, type Region, type RegionMap } from '../../analysis.ts';
import { type Components, findComponents } from '../../pixels/components.ts';
import { add, distance, dot, mix, pixelMiddle, subtract, unit } from '../../pixels/geometry.ts';
import { maskOf } from '../../pixels/planes.ts';
import type { Point } from '../../pixels/raster.ts';
import { ARMS } from './arms.ts';
import { regionAt } from './region-at.ts';

/** Least and greatest area of a visible hand, in squares of the shoulder width. */
const HAND_MIN = 0.015;
const HAND_MAX = 0.15;
/**
 * Length from the elbow to the middle of the hand in upper arms, and the greatest deviation. Feet and knees deviate
 * more.
 */
const FOREARM = 1.35;
const MISFIT_MAX = 0.5;

/**
 * Moves wrists and knuckles to the two visible hands if the pose net put both hands on the top, as it does with crossed
 * arms. Each hand goes to the forearm whose length it fits. Otherwise returns the same pose.
 */
export function settleHands(pose: Pose, map: RegionMap, frame: BodyFrame): Pose {
  const { landmarks } = pose;
  if (knucklesIn(landmarks).some((hand) => regionAt(map, hand) !== 'upper')) return pose;
  const hands = seenHands(map, frame);
  if (hands.length !== 2) return pose;
  const middles = hands.map(middleOf);
  const misfit = (arm: number, hand: Point) => {
    const { shoulder, elbow } = ARMS[arm];
    const upperArm = Math.max(1, distance(landmarks[shoulder], landmarks[elbow]));
    return Math.abs(distance(landmarks[elbow], hand) / upperArm - FOREARM);
  };
  const total = (first: Point, second: Point) => misfit(0, first) + misfit(1, second);
  const order = total(middles[0], middles[1]) <= total(middles[1], middles[0]) ? [0, 1] : [1, 0];
  const [first, second] = order.map((hand) => middles[hand]);
  if (Math.max(misfit(0, first), misfit(1, second)) > MISFIT_MAX) return pose;
  return withHands(
    pose,
    order.map((hand) => hands[hand]),
  );
}

/** The pose with the wrist and the knuckles of each arm on its visible hand. */
function withHands(pose: Pose, hands: readonly (readonly Point[])[]): Pose {
  const moved = new Map<number, Point>();
  for (const [arm, { elbow, wrist, pinky, index, thumb }] of ARMS.entries()) {
    const middle = middleOf(hands[arm]);
    const towards = unit(subtract(pose.landmarks[elbow], middle));
    const reach = hands[arm].reduce((most, p) => Math.max(most, dot(subtract(p, middle), towards)), 0);
    moved.set(wrist, add(middle, towards, reach));
    for (const joint of [pinky, index, thumb]) moved.set(joint, middle);
  }
  return { ...pose, landmarks: pose.landmarks.map((landmark, i): PoseLandmark => ({ ...landmark, ...moved.get(i) })) };
}

const knucklesIn = (landmarks: readonly Point[]) =>
  ARMS.map(({ pinky, index }) => mix(landmarks[pinky], landmarks[index], 0.5));

/** The visible hands below the shoulders: the pixels of each, in pixels of the analysed picture. */
function seenHands(map: RegionMap, frame: BodyFrame): Point[][] {
  const parts = partsOf(map, 'skin');
  const places = parts.sizes.map((): Point[] => []);
  for (const [i, part] of parts.labels.entries())
    if (part && isHandSized(parts.sizes[part], map, frame)) places[part].push(pixelMiddle(i, map.width, map.scale));
  const isBelowShoulders = (place: Point) =>
    dot(subtract(place, frame.shoulderCentre), frame.down) > 0.2 * frame.torsoLength;
  return places.filter((place) => place.length > 0 && isBelowShoulders(middleOf(place)));
}

function partsOf({ labels, width, height }: RegionMap, region: Region): Components {
  const label = REGIONS.indexOf(region);
  return findComponents(
    maskOf(labels.length, (i) => labels[i] === label),
    width,
    height,
  );
}

function isHandSized(size: number, { scale }: RegionMap, { shoulderWidth }: BodyFrame): boolean {
  const share = size * (scale / shoulderWidth) ** 2;
  return share >= HAND_MIN && share <= HAND_MAX;
}

function middleOf(place: readonly Point[]): Point {
  const sum = place.reduce((total, p) => ({ x: total.x + p.x, y: total.y + p.y }), { x: 0, y: 0 });
  return { x: sum.x / place.length, y: sum.y / place.length };
}
