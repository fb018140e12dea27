import type { PersonAnalysis } from '../../../analysis.ts';
import { add, clamp } from '../../../pixels/geometry.ts';
import { regionAt } from '../../person/region-at.ts';
import type { BodyModel } from './body-model.ts';

/** Assumed place of the waist if the photo hides it, as a share of the torso. */
const WAIST_ASSUMED = 0.84;

/** Sampled distances from the middle, in half widths of the body. */
const COLUMNS = [-0.8, -0.6, -0.4, -0.2, 0, 0.2, 0.4, 0.6, 0.8];
/** Quantile of the measured heights, from the highest, and a rise on top of it as a share of the torso. */
const HIGH = 0.25;
const RAISED = 0.03;

/**
 * The share of the torso where the lower garment begins. It is nearly the highest place in the photo. A top hides a
 * waistband that is too high, but a gap below it would have to be invented.
 */
export function findWaist({ regions }: PersonAnalysis, body: BodyModel): number {
  const found: number[] = [];
  for (const aside of COLUMNS) {
    for (let share = 0.45; share < 1.25; share += 0.01) {
      const region = regionAt(
        regions,
        add(body.axis(share), body.across, aside * body.halfWidth(share, aside > 0 ? 1 : 0)),
      );
      if (region === null) break;
      if (region !== 'lower') continue;
      found.push(share);
      break;
    }
  }
  if (found.length === 0) return WAIST_ASSUMED;
  return clamp(found.sort((a, b) => a - b)[Math.floor(found.length * HIGH)] - RAISED, 0.5, 0.98);
}
