import { clamp, distance, mix } from '../../../pixels/geometry.ts';
import { type LandmarkGuess, sleeveShares } from '../landmarks/landmarks.ts';
import type { SleeveShares } from './garment-kind.ts';

/**
 * Length at which a garment with sleeves is as likely a dress as a top, in widths between its shoulders. A mannequin
 * narrows the chest of a garment, but not its shoulders. Of 256 training photos, nine tenths of the tops have 0.9 to
 * 1.6, and of the dresses 1.5 to 2.8.
 */
const EVEN_LENGTH = 1.68;
/** Growth of the log odds of a dress by a width between the shoulders, by logistic regression on these photos. */
const SLOPE = 6;
/** Greatest log odds: a length alone does not outweigh a sure photo. */
const LOG_ODDS_MAX = 3;

/**
 * Odds of a dress against a top by the length of a garment, from exp(−3) to exp(3). They are even for a garment that
 * surely has no sleeves, because straps lie at any distance.
 */
export function dressOdds(guess: LandmarkGuess, usual: SleeveShares): number {
  const { points } = guess;
  const shoulders = distance(points.shoulderLeft, points.shoulderRight);
  const length = distance(
    mix(points.shoulderLeft, points.shoulderRight, 0.5),
    mix(points.hemLeft, points.hemRight, 0.5),
  );
  const logOdds = SLOPE * (length / Math.max(1, shoulders) - EVEN_LENGTH);
  return Math.exp((1 - sleeveShares(guess, usual).none) * clamp(logOdds, -LOG_ODDS_MAX, LOG_ODDS_MAX));
}
