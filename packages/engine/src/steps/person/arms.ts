import type { BodyFrame } from '../../analysis.ts';
import { LANDMARK } from './body-frame.ts';

/** Landmark numbers of both arms, the person's left arm first. */
const ARMS = [
  { shoulder: LANDMARK.shoulderLeft, elbow: LANDMARK.elbowLeft, wrist: LANDMARK.wristLeft },
  { shoulder: LANDMARK.shoulderRight, elbow: LANDMARK.elbowRight, wrist: LANDMARK.wristRight },
] as const;

/** The arm on one side of the picture. On the picture's left is the right arm of a person who faces the camera. */
export function armSeenOn(side: 'Left' | 'Right', { backView }: Pick<BodyFrame, 'backView'>): (typeof ARMS)[number] {
  return ARMS[(side === 'Left') === backView ? 0 : 1];
}
