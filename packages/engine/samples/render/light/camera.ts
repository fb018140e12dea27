import { normalize, type Vector } from '../maths/vector.ts';

/** A camera with its picture plane upright at z = 0, the place of the subject. Its frame there is in centimetres. */
export interface Camera {
  readonly eye: Vector;
  /** Middle of the frame at z = 0. */
  readonly middle: readonly [x: number, y: number];
  /** Height of the frame at z = 0, centimetres. */
  readonly height: number;
}

/** Direction from the eye through a pixel position (0, 0 top left; pixels) of a picture of the given size. */
export function viewDirection(camera: Camera, px: number, py: number, width: number, height: number): Vector {
  const perPixel = camera.height / height;
  const x = camera.middle[0] + (px - width / 2) * perPixel;
  const y = camera.middle[1] - (py - height / 2) * perPixel;
  return normalize([x - camera.eye[0], y - camera.eye[1], -camera.eye[2]]);
}
