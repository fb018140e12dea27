import type { PersonAnalysis } from '../../../analysis.ts';
import { distance, mix, point, subtract } from '../../../pixels/geometry.ts';
import type { Point } from '../../../pixels/raster.ts';
import { EngineRejection } from '../../../rejection.ts';

/** A head seen from the front, by the landmarks of the face. Pixels of the analysed person. */
export interface Head {
  /** Middle between the eyes. */
  readonly eyes: Point;
  /** Clockwise tilt of the line through the eyes, radians. */
  readonly tilt: number;
  /** Pupil distance as the photo shows it. */
  readonly eyeDistance: number;
  /** Pupil distance if the face looked at the camera: 63 mm on most adults. */
  readonly unit: number;
  /** A place along the tilted axes, in units from the eyes: to the right, and up. */
  place(right: number, up: number): Point;
  /** The inverse of `place`. */
  measure(p: Point): { readonly right: number; readonly up: number };
}

/** Landmarks of BlazePose: three points of each eye, corners of the mouth. */
const LEFT_EYE = [1, 2, 3];
const RIGHT_EYE = [4, 5, 6];
const [MOUTH_LEFT, MOUTH_RIGHT] = [9, 10];
/** Pupil distance over the distance from eyes to mouth in a face that looks at the camera. */
const EYES_TO_MOUTH = 0.9;
/** Least share of that distance in a face that is not in profile. */
const FRONTAL_MIN = 0.55;
/** Smallest pupil distance that can place an accessory, in analysed pixels. */
const UNIT_PIXELS_MIN = 5;

/** Measures the head. Throws EngineRejection, which names the accessory, if the head does not face the camera. */
export function measureHead({ pose, frame }: PersonAnalysis, worn: string): Head {
  if (frame.backView)
    throw new EngineRejection(
      `The photo shows the person from behind, so the ${worn} cannot be put on. Use a person photo that shows the face.`,
    );
  if (!frame.faceVisible)
    throw new EngineRejection(
      `The face is not in the person photo, so the ${worn} cannot be put on. Use a photo with the whole head in it, facing the camera.`,
    );
  const { landmarks } = pose;
  const mean = (points: readonly number[]) =>
    points.reduce(
      (sum, index) => point(sum.x + landmarks[index].x / points.length, sum.y + landmarks[index].y / points.length),
      point(0, 0),
    );
  const [left, right] = [mean(LEFT_EYE), mean(RIGHT_EYE)];
  const eyes = mix(left, right, 0.5);
  const mouth = mix(landmarks[MOUTH_LEFT], landmarks[MOUTH_RIGHT], 0.5);
  const eyeDistance = distance(left, right);
  const unit = Math.max(eyeDistance, EYES_TO_MOUTH * distance(eyes, mouth));
  if (eyeDistance < FRONTAL_MIN * unit || left.x <= right.x)
    throw new EngineRejection(
      `The face is turned too far to the side for the ${worn}. Use a person photo in which both eyes look towards the camera.`,
    );
  if (unit < UNIT_PIXELS_MIN)
    throw new EngineRejection(`The face is too small for the ${worn}. Use a person photo that shows the head larger.`);
  const tilt = Math.atan2(left.y - right.y, left.x - right.x);
  const [cos, sin] = [Math.cos(tilt), Math.sin(tilt)];
  return {
    eyes,
    tilt,
    eyeDistance,
    unit,
    place: (across, up) => point(eyes.x + unit * (across * cos + up * sin), eyes.y + unit * (across * sin - up * cos)),
    measure: (p) => {
      const { x, y } = subtract(p, eyes);
      return { right: (x * cos + y * sin) / unit, up: (x * sin - y * cos) / unit };
    },
  };
}
