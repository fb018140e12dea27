import type { PersonAnalysis } from '../../../analysis.ts';
import { boundingBox, clamp, distance, mix, point, subtract } from '../../../pixels/geometry.ts';
import type { Point } from '../../../pixels/raster.ts';
import { EngineRejection } from '../../../rejection.ts';
import { SIDES } from '../body/side.ts';
import type { Scene } from '../scene.ts';
import type { PlacedPiece } from './accessory-fit.ts';

/** A place on a head: along its tilted axes to the right of the middle between the eyes, and up, in pupil distances. */
export interface HeadPlace {
  readonly right: number;
  readonly up: number;
}

/** A head seen from the front, by the landmarks of the face. Pixels of the analysed person. */
export interface Head {
  /** Pupil distance if the face looked at the camera: 63 mm on most adults. */
  readonly unit: number;
  /** Share of that distance that the photo shows: less than 1 in a turned face. */
  readonly frontal: number;
  place(right: number, up: number): Point;
  /** The inverse of `place`. */
  measure(p: Point): HeadPlace;
}

/** Landmarks of BlazePose: eyes, corners of the mouth. */
const [LEFT_EYE, RIGHT_EYE, MOUTH_LEFT, MOUTH_RIGHT] = [2, 5, 9, 10];
/** Pupil distance over the distance from eyes to mouth in a face that looks at the camera. */
const EYES_TO_MOUTH = 0.9;
/** Smallest pupil distance that can place an accessory, in analysed pixels. */
const UNIT_PIXELS_MIN = 5;

/**
 * Measures the head. Throws EngineRejection, which names the accessory, if the head does not face the camera, or shows
 * less than the share `frontalMin` of its pupil distance.
 */
export function measureHead({ pose, frame }: PersonAnalysis, worn: string, frontalMin: number): Head {
  if (frame.backView)
    throw new EngineRejection(
      `The photo shows the person from behind, so the ${worn} cannot be put on. Use a person photo that shows the face.`,
    );
  if (!frame.faceVisible)
    throw new EngineRejection(
      `The face is not in the person photo, so the ${worn} cannot be put on. Use a photo with the whole head in it, facing the camera.`,
    );
  const { landmarks } = pose;
  const [left, right] = [landmarks[LEFT_EYE], landmarks[RIGHT_EYE]];
  const eyes = mix(left, right, 0.5);
  const mouth = mix(landmarks[MOUTH_LEFT], landmarks[MOUTH_RIGHT], 0.5);
  const eyeDistance = distance(left, right);
  const unit = Math.max(eyeDistance, EYES_TO_MOUTH * distance(eyes, mouth));
  const frontal = eyeDistance / unit;
  if (frontal < frontalMin || left.x <= right.x)
    throw new EngineRejection(
      `The face is turned too far to the side for the ${worn}. Use a person photo in which the face looks towards the camera.`,
    );
  if (unit < UNIT_PIXELS_MIN)
    throw new EngineRejection(`The face is too small for the ${worn}. Use a person photo that shows the head larger.`);
  const [cos, sin] = [(left.x - right.x) / eyeDistance, (left.y - right.y) / eyeDistance];
  return {
    unit,
    frontal,
    place: (across, up) => point(eyes.x + unit * (across * cos + up * sin), eyes.y + unit * (across * sin - up * cos)),
    measure: (p) => {
      const { x, y } = subtract(p, eyes);
      return { right: (x * cos + y * sin) / unit, up: (x * sin - y * cos) / unit };
    },
  };
}

/** An accessory on a head, between two of its corners there. `map` leads from places of the head to the photo. */
export function pieceOnHead(
  head: Head,
  [from, to]: readonly [HeadPlace, HeadPlace],
  map: (place: HeadPlace) => readonly [number, number],
): PlacedPiece {
  const corners = [from.right, to.right].flatMap((right) => [from.up, to.up].map((up) => head.place(right, up)));
  return { box: boundingBox(corners, 2), map: (p) => map(head.measure(p)) };
}

/** Share of a hand at a place, 0 to 1. A hand at the face, or around a thing, is in front of it. */
export function handInFront({ body, parts }: Scene, p: Point, pixel: number): number {
  const hand = Math.min(...SIDES.map((side) => body.arm(p, side).hand));
  return parts.skin[pixel] * clamp((1.25 - hand) / 0.2);
}
