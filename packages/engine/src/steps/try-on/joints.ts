import type { PersonAnalysis } from '../../analysis.ts';
import { add, mix, point } from '../../pixels/geometry.ts';
import type { Point, Size } from '../../pixels/raster.ts';
import { LANDMARK } from '../person/body-frame.ts';
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
  /** False where the picture ends above a knee: knees and ankles are assumed then. */
  readonly kneesSeen: boolean;
}

/** Lengths of thigh and shin in torso lengths: the means of 20 people who stand. */
const THIGH = 0.8;
const SHIN = 0.7;

/** Which landmarks are on the left of the picture depends on which way the person faces. */
export function jointsOf({ pose, frame, raster, regions }: PersonAnalysis): Joints {
  const at = (index: number): Point => ({ x: pose.landmarks[index].x, y: pose.landmarks[index].y });
  const pair = (left: number, right: number): readonly [Point, Point] =>
    frame.backView ? [at(left), at(right)] : [at(right), at(left)];
  const pinky = pair(LANDMARK.pinkyLeft, LANDMARK.pinkyRight);
  const index = pair(LANDMARK.indexLeft, LANDMARK.indexRight);
  return {
    shoulder: pair(LANDMARK.shoulderLeft, LANDMARK.shoulderRight),
    elbow: pair(LANDMARK.elbowLeft, LANDMARK.elbowRight),
    wrist: pair(LANDMARK.wristLeft, LANDMARK.wristRight),
    knuckles: [mix(pinky[0], index[0], 0.5), mix(pinky[1], index[1], 0.5)],
    ...legsOf(
      pair(LANDMARK.hipLeft, LANDMARK.hipRight),
      pair(LANDMARK.kneeLeft, LANDMARK.kneeRight),
      anklesAtShoes(pair(LANDMARK.ankleLeft, LANDMARK.ankleRight), regions, frame.torsoLength),
      frame.torsoLength,
      raster,
    ),
  };
}

/** Legs as they were found, or straight down from the hips where the picture ends above a knee: what is found there is a guess. */
function legsOf(
  hip: Joints['hip'],
  knee: Joints['knee'],
  ankle: Joints['ankle'],
  torsoLength: number,
  { width, height }: Size,
): Pick<Joints, 'hip' | 'knee' | 'ankle' | 'kneesSeen'> {
  const kneesSeen = knee.every(({ x, y }) => x >= 0 && y >= 0 && x < width && y < height);
  if (kneesSeen) return { hip, knee, ankle, kneesSeen };
  const below = (share: number): readonly [Point, Point] => [
    add(hip[0], point(0, 1), share * torsoLength),
    add(hip[1], point(0, 1), share * torsoLength),
  ];
  return { hip, knee: below(THIGH), ankle: below(THIGH + SHIN), kneesSeen };
}
