import type { BodyFrame } from '../../analysis.ts';
import { add, distance, subtract, unit } from '../../pixels/geometry.ts';
import type { Point } from '../../pixels/raster.ts';
import { LANDMARK } from './body-frame.ts';

/** Landmark numbers of both arms, the person's left arm first. */
export const ARMS = [
  {
    shoulder: LANDMARK.shoulderLeft,
    elbow: LANDMARK.elbowLeft,
    wrist: LANDMARK.wristLeft,
    pinky: LANDMARK.pinkyLeft,
    index: LANDMARK.indexLeft,
    thumb: LANDMARK.thumbLeft,
  },
  {
    shoulder: LANDMARK.shoulderRight,
    elbow: LANDMARK.elbowRight,
    wrist: LANDMARK.wristRight,
    pinky: LANDMARK.pinkyRight,
    index: LANDMARK.indexRight,
    thumb: LANDMARK.thumbRight,
  },
] as const;

/** The arm on one side of the picture. On the picture's left is the right arm of a person who faces the camera. */
export function armSeenOn(side: 'Left' | 'Right', { backView }: Pick<BodyFrame, 'backView'>): (typeof ARMS)[number] {
  return ARMS[(side === 'Left') === backView ? 0 : 1];
}

/** Radius of a wrist in shoulder widths. */
export const WRIST = 0.07;

/** A place on the bones of an arm, in the pixels of its joints. */
export interface Station {
  readonly at: Point;
  /** Unit vector along the bone, towards the hand. */
  readonly direction: Point;
}

/** Places one pixel apart along the bones between joints. */
export function stationsOf(joints: readonly Point[]): Station[] {
  return joints.slice(1).flatMap((to, k) => {
    const direction = unit(subtract(to, joints[k]));
    return Array.from({ length: Math.floor(distance(joints[k], to)) }, (_, step) => ({
      at: add(joints[k], direction, step),
      direction,
    }));
  });
}
