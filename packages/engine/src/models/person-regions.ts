import { type Pose, REGIONS, type Region } from '../analysis.ts';
import { bilinearSteps, resample } from '../pixels/filters.ts';
import { clamp, dot, pixelMiddle, subtract } from '../pixels/geometry.ts';
import { planeOf, sumOf } from '../pixels/planes.ts';
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

/**
 * The classes of the net in the order of its output (`training/person-classes/classes.py`), and the region of each. A
 * dress is `upper` above the waist and `lower` below it.
 */
const REGION_OF_CLASS: Readonly<Record<string, Region | 'dress'>> = {
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
  dress: 'dress',
  shoes: 'shoes',
  bag: 'other',
  scarf: 'other',
  hat: 'other',
  belt: 'other',
  tights: 'lower',
};
const NAMES = Object.keys(REGION_OF_CLASS);
/** Area in pixels of the answer that is added to a sum, so that specks do not count. */
const NOISE = 40;
/** Pixels of the net over which the weight of a close view falls to 0 at its edges. Our estimate. */
const VIEW_EDGE = 8;
/** Weight of each pixel of a close view beside the view of the whole person, 0 to 1. */
const VIEW_WEIGHT = planeOf(REGION_NET_SIZE.width * REGION_NET_SIZE.height, (i) => {
  const { width, height } = REGION_NET_SIZE;
  const [x, y] = [i % width, Math.floor(i / width)];
  return clamp(Math.min(x, y, width - 1 - x, height - 1 - y) / VIEW_EDGE);
});
/** Shares of the trunk, from the shoulders to the hips, between which a dress turns from `upper` to `lower`. */
const DRESS_WAIST = [0.8, 1] as const;

/** The answer of the region net. */
export interface RegionGuess {
  /** Probability of each region in the order of REGIONS, 0 to 1, of the raster's size. They sum to 1 at each pixel. */
  readonly probability: readonly Float32Array[];
  /** Share of bags in `other` at each pixel, 0 to 1, of the raster's size. */
  readonly bag: Float32Array;
  /** Share of a dress among tops, outerwear, bottoms and dresses, 0 to 1. */
  readonly dress: number;
  /** Share of skirts and of dresses below the waist among these and trousers, 0 to 1. */
  readonly skirt: number;
  /** Share of outerwear among the clothes above the waist, 0 to 1. */
  readonly outerwear: number;
}

/**
 * Guesses which part of the person each pixel shows, by a net that learned from street photos and drawings
 * (`training/person-classes`). It sees the whole person. It also looks closer at both ends of a person from head to
 * foot. It answers at 144 × 192 pixels, so edges of its answer are soft.
 */
export async function guessRegions(question: RegionQuestion, net: Net): Promise<RegionGuess> {
  const whole = cropOfPerson(question.matte, question.raster);
  const { planes, ...shares } = await answerIn(whole, question, net);
  const sums = planes.map((plane) => uncrop(plane, question.raster, whole));
  const weights = new Float32Array(sums[0].length).fill(1);
  const body = measureBody(poseIn(whole, question), REGION_NET_SIZE);
  for (const view of closeViews(whole, body)) {
    const close = await answerIn(view, question, net);
    const weight = uncrop(VIEW_WEIGHT, question.raster, view);
    for (const [k, plane] of close.planes.entries()) {
      const seen = uncrop(plane, question.raster, view);
      for (let i = 0; i < seen.length; i++) sums[k][i] += weight[i] * seen[i];
    }
    for (let i = 0; i < weight.length; i++) weights[i] += weight[i];
  }
  for (const sum of sums) for (let i = 0; i < sum.length; i++) sum[i] /= weights[i];
  const [bags, ...probability] = sums;
  const things = probability[REGIONS.indexOf('other')];
  return { probability, bag: planeOf(bags.length, (i) => bags[i] / (things[i] + 1e-6)), ...shares };
}

/** The answer of the net for a crop: bags, then the regions. */
async function answerIn(crop: RegionCrop, question: RegionQuestion, net: Net) {
  const pose = poseIn(crop, question);
  const input = regionNetInput(question, pose, crop);
  const [logits] = await net.run(input, [1, REGION_NET_CHANNELS, REGION_NET_SIZE.height, REGION_NET_SIZE.width]);
  const classes = softmax(logits);
  const { planes, ...shares } = regionsOf(classes, waistLine(pose));
  return { planes: [classes[NAMES.indexOf('bag')], ...planes], ...shares };
}

/** The share of `lower` in a dress at each pixel of the net's answer, by the pose there. */
function waistLine(pose: Pose): (pixel: number) => number {
  const { shoulderCentre, down, torsoLength } = measureBody(pose, REGION_NET_SIZE);
  const [above, below] = DRESS_WAIST;
  return (pixel) => {
    const along = dot(subtract(pixelMiddle(pixel, REGION_NET_SIZE.width), shoulderCentre), down) / torsoLength;
    return clamp((along - above) / (below - above));
  };
}

/** Probabilities of regions from those of classes. */
function regionsOf(classes: readonly Float32Array[], lowerShare: (pixel: number) => number) {
  const [outerwear, trousers, skirts, dress] = ['outerwear', 'trousers', 'skirt', 'dress'].map(
    (name) => classes[NAMES.indexOf(name)],
  );
  const dressBelowWaist = dress.map((share, i) => share * lowerShare(i));
  const planes = REGIONS.map((region) => {
    const parts = classes.filter((_, index) => REGION_OF_CLASS[NAMES[index]] === region);
    if (region === 'lower') parts.push(dressBelowWaist);
    if (region === 'upper') parts.push(dress.map((share, i) => share - dressBelowWaist[i]));
    return planeOf(dress.length, (i) => parts.reduce((sum, part) => sum + part[i], 0));
  });
  const [upper, lower] = [sumOf(planes[REGIONS.indexOf('upper')]), sumOf(planes[REGIONS.indexOf('lower')])];
  const skirt = sumOf(skirts) + sumOf(dressBelowWaist);
  return {
    planes,
    dress: sumOf(dress) / (upper + lower + 1e-6),
    skirt: skirt / (skirt + sumOf(trousers) + NOISE),
    outerwear: sumOf(outerwear) / (upper + NOISE),
  };
}

/** Probabilities of the classes at each pixel from their logits, one plane a class. */
function softmax(logits: Float32Array): Float32Array[] {
  const size = logits.length / NAMES.length;
  const planes = NAMES.map((_, index) => logits.slice(index * size, (index + 1) * size));
  for (let i = 0; i < size; i++) {
    let [highest, sum] = [Number.NEGATIVE_INFINITY, 0];
    for (const plane of planes) highest = Math.max(highest, plane[i]);
    for (const plane of planes) sum += plane[i] = Math.fround(Math.exp(plane[i] - highest));
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
