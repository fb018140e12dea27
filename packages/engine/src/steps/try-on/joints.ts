import type { PersonAnalysis } from '../../analysis.ts';
import { mix } from '../../pixels/geometry.ts';
import type { Point } from '../../pixels/raster.ts';
import { LANDMARK } from '../person/body-frame.ts';

/** The joints of both sides of the picture. */
export interface Joints {
  readonly shoulder: readonly [Point, Point];
  readonly elbow: readonly [Point, Point];
  readonly wrist: readonly [Point, Point];
  readonly knuckles: readonly [Point, Point];
  readonly hip: readonly [Point, Point];
  readonly knee: readonly [Point, Point];
  readonly ankle: readonly [Point, Point];
}

/** Which landmarks are on the left of the picture depends on which way the person faces. */
export function jointsOf({ pose, frame }: PersonAnalysis): Joints {
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
    hip: pair(LANDMARK.hipLeft, LANDMARK.hipRight),
    knee: pair(LANDMARK.kneeLeft, LANDMARK.kneeRight),
    ankle: pair(LANDMARK.ankleLeft, LANDMARK.ankleRight),
  };
}
