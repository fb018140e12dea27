import type { BodyFrame } from '../../analysis.ts';

/**
 * Distance of the shoulder joints, in torso lengths, below which a person is turned far aside. Measured: 0.5 and above
 * up to about 40 degrees, less beyond about 50 degrees.
 */
const TURNED_MAX = 0.5;

/** True for a person who is turned so far aside that garments, which are drawn from the front, fit less well. */
export const isTurnedAside = ({ shoulderWidth, torsoLength }: BodyFrame) => shoulderWidth / torsoLength < TURNED_MAX;
