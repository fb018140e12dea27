import { REGIONS } from '../../../analysis.ts';
import { sumOf } from '../../../pixels/planes.ts';
import { EngineRejection } from '../../../rejection.ts';
import type { DrawnGarment } from '../draw/draw.ts';
import type { GarmentFit } from '../fit/fit.ts';
import { BECOMES } from '../paint/beneath.ts';
import type { Uncovered } from '../paint/uncovered.ts';
import type { Scene } from '../scene.ts';
import { showsLower } from './hidden-limbs.ts';

/** What a try-on is judged by. Areas are in squares of the shoulders' width. */
export interface Measures {
  /** Area of painted background. */
  readonly background: number;
  /** Area of painted trousers or skirt. */
  readonly lower: number;
  /** 1 for a top or a dress in place of the clothes of a person in a coat or a jacket, 0 for others. */
  readonly coat: number;
  /** Doubt of the detector of people, 0 to 1. */
  readonly person: number;
  /** Share of the trunk of a garment with sleeves that its photo does not show, 0 to 1; 0 for other garments. */
  readonly invented: number;
  /** Expected share of replaced trousers or skirt that counts as another part, 0 to 1; 0 if they hardly show. */
  readonly mistaken: number;
}

/** What a measure adds to the log odds of a bad picture. */
interface Weight {
  readonly measure: keyof Measures;
  /** Log odds for each unit. */
  readonly weight: number;
  /** Mean of the judged try-ons, and their 99th percentile, beyond which nothing is known. */
  readonly mean: number;
  readonly most: number;
  /** The input that would lower the measure. */
  readonly advice: string;
}

const CLOSER_CLOTHES = 'Use a photo of the person without a coat, in closer clothes.';

/** Weights by logistic regression on 237 judged try-ons (`training/try-on-judge`). */
const WEIGHTS: readonly Weight[] = [
  { measure: 'background', weight: 0.982, mean: 0.38, most: 1.86, advice: CLOSER_CLOTHES },
  { measure: 'lower', weight: 3.36, mean: 0.04, most: 0.66, advice: CLOSER_CLOTHES },
  { measure: 'coat', weight: 0.852, mean: 0.32, most: 1, advice: CLOSER_CLOTHES },
  {
    measure: 'person',
    weight: 12.8,
    mean: 0.04,
    most: 0.112,
    advice: 'Use a photo of the person facing the camera, with the head and both arms in it.',
  },
  {
    measure: 'invented',
    weight: 7.11,
    mean: 0.015,
    most: 0.113,
    advice: 'Use a photo of the garment alone, spread out flat.',
  },
  {
    measure: 'mistaken',
    weight: 16.5,
    mean: 0.023,
    most: 0.212,
    advice: 'Use a photo of the person in trousers or a skirt of another colour than the top and the bag.',
  },
];
const BIAS = -2.87;

/** Chance of a bad picture above which the engine refuses. Of 20 judged ones above it, 14 were bad and none good. */
const CHANCE_MAX = 0.65;

/** Measures a scene in a drawn garment. */
export function measureQuality(
  { person, body, placement }: Pick<Scene, 'person' | 'body' | 'placement'>,
  { replaces }: Pick<GarmentFit, 'replaces'>,
  { invented }: Pick<DrawnGarment, 'invented'>,
  { becomes }: Pick<Uncovered, 'becomes'>,
): Measures {
  const square = (body.shoulderWidth * placement.scale) ** 2;
  const counts = new Uint32Array(Object.keys(BECOMES).length);
  for (const kind of becomes) counts[kind]++;
  const { pose, regions } = person;
  const { data: lower } = regions.probability.lower;
  const isOther = (i: number) => regions.labels[i] !== REGIONS.indexOf('lower');
  const elsewhere = lower.reduce((sum, share, i) => sum + (isOther(i) ? share : 0), 0);
  const takesLower = (replaces === 'lower' || replaces === 'both') && showsLower(person);
  return {
    background: counts[BECOMES.background] / square,
    lower: counts[BECOMES.lower] / square,
    coat: regions.wearsOuterwear && (replaces === 'upper' || replaces === 'both') ? 1 : 0,
    person: 1 - pose.detectionScore,
    invented,
    mistaken: takesLower ? elsewhere / sumOf(lower) : 0,
  };
}

/** Chance that a judge would call the picture bad, 0 to 1. */
export function chanceOfBad(measures: Measures): number {
  const odds = WEIGHTS.reduce((sum, weight) => sum + oddsOf(weight, measures), BIAS);
  return 1 / (1 + Math.exp(-odds));
}

/** Throws EngineRejection for a picture that is likely bad. The message names the input that would help most. */
export function rejectLikelyBad(measures: Measures): void {
  if (chanceOfBad(measures) <= CHANCE_MAX) return;
  const excess = (weight: Weight) => oddsOf(weight, measures) - weight.weight * weight.mean;
  const { advice } = WEIGHTS.reduce((a, b) => (excess(b) > excess(a) ? b : a));
  throw new EngineRejection(`The engine would hardly make a good picture of these photos together. ${advice}`);
}

const oddsOf = ({ measure, weight, most }: Weight, measures: Measures) => weight * Math.min(measures[measure], most);
