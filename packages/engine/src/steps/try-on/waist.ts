import { type PersonAnalysis, REGIONS } from '../../analysis.ts';
import { add, clamp } from '../../pixels/geometry.ts';
import type { BodyModel } from './body-model.ts';

/** Where the waist is taken to be when the photo does not show it, as a share of the torso. */
const WAIST_ASSUMED = 0.84;

/** Share of the torso at which what is worn below begins, as the photo shows it. */
export function findWaist({ regions }: PersonAnalysis, body: BodyModel): number {
  const lower = REGIONS.indexOf('lower');
  const found: number[] = [];
  for (const aside of [-0.12, 0, 0.12]) {
    for (let share = 0.45; share < 1.25; share += 0.01) {
      const p = add(body.axis(share), body.across, aside * body.shoulderWidth);
      const x = Math.floor(p.x / regions.scale);
      const y = Math.floor(p.y / regions.scale);
      if (x < 0 || y < 0 || x >= regions.width || y >= regions.height) break;
      if (regions.labels[y * regions.width + x] !== lower) continue;
      found.push(share);
      break;
    }
  }
  if (found.length === 0) return WAIST_ASSUMED;
  return clamp(found.sort((a, b) => a - b)[found.length >> 1] - 0.01, 0.5, 0.98);
}
