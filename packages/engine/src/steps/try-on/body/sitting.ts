import type { Joints } from './joints.ts';

/**
 * Least height of the hips over the higher knee, in torso lengths, for trousers, and for shorts, skirts and dresses.
 * Measured: 0.49 and above for 58 people who stand or walk; 0.13 and −0.43 for people who sit, where long trousers fit
 * the first only.
 */
export const UNDER_HIPS_MIN = { long: 0, short: 0.35 } as const;

/** True if a knee lies so little below the hips that the lap bends hanging cloth. */
export function sits(joints: Joints, torsoLength: number): boolean {
  return underHipsOf(joints, torsoLength) < UNDER_HIPS_MIN.short;
}

/** Height of the hips over the higher knee, in torso lengths; infinite if the picture does not show the knees. */
export function underHipsOf({ hip, knee, kneesSeen }: Joints, torsoLength: number): number {
  if (!kneesSeen) return Number.POSITIVE_INFINITY;
  return Math.min(...[0, 1].map((side) => knee[side].y - hip[side].y)) / torsoLength;
}
