import type { BodyFrame, Pose } from '../../analysis.ts';
import { dot, mix, segmentDistance, subtract } from '../../pixels/geometry.ts';
import type { Point } from '../../pixels/raster.ts';
import { LANDMARK } from './body-frame.ts';

/** Where a pixel lies on a body. Distances in pixels. */
export interface BodyPlace {
  /** Along the torso: 0 at the shoulders, 1 at the hips. */
  readonly down: number;
  /** From the torso's axis. */
  readonly across: number;
  readonly arm: number;
  readonly hand: number;
  readonly leg: number;
  /** True when the nearest leg segment is a thigh. */
  readonly onThigh: boolean;
  /** Along the nearest leg: 0 at the hip, 1 at the knee, 2 at the ankle. */
  readonly alongLeg: number;
  readonly foot: number;
  /** From the middle of the face, which is taller than wide. */
  readonly face: number;
}

/** Tells where pixels of a picture lie on a body; `scale` picture pixels make one of the coordinates asked about. */
export function bodyCoordinates(pose: Pose, frame: BodyFrame, scale: number): (x: number, y: number) => BodyPlace {
  const at = (index: number): Point => ({ x: pose.landmarks[index].x / scale, y: pose.landmarks[index].y / scale });
  const segment = (a: number, b: number): [Point, Point] => [at(a), at(b)];
  const arms = [
    segment(LANDMARK.shoulderLeft, LANDMARK.elbowLeft),
    segment(LANDMARK.elbowLeft, LANDMARK.wristLeft),
    segment(LANDMARK.shoulderRight, LANDMARK.elbowRight),
    segment(LANDMARK.elbowRight, LANDMARK.wristRight),
  ];
  const thighs = [segment(LANDMARK.hipLeft, LANDMARK.kneeLeft), segment(LANDMARK.hipRight, LANDMARK.kneeRight)];
  const shins = [segment(LANDMARK.kneeLeft, LANDMARK.ankleLeft), segment(LANDMARK.kneeRight, LANDMARK.ankleRight)];
  const hands = [handSegment(at, 'Left'), handSegment(at, 'Right')];
  const feet = [
    segment(LANDMARK.heelLeft, LANDMARK.footLeft),
    segment(LANDMARK.heelRight, LANDMARK.footRight),
    segment(LANDMARK.ankleLeft, LANDMARK.footLeft),
    segment(LANDMARK.ankleRight, LANDMARK.footRight),
  ];
  const origin = { x: frame.shoulderCentre.x / scale, y: frame.shoulderCentre.y / scale };
  const face = { x: frame.faceCentre.x / scale, y: frame.faceCentre.y / scale };
  const nearest = (p: Point, segments: readonly [Point, Point][]) =>
    segments.map(([a, b]) => segmentDistance(p, a, b)).reduce((best, one) => (one.distance < best.distance ? one : best));

  return (x, y) => {
    const p = { x, y };
    const offset = subtract(p, origin);
    const thigh = nearest(p, thighs);
    const shin = nearest(p, shins);
    const onThigh = thigh.distance <= shin.distance;
    return {
      down: (dot(offset, frame.down) * scale) / frame.torsoLength,
      across: Math.abs(dot(offset, frame.across)),
      arm: nearest(p, arms).distance,
      hand: nearest(p, hands).distance,
      leg: Math.min(thigh.distance, shin.distance),
      onThigh,
      alongLeg: onThigh ? thigh.along : 1 + shin.along,
      foot: nearest(p, feet).distance,
      face: Math.hypot(x - face.x, (y - face.y) * 0.8),
    };
  };
}

/** From the wrist to the middle of the knuckles. */
function handSegment(at: (index: number) => Point, side: 'Left' | 'Right'): [Point, Point] {
  const wrist = at(LANDMARK[`wrist${side}`]);
  return [wrist, mix(wrist, mix(at(LANDMARK[`pinky${side}`]), at(LANDMARK[`index${side}`]), 0.5), 0.8)];
}
