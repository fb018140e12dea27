import { interpolate, segmentDistance } from '../../pixels/geometry.ts';
import type { Point } from '../../pixels/raster.ts';
import type { Joints } from './joints.ts';

/**
 * Radii of thigh and shin at shares of their lengths, in shoulder widths: circumferences of thigh, knee, calf and ankle over the width between
 * the shoulder joints, from the body measures of ANSUR II (2012).
 */
const THIGH = [
  [0, 0.24],
  [0.6, 0.185],
  [1, 0.155],
] as const;
const SHIN = [
  [0, 0.15],
  [0.15, 0.154],
  [0.3, 0.153],
  [0.45, 0.14],
  [0.65, 0.112],
  [0.85, 0.089],
  [1, 0.082],
] as const;
/** Radius from the ankle to the middle of the foot, in the same unit. */
const FOOT = 0.085;

/** Distance of a point from the nearest bone of the legs, in radii of the leg there: 1 is the skin. */
export function legRadiiAt({ hip, knee, ankle, foot }: Joints, p: Point, shoulderWidth: number): number {
  const radii = ([0, 1] as const).map((side) => {
    const thigh = segmentDistance(p, hip[side], knee[side]);
    const shin = segmentDistance(p, knee[side], ankle[side]);
    return Math.min(
      thigh.distance / interpolate(THIGH, thigh.along),
      shin.distance / interpolate(SHIN, shin.along),
      segmentDistance(p, ankle[side], foot[side]).distance / FOOT,
    );
  });
  return Math.min(...radii) / shoulderWidth;
}
