import type { PersonAnalysis } from '../../../analysis.ts';
import { dot, mix, subtract, unit } from '../../../pixels/geometry.ts';
import type { Point } from '../../../pixels/raster.ts';
import { LANDMARK } from '../../person/body-frame.ts';
import { feetInShoes } from './ankles.ts';
import type { Side } from './side.ts';

/** A point on each side of the picture. */
type Pair = readonly [left: Point, right: Point];

/** The joints of both sides of the picture. Those outside it are guesses of the pose net. A foot is its middle. */
export interface Joints
  extends Readonly<Record<'shoulder' | 'elbow' | 'wrist' | 'knuckles' | 'hip' | 'knee' | 'ankle' | 'foot', Pair>> {
  /** False if a knee lies outside the picture. */
  readonly kneesSeen: boolean;
}

/**
 * The joints of an analysed person. A landmark's side of the picture depends on whether the person faces the camera.
 */
export function jointsOf({ pose, frame, raster, regions }: PersonAnalysis): Joints {
  const at = (index: number): Point => ({ x: pose.landmarks[index].x, y: pose.landmarks[index].y });
  const pair = (left: number, right: number): Pair => (frame.backView ? [at(left), at(right)] : [at(right), at(left)]);
  const middles = ([left, right]: Pair, other: Pair) => [mix(left, other[0], 0.5), mix(right, other[1], 0.5)] as const;
  const hip = pair(LANDMARK.hipLeft, LANDMARK.hipRight);
  const knee = pair(LANDMARK.kneeLeft, LANDMARK.kneeRight);
  const arms = {
    shoulder: pair(LANDMARK.shoulderLeft, LANDMARK.shoulderRight),
    elbow: pair(LANDMARK.elbowLeft, LANDMARK.elbowRight),
    wrist: pair(LANDMARK.wristLeft, LANDMARK.wristRight),
    knuckles: middles(pair(LANDMARK.pinkyLeft, LANDMARK.pinkyRight), pair(LANDMARK.indexLeft, LANDMARK.indexRight)),
  };
  const kneesSeen = knee.every(({ x, y }) => x >= 0 && y >= 0 && x < raster.width && y < raster.height);
  const feet = {
    ankle: pair(LANDMARK.ankleLeft, LANDMARK.ankleRight),
    foot: middles(pair(LANDMARK.heelLeft, LANDMARK.heelRight), pair(LANDMARK.footLeft, LANDMARK.footRight)),
  };
  return { ...arms, hip, knee, ...(feetInShoes({ knee, ...feet }, regions, frame.torsoLength) ?? feet), kneesSeen };
}

/**
 * Least height of the hips over the higher knee, in torso lengths, for trousers, and for shorts, skirts and dresses.
 * Measured: 0.49 and above for 58 people who stand or walk; 0.13 and −0.43 for people who sit, where long trousers fit
 * the first only.
 */
export const UNDER_HIPS_MIN = { long: 0, short: 0.35 } as const;

/** True if a knee lies so little below the hips that the lap bends hanging cloth. */
export function sits(joints: Joints, torsoLength: number): boolean {
  return underHipsOf(joints, torsoLength) < UNDER_HIPS_MIN.short;
}

/** Height of the hips over the higher knee, in torso lengths. */
export function underHipsOf({ hip, knee }: Joints, torsoLength: number): number {
  return Math.min(...[0, 1].map((side) => knee[side].y - hip[side].y)) / torsoLength;
}

/** True if the ankles lie in the opposite order of the hips, across them, by more than `margin` pixels. */
export function areCrossed({ hip, ankle }: Pick<Joints, 'hip' | 'ankle'>, margin: number): boolean {
  const across = unit(subtract(hip[1], hip[0]));
  return dot(across, subtract(ankle[1], ankle[0])) < -margin;
}

/** The leg in front. Its foot is lower in the picture, so it is nearer. The right one if both are level. */
export function frontLeg({ foot: [left, right] }: Pick<Joints, 'foot'>): Side {
  return left.y > right.y ? 0 : 1;
}
