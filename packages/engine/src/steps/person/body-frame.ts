import type { BodyFrame, Pose } from '../../analysis.ts';
import { distance, mix, point, subtract, unit } from '../../pixels/geometry.ts';
import type { Size } from '../../pixels/raster.ts';

/** Indices of the named landmarks in a pose (BlazePose topology). */
export const LANDMARK = {
  nose: 0,
  eyeLeft: 2,
  eyeRight: 5,
  earLeft: 7,
  earRight: 8,
  mouthLeft: 9,
  mouthRight: 10,
  shoulderLeft: 11,
  shoulderRight: 12,
  elbowLeft: 13,
  elbowRight: 14,
  wristLeft: 15,
  wristRight: 16,
  pinkyLeft: 17,
  pinkyRight: 18,
  indexLeft: 19,
  indexRight: 20,
  thumbLeft: 21,
  thumbRight: 22,
  hipLeft: 23,
  hipRight: 24,
  kneeLeft: 25,
  kneeRight: 26,
  ankleLeft: 27,
  ankleRight: 28,
  heelLeft: 29,
  heelRight: 30,
  footLeft: 31,
  footRight: 32,
} as const;

/** Indices of the landmarks of both feet. */
export const FEET = [
  LANDMARK.ankleLeft,
  LANDMARK.ankleRight,
  LANDMARK.heelLeft,
  LANDMARK.heelRight,
  LANDMARK.footLeft,
  LANDMARK.footRight,
] as const;

/** Landmark numbers of both arms, the person's left arm first. */
const ARMS = [
  { shoulder: LANDMARK.shoulderLeft, elbow: LANDMARK.elbowLeft, wrist: LANDMARK.wristLeft },
  { shoulder: LANDMARK.shoulderRight, elbow: LANDMARK.elbowRight, wrist: LANDMARK.wristRight },
] as const;

/** The arm on one side of the picture. On the picture's left is the right arm of a person who faces the camera. */
export function armSeenOn(side: 'Left' | 'Right', { backView }: Pick<BodyFrame, 'backView'>): (typeof ARMS)[number] {
  return ARMS[(side === 'Left') === backView ? 0 : 1];
}

/** Least shoulder width in torso lengths, for bodies that are turned aside. */
const SHOULDER_SHARE_MIN = 0.35;

/** Measures the coordinate system of a body from its pose, in pixels of the picture. `size` is that of the picture. */
export function measureBody({ landmarks }: Pose, size: Size): BodyFrame {
  const at = (name: keyof typeof LANDMARK) => landmarks[LANDMARK[name]];
  const shoulderCentre = mix(at('shoulderLeft'), at('shoulderRight'), 0.5);
  const hipCentre = mix(at('hipLeft'), at('hipRight'), 0.5);
  const torsoLength = Math.max(1, distance(shoulderCentre, hipCentre));
  const shoulderWidth = Math.max(distance(at('shoulderLeft'), at('shoulderRight')), torsoLength * SHOULDER_SHARE_MIN);
  const down = unit(subtract(hipCentre, shoulderCentre));
  const eyes = mix(at('eyeLeft'), at('eyeRight'), 0.5);
  const mouth = mix(at('mouthLeft'), at('mouthRight'), 0.5);
  const faceRadius = Math.max(
    distance(eyes, mouth) * 1.1,
    distance(at('earLeft'), at('earRight')) * 0.55,
    shoulderWidth * 0.16,
  );
  const nose = at('nose');
  const backView = at('shoulderRight').x > at('shoulderLeft').x;
  return {
    shoulderCentre,
    hipCentre,
    down,
    across: point(down.y, -down.x),
    shoulderWidth,
    torsoLength,
    faceCentre: mix(eyes, mouth, 0.5),
    faceRadius,
    faceVisible:
      !backView &&
      nose.y > faceRadius * 0.3 &&
      nose.x > 0 &&
      nose.x < size.width &&
      nose.presence > 0.5 &&
      nose.visibility > 0.5,
    backView,
  };
}
