import { REGIONS, type Region } from '../analysis.ts';
import { bilinearSteps, resample } from '../pixels/filters.ts';
import { clamp } from '../pixels/geometry.ts';
import { planeOf } from '../pixels/planes.ts';
import type { Size } from '../pixels/raster.ts';
import { measureBody } from '../steps/person/body-frame.ts';
import {
  closeViews,
  cropOfPerson,
  poseIn,
  REGION_NET_CHANNELS,
  REGION_NET_SIZE,
  type RegionCrop,
  type RegionQuestion,
  regionNetInput,
} from './person-regions-input.ts';
import type { Net } from './sessions.ts';

/** The classes of the net in the order of its output (`training/person-classes/classes.py`), and the region of each. */
const REGION_OF_CLASS: Readonly<Record<string, Region | null>> = {
  background: 'background',
  hair: 'hair',
  face: 'skin',
  torso: 'skin',
  arms: 'skin',
  legs: 'skin',
  top: 'upper',
  outerwear: 'upper',
  trousers: 'lower',
  skirt: 'lower',
  dress: null,
  shoes: 'shoes',
  bag: 'other',
  scarf: 'other',
  hat: 'other',
  belt: 'other',
  tights: 'lower',
};
const NAMES = Object.keys(REGION_OF_CLASS);
/**
 * Factor of the probability of each class. The loss of the training counts things 1.2 to 2 times as much as tops, so
 * the net finds too many. The factor raises the overlap of `other` with the labels of 189 test people from 58.3 to
 * 58.8 %. On half bodies it rises from 50.4 to 51.3 %.
 */
const PRIORS = NAMES.map((name) => (REGION_OF_CLASS[name] === 'other' ? 1 / 1.5 : 1));
/** Pixels of the net over which the weight of a close view falls to 0 at its edges. Our estimate. */
const VIEW_EDGE = 8;
/** Weight of each pixel of a close view beside the view of the whole person, 0 to 1. */
const VIEW_WEIGHT = planeOf(REGION_NET_SIZE.width * REGION_NET_SIZE.height, (i) => {
  const { width, height } = REGION_NET_SIZE;
  const [x, y] = [i % width, Math.floor(i / width)];
  return clamp(Math.min(x, y, width - 1 - x, height - 1 - y) / VIEW_EDGE);
});
/** Classes that tell more than their region: what may be carried, and what kind of clothes a person wears. */
const TOLD = ['bag', 'outerwear', 'skirt', 'dress', 'tights'] as const;
type ToldClass = (typeof TOLD)[number];

/** The answer of the region net. All planes have the raster's size, and values from 0 to 1. */
export interface RegionGuess {
  /** Probability of each region in the order of REGIONS. With that of a dress they sum to 1 at each pixel. */
  readonly probability: readonly Float32Array[];
  /** Probability of some classes. Each but the dress is a part of its region. */
  readonly classes: Readonly<Record<ToldClass, Float32Array>>;
}

/**
 * Guesses which part of the person each pixel shows, by a net that learned from street photos and drawings
 * (`training/person-classes`). It sees the whole person. It also looks closer at both ends of a person from head to
 * foot. It answers at 144 × 192 pixels, so edges of its answer are soft.
 */
export async function guessRegions(question: RegionQuestion, net: Net): Promise<RegionGuess> {
  const whole = cropOfPerson(question.matte, question.raster);
  const planes = await answerIn(whole, question, net);
  const sums = planes.map((plane) => uncrop(plane, question.raster, whole));
  const weights = new Float32Array(sums[0].length).fill(1);
  const body = measureBody(poseIn(whole, question), REGION_NET_SIZE);
  for (const view of closeViews(whole, body)) {
    const weight = uncrop(VIEW_WEIGHT, question.raster, view);
    for (const [k, plane] of (await answerIn(view, question, net)).entries()) {
      const seen = uncrop(plane, question.raster, view);
      for (let i = 0; i < seen.length; i++) sums[k][i] += weight[i] * seen[i];
    }
    for (let i = 0; i < weight.length; i++) weights[i] += weight[i];
  }
  for (const sum of sums) for (let i = 0; i < sum.length; i++) sum[i] /= weights[i];
  return { probability: sums.slice(TOLD.length), classes: byClass((name) => sums[TOLD.indexOf(name)]) };
}

/** A plane for each class of a guess. */
export const byClass = (plane: (name: ToldClass) => Float32Array): RegionGuess['classes'] => ({
  bag: plane('bag'),
  outerwear: plane('outerwear'),
  skirt: plane('skirt'),
  dress: plane('dress'),
  tights: plane('tights'),
});

/** The answer of the net for a crop: the classes of {@link TOLD}, then the regions. */
async function answerIn(crop: RegionCrop, question: RegionQuestion, net: Net): Promise<Float32Array[]> {
  const input = regionNetInput(question, poseIn(crop, question), crop);
  const [logits] = await net.run(input, [1, REGION_NET_CHANNELS, REGION_NET_SIZE.height, REGION_NET_SIZE.width]);
  const classes = softmax(logits);
  const regions = REGIONS.map((region) => {
    const parts = classes.filter((_, index) => REGION_OF_CLASS[NAMES[index]] === region);
    return planeOf(classes[0].length, (i) => parts.reduce((sum, part) => sum + part[i], 0));
  });
  return [...TOLD.map((name) => classes[NAMES.indexOf(name)]), ...regions];
}

/** Probabilities of the classes at each pixel from their logits and {@link PRIORS}, one plane a class. */
function softmax(logits: Float32Array): Float32Array[] {
  const size = logits.length / NAMES.length;
  const planes = NAMES.map((_, index) => logits.slice(index * size, (index + 1) * size));
  for (let i = 0; i < size; i++) {
    let [highest, sum] = [Number.NEGATIVE_INFINITY, 0];
    for (const plane of planes) highest = Math.max(highest, plane[i]);
    for (let k = 0; k < planes.length; k++)
      sum += planes[k][i] = Math.fround(PRIORS[k] * Math.exp(planes[k][i] - highest));
    for (const plane of planes) plane[i] /= sum;
  }
  return planes;
}

/**
 * Resizes a plane of the net to the photo, bilinearly. Pixels outside the crop take the value of the nearest pixel of
 * it.
 */
function uncrop(plane: Float32Array, { width, height }: Size, { scale, left, top }: RegionCrop): Float32Array {
  const net = REGION_NET_SIZE;
  const rows = bilinearSteps(height, net.height, scale, top);
  return resample(plane, net.width, bilinearSteps(width, net.width, scale, left), rows);
}
