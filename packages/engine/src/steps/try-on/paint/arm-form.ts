import { clamp } from '../../../pixels/geometry.ts';

/**
 * Brightness factor in the middle of an arm, and its loss towards the sides. Skin in photos of bare arms loses 0.15 to
 * 0.3.
 */
const FACING = 1.05;
const ROUND = 0.24;
/** The hollow of the elbow: its share of the arm, its length, and the brightness it loses. */
const ELBOW = 0.5;
const ELBOW_LENGTH = 0.022;
const HOLLOW = 0.05;
/** The muscles of the upper arm and of the forearm: their places, lengths, and the brightness they add. */
const MUSCLES = [
  { along: 0.24, length: 0.13 },
  { along: 0.64, length: 0.1 },
] as const;
const MUSCLE = 0.03;

/**
 * Brightness factor of a bare arm, 1 on average. `along` is the share of its length, 0 shoulder to 1 wrist; `radii` is
 * the distance from its bone.
 */
export function armForm(along: number, radii: number): number {
  const middle = 1 - clamp(radii);
  const bump = (at: number, length: number) => middle * Math.exp(-(((along - at) / length) ** 2));
  const muscles = MUSCLES.reduce((sum, muscle) => sum + MUSCLE * bump(muscle.along, muscle.length), 0);
  return FACING - ROUND * clamp(radii) ** 2.4 + muscles - HOLLOW * bump(ELBOW, ELBOW_LENGTH);
}
