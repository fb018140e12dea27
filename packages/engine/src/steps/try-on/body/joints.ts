import type { PersonAnalysis } from '../../../analysis.ts';
import { add, distance, mix, point } from '../../../pixels/geometry.ts';
import type { Point, Size } from '../../../pixels/raster.ts';
import { LANDMARK } from '../../person/body-frame.ts';
import { anklesAtShoes } from './ankles.ts';

/** The joints of both sides of the picture. */
export interface Joints {
  readonly shoulder: readonly [Point, Point];
  readonly elbow: readonly [Point, Point];
  readonly wrist: readonly [Point, Point];
  readonly knuckles: readonly [Point, Point];
  readonly hip: readonly [Point, Point];
  readonly knee: readonly [Point, Point];
  readonly ankle: readonly [Point, Point];
  /** Middle of each foot, or the ankle if the foot is hidden or not found near it. */
  readonly foot: readonly [Point, Point];
  /** False if the picture ends above a knee. Knees and ankles are then assumed. */
  readonly kneesSeen: boolean;
}

/** Lengths of thigh and shin in torso lengths: means of 20 standing people. */
const THIGH = 0.8;
const SHIN = 0.7;

/** Greatest distance between the middle of a foot and its ankle, in torso lengths. */
const FOOT_MAX = 0.3;

/** A landmark's side of the picture depends on whether the person faces the camera. */
export function jointsOf({ pose, frame, raster, regions }: PersonAnalysis): Joints {
  const at = (index: number): Point => ({ x: pose.landmarks[index].x, y: pose.landmarks[index].y });
  const pair = (left: number, right: number): readonly [Point, Point] =>
    frame.backView ? [at(left), at(right)] : [at(right), at(left)];
  const pinky = pair(LANDMARK.pinkyLeft, LANDMARK.pinkyRight);
  const index = pair(LANDMARK.indexLeft, LANDMARK.indexRight);
  const found = pair(LANDMARK.ankleLeft, LANDMARK.ankleRight);
  const atShoes = anklesAtShoes(found, regions, frame.torsoLength);
  const heel = pair(LANDMARK.heelLeft, LANDMARK.heelRight);
  const toes = pair(LANDMARK.footLeft, LANDMARK.footRight);
  return {
    shoulder: pair(LANDMARK.shoulderLeft, LANDMARK.shoulderRight),
    elbow: pair(LANDMARK.elbowLeft, LANDMARK.elbowRight),
    wrist: pair(LANDMARK.wristLeft, LANDMARK.wristRight),
    knuckles: [mix(pinky[0], index[0], 0.5), mix(pinky[1], index[1], 0.5)],
    ...legsOf(
      pair(LANDMARK.hipLeft, LANDMARK.hipRight),
      pair(LANDMARK.kneeLeft, LANDMARK.kneeRight),
      atShoes ?? found,
      // A thing that hides the ankles hides the feet too.
      atShoes ?? [mix(heel[0], toes[0], 0.5), mix(heel[1], toes[1], 0.5)],
      frame.torsoLength,
      raster,
    ),
  };
}

/**
 * The detected legs, or straight legs down from the hips if the picture ends above a knee. Detected joints outside the
 * picture are guesses.
 */
function legsOf(
  hip: Joints['hip'],
  knee: Joints['knee'],
  ankle: Joints['ankle'],
  foot: Joints['foot'],
  torsoLength: number,
  { width, height }: Size,
): Pick<Joints, 'hip' | 'knee' | 'ankle' | 'foot' | 'kneesSeen'> {
  const kneesSeen = knee.every(({ x, y }) => x >= 0 && y >= 0 && x < width && y < height);
  if (kneesSeen) {
    const footOf = (side: 0 | 1) =>
      distance(foot[side], ankle[side]) < FOOT_MAX * torsoLength ? foot[side] : ankle[side];
    return { hip, knee, ankle, foot: [footOf(0), footOf(1)], kneesSeen };
  }
  const below = (share: number): readonly [Point, Point] => [
    add(hip[0], point(0, 1), share * torsoLength),
    add(hip[1], point(0, 1), share * torsoLength),
  ];
  const end = below(THIGH + SHIN);
  return { hip, knee: below(THIGH), ankle: end, foot: end, kneesSeen };
}
