import { dot, point, segmentDistance, subtract } from '../../../pixels/geometry.ts';
import type { Point } from '../../../pixels/raster.ts';

/** A part of a hand: from a point to another one, in lengths of the hand, and its radius there. */
interface HandPart {
  readonly from: Point;
  readonly to: Point;
  readonly radius: number;
}

const part = (fromX: number, fromY: number, toX: number, toY: number, radius: number): HandPart => ({
  from: point(fromX, fromY),
  to: point(toX, toY),
  radius,
});

/**
 * A relaxed hand from the front: the back of it, four fingers that lie close together, and the thumb towards the body.
 * `x` goes towards the body and `y` from the wrist to the fingertips. Our estimates.
 */
const HAND: readonly HandPart[] = [
  part(0, 0, 0, 0.4, 0.19),
  part(0.12, 0.42, 0.13, 0.82, 0.063),
  part(0.02, 0.44, 0.02, 0.93, 0.066),
  part(-0.08, 0.43, -0.085, 0.87, 0.061),
  part(-0.15, 0.38, -0.165, 0.73, 0.052),
  part(0.14, 0.14, 0.25, 0.5, 0.062),
];

/** A hand at the end of an arm. */
interface HangingHand {
  readonly wrist: Point;
  /** Unit vectors from the wrist to the fingertips and, across the hand, towards the body. */
  readonly toFingers: Point;
  readonly toBody: Point;
  /** Pixels from the wrist to the fingertips. */
  readonly length: number;
}

/** Depth of a point within the outline of a hand, in pixels; negative outside. */
export function depthInHand({ wrist, toFingers, toBody, length }: HangingHand, p: Point): number {
  const offset = subtract(p, wrist);
  const place = point(dot(offset, toBody) / length, dot(offset, toFingers) / length);
  const depths = HAND.map(({ from, to, radius }) => radius - segmentDistance(place, from, to).distance);
  return length * Math.max(...depths);
}
