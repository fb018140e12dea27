import { REGIONS } from '../../../analysis.ts';
import { sumOf } from '../../../pixels/planes.ts';
import { EngineRejection } from '../../../rejection.ts';
import type { DrawnGarment } from '../draw/draw.ts';
import type { GarmentFit } from '../fit/fit.ts';
import { BECOMES } from '../paint/beneath.ts';
import type { Uncovered } from '../paint/uncovered.ts';
import type { Scene } from '../scene.ts';

/** What a try-on is judged by. Areas are in squares of the shoulders' width. */
export interface Measures {
  /** Area of painted background. */
  readonly background: number;
  /** Area of painted trousers or skirt. */
  readonly lower: number;
  /** Doubt of the detector of people, 0 to 1. */
  readonly person: number;
  /** Share of the garment's trunk without cloth of its photo, 0 to 1. */
  readonly invented: number;
  /** Expected share of replaced trousers or skirt that counts as another part, 0 to 1; 0 if they stay. */
  readonly mistaken: number;
  /** 1 for a top or a dress on a person in a coat or a jacket, 0 for others. */
  readonly coat: number;
}

/** What a measure adds to the log odds of a bad picture for each unit, its mean, and what would lower it. */
interface Weight {
  readonly measure: keyof Measures;
  readonly weight: number;
  readonly mean: number;
  readonly advice: string;
}

const CLOSER_CLOTHES = 'Use a photo of the person without a coat, in closer clothes.';

/** Weights by logistic regression on 268 judged try-ons (`training/try-on-judge`). */
const WEIGHTS: readonly Weight[] = [
  { measure: 'background', weight: 0.87, mean: 0.37, advice: CLOSER_CLOTHES },
  { measure: 'lower', weight: 2.18, mean: 0.05, advice: CLOSER_CLOTHES },
  { measure: 'coat', weight: 0.657, mean: 0.31, advice: CLOSER_CLOTHES },
  {
    measure: 'person',
    weight: 9.05,
    mean: 0.04,
    advice: 'Use a photo of the person facing the camera, with the head and both arms in it.',
  },
  {
    measure: 'invented',
    weight: 10.8,
    mean: 0.02,
    advice: 'Use a photo of the garment alone, spread out flat.',
  },
  {
    measure: 'mistaken',
    weight: 13.7,
    mean: 0.02,
    advice: 'Use a photo of the person in trousers or a skirt of another colour than the top and the bag.',
  },
];
const BIAS = -2.46;

/** Chance of a bad picture above which the engine refuses. Of 26 pictures above it, 17 were bad and none good. */
const CHANCE_MAX = 0.6;

/** Measures a scene in a drawn garment. */
export function measureQuality(
  { person, body, placement }: Pick<Scene, 'person' | 'body' | 'placement'>,
  { replaces }: Pick<GarmentFit, 'replaces'>,
  { invented }: Pick<DrawnGarment, 'invented'>,
  { becomes }: Pick<Uncovered, 'becomes'>,
): Measures {
  const square = (body.shoulderWidth * placement.scale) ** 2;
  const areaOf = (kind: number) => becomes.reduce((count, becoming) => count + Number(becoming === kind), 0) / square;
  const { pose, regions } = person;
  const { data: lower } = regions.probability.lower;
  const isOther = (i: number) => regions.labels[i] !== REGIONS.indexOf('lower');
  const elsewhere = lower.reduce((sum, share, i) => sum + (isOther(i) ? share : 0), 0);
  return {
    background: areaOf(BECOMES.background),
    lower: areaOf(BECOMES.lower),
    person: 1 - pose.detectionScore,
    invented,
    mistaken: replaces === 'lower' || replaces === 'both' ? elsewhere / (sumOf(lower) + 1) : 0,
    coat: regions.wearsOuterwear && replaces !== 'lower' ? 1 : 0,
  };
}

/** Chance that a person calls the picture bad, 0 to 1. */
export function chanceOfFault(measures: Measures): number {
  const odds = WEIGHTS.reduce((sum, { measure, weight }) => sum + weight * measures[measure], BIAS);
  return 1 / (1 + Math.exp(-odds));
}

/** Throws EngineRejection for a picture that is likely bad. The message names the input that would help most. */
export function rejectFaulty(measures: Measures): void {
  if (chanceOfFault(measures) <= CHANCE_MAX) return;
  const excess = ({ measure, weight, mean }: Weight) => weight * (measures[measure] - mean);
  const { advice } = WEIGHTS.reduce((a, b) => (excess(b) > excess(a) ? b : a));
  throw new EngineRejection(`The engine would hardly make a good picture of these photos together. ${advice}`);
}
