import { REGIONS, type RegionMap, type SkinModel } from '../../analysis.ts';
import type { RegionGuess } from '../../models/person-regions.ts';
import { colourHistogram, likenessOf } from '../../pixels/colour-histogram.ts';
import { findComponents } from '../../pixels/components.ts';
import { clamp } from '../../pixels/geometry.ts';
import { guidedFilter } from '../../pixels/guided-filter.ts';
import type { LabPlanes } from '../../pixels/lab.ts';
import { planeOf, sumOf } from '../../pixels/planes.ts';
import type { Raster } from '../../pixels/raster.ts';
import { type CollarInput, findCollarLining } from './collar-lining.ts';
import { type DressInput, divideDress, NOISE } from './dress-or-top.ts';
import { enclosedPieces } from './enclosed-pieces.ts';
import { eachRegion } from './region-planes.ts';
import { seamlessPieces } from './seamless-pieces.ts';
import { skinDistance } from './skin-model.ts';

/**
 * Rounds that learn the colours of the parts from the previous round, weight of the colours against the net, and bound
 * of their log odds. More than two rounds change little (`npm run bench:persons`).
 */
const ROUNDS = 2;
const COLOUR_WEIGHT = 0.9;
const COLOUR_MAX = 2.5;
/** Colour evidence for a part with too few pixels for a histogram. */
const ABSENT = Math.exp(-COLOUR_WEIGHT * COLOUR_MAX);
/** Skin distances: up to UNLIKE_SKIN a colour counts fully as skin, and from UNLIKE_SKIN_MAX least. */
const UNLIKE_SKIN = 5;
const UNLIKE_SKIN_MAX = 16;
/** Least probability of a part from the net, so that colours can still outweigh the net. */
const PROBABILITY_MIN = 1e-3;
/**
 * Weight of the pixels of like colour around a pixel against its own probability. Radius in pixels of the map, and
 * variance, of the guided filter that finds them. Weights of 4 to 10, radii of 8 to 24 and variances up to 0.01 score
 * the same within 0.2 % (`npm run score -- --only regions`).
 */
const PAIRWISE_WEIGHT = 6;
const KERNEL_RADIUS = 16;
const KERNEL_VARIANCE = 1e-3;
/** Radius in pixels of the map and variance of the guided filter that aligns the parts with the picture's edges. */
const GUIDE_RADIUS = 4;
const GUIDE_VARIANCE = 4e-4;
/** Least total weight of a part for a histogram of its colours. */
const HISTOGRAM_WEIGHT_MIN = 60;
/** Least matte of a pixel whose colour is the person's alone. */
const SOLID = 0.8;
/**
 * Area of hair, in squares of shoulder widths, below which a piece beside the neck may be the dark inside of a collar.
 * The collars of `test/photos/collars.test.ts` have up to 0.02.
 */
const TUFT_MAX = 0.02;
/**
 * Least share of a dress among the clothes by the net, and least overlap of the colours above and below the waist, for
 * a dress. Of 189 labelled test people, 19 of 35 in dresses have more of both, and 10 of 154 others.
 */
const DRESS_MIN = 0.3;
const SHARED_MIN = 0.35;
/**
 * Least share of skirts and dresses below the waist, by the net, for a skirt. It is right for 161 of 189 labelled test
 * people. Thirteen of the others wear trousers.
 */
const SKIRT_MIN = 0.6;
/**
 * Least share of outerwear among the clothes above the waist, by the net, for a coat or a jacket. It is right for 157
 * of 189 labelled test people.
 */
const OUTERWEAR_MIN = 0.5;

/** Regions that hems of trousers and skirts border on. */
const BESIDE_HEMS = (['background', 'shoes'] as const).map((region) => REGIONS.indexOf(region));

/** The parts of a person: all regions but the first, the background, which the matte gives. */
const PARTS = REGIONS.filter((region) => region !== 'background');
type Part = (typeof PARTS)[number];

/** Input of the division; all planes have the size of the map. */
export interface RegionInput {
  /** The photo, `scale` times smaller than the analysed raster. */
  readonly raster: Raster;
  readonly lab: LabPlanes;
  /** Histogram bin of the colour of each pixel of the map. */
  readonly bins: Int32Array;
  readonly matte: Float32Array;
  readonly scale: number;
  readonly skin: SkinModel;
  /** In pixels of the analysed raster, from the corner of the photo. */
  readonly frame: CollarInput['frame'] & DressInput['frame'];
}

/**
 * Divides a person into regions. The net's guess gives their places; their colours and the picture's edges refine them.
 */
export function segmentRegions(input: RegionInput, guess: RegionGuess): RegionMap {
  const { probability, isTop, skirt } = divideDress(input, guess);
  const probabilities = sharpen(input, probability);
  giveEnclosed(probabilities, input.matte, input.raster);
  giveSeamless(probabilities, input);
  giveLiningToTop(probabilities, input);
  const { bag, dress, outerwear } = guess.classes;
  const planeFor = (part: Part) => probability[REGIONS.indexOf(part)];
  const [upper, lower, things] = [sumOf(planeFor('upper')), sumOf(planeFor('lower')), planeFor('other')];
  const isDress =
    !isTop && sumOf(dress) > DRESS_MIN * (upper + lower) && sharedColours(input, probabilities) > SHARED_MIN;
  const { width, height } = input.raster;
  return {
    width,
    height,
    scale: input.scale,
    labels: mostProbable(probabilities, input.matte),
    probability: withinMatte(probabilities, input),
    bag: { width, height, data: planeOf(bag.length, (i) => bag[i] / (things[i] + 1e-6)) },
    wearsDress: isDress,
    wearsSkirt: isDress || skirt > SKIRT_MIN,
    wearsOuterwear: sumOf(outerwear) > OUTERWEAR_MIN * (upper + NOISE),
  };
}

/**
 * Overlap of the colour histograms of the garments above and below the waist (Swain and Ballard, 1991), 0 to 1. It is 1
 * if one of them has too few pixels.
 */
function sharedColours({ matte, bins }: RegionInput, probabilities: readonly Float32Array[]): number {
  const [above, below] = (['upper', 'lower'] as const).map((part) =>
    coloursOf(bins, matte, probabilities[PARTS.indexOf(part)]),
  );
  return above && below ? likenessOf(above, below) : 1;
}

/** Histogram of a part's colours where only the person shows; null for too few pixels. */
function coloursOf(bins: Int32Array, matte: Float32Array, part: Float32Array): Float32Array | null {
  const weights = new Float32Array(part.length);
  for (let i = 0; i < weights.length; i++) if (matte[i] > SOLID) weights[i] = part[i];
  return colourHistogram(bins, weights, HISTOGRAM_WEIGHT_MIN);
}

/** Probabilities of the parts, one plane each, in the order of PARTS. */
function sharpen({ raster, lab, bins, matte, skin }: RegionInput, guess: readonly Float32Array[]): Float32Array[] {
  const size = matte.length;
  const priors = PARTS.map((part) => guess[REGIONS.indexOf(part)].map((value) => Math.max(value, PROBABILITY_MIN)));
  const bare = priors[PARTS.indexOf('skin')];
  for (let i = 0; i < size; i++) bare[i] *= skinLikeness(skinDistance(skin, lab.l[i], lab.a[i], lab.b[i]));
  let probabilities: readonly Float32Array[] = priors;
  for (let round = 0; round < ROUNDS; round++) {
    const evidence = colourEvidence(probabilities.map((plane) => coloursOf(bins, matte, plane)));
    probabilities = priors.map((prior, part) => {
      const plane = new Float32Array(size);
      const said = evidence[part];
      for (let i = 0; i < size; i++) if (matte[i] > 0.01) plane[i] = prior[i] * (said ? said[bins[i]] : ABSENT);
      return plane;
    });
    normalise(probabilities);
  }
  const guide = guidedFilter(raster, GUIDE_RADIUS, GUIDE_VARIANCE);
  const aligned = meanFieldRound(raster, probabilities).map((plane) => guide(plane));
  normalise(aligned);
  return aligned;
}

/**
 * Lets pixels of like colour near each other agree on their part, so that small pieces join the cloth around them. It
 * is one round of the mean field of a conditional random field (Krähenbühl and Koltun, 2011). Its kernel is a guided
 * filter.
 */
function meanFieldRound(raster: Raster, probabilities: readonly Float32Array[]): readonly Float32Array[] {
  const around = guidedFilter(raster, KERNEL_RADIUS, KERNEL_VARIANCE);
  const agreed = probabilities.map((plane) => {
    const others = around(plane);
    return planeOf(plane.length, (i) => plane[i] * Math.exp(PAIRWISE_WEIGHT * others[i]));
  });
  normalise(agreed);
  return agreed;
}

/**
 * Factor for the probability of skin, from 1 down to exp(−3), by the distance of the colour from the skin model. It
 * separates sleeves from bare arms.
 */
function skinLikeness(distance: number): number {
  return Math.exp(-3 * clamp((distance - UNLIKE_SKIN) / (UNLIKE_SKIN_MAX - UNLIKE_SKIN)));
}

/**
 * Likelihood of each colour in each part, divided by its mean over the parts, weighted and bounded. Null for a part
 * with too few pixels.
 */
function colourEvidence(histograms: readonly (Float32Array | null)[]): (Float32Array | null)[] {
  const present = histograms.filter((histogram) => histogram !== null);
  return histograms.map(
    (histogram) =>
      histogram?.map((share, bin) => {
        let mean = 0;
        for (const other of present) mean += other[bin] / present.length;
        const said = Math.log((share + 1e-6) / (mean + 1e-6));
        return Math.exp(COLOUR_WEIGHT * Math.max(-COLOUR_MAX, Math.min(COLOUR_MAX, said)));
      }) ?? null,
  );
}

/** Makes the parts of each pixel sum to 1. */
function normalise(planes: readonly Float32Array[]): void {
  const [{ length }] = planes;
  for (let i = 0; i < length; i++) {
    let sum = 1e-6;
    for (const plane of planes) sum += plane[i];
    for (const plane of planes) plane[i] /= sum;
  }
}

/** Index in REGIONS of the likeliest part of each pixel within the matte; 0, the background, elsewhere. */
function mostProbable(probabilities: readonly Float32Array[], matte: Float32Array): Uint8Array {
  const labels = new Uint8Array(matte.length);
  for (let i = 0; i < labels.length; i++) {
    if (matte[i] < 0.5) continue;
    let best = 0;
    for (let part = 1; part < probabilities.length; part++)
      if (probabilities[part][i] > probabilities[best][i]) best = part;
    labels[i] = best + 1;
  }
  return labels;
}

/**
 * Gives pieces of a garment within the other one to that one, such as the pocket of a top. Pieces of a top between
 * trousers, or a skirt, and the ground or the shoes are hems.
 */
function giveEnclosed(probabilities: readonly Float32Array[], matte: Float32Array, size: Raster): void {
  for (const part of ['upper', 'lower'] as const) {
    const other = part === 'upper' ? 'lower' : 'upper';
    const labels = mostProbable(probabilities, matte);
    const ignored = part === 'upper' ? BESIDE_HEMS : [];
    const enclosed = enclosedPieces(labels, REGIONS.indexOf(part), REGIONS.indexOf(other), size, ignored);
    moveProbability(probabilities, enclosed, part, other);
  }
}

/** Gives what counts as a thing to the top if the cloth of the top goes on across their border. */
function giveSeamless(probabilities: readonly Float32Array[], { matte, lab }: RegionInput): void {
  const labels = mostProbable(probabilities, matte);
  const pieces = seamlessPieces(labels, REGIONS.indexOf('other'), REGIONS.indexOf('upper'), lab);
  moveProbability(probabilities, pieces, 'other', 'upper');
}

/** Moves the probability of one part to another where a mask is not 0. */
function moveProbability(probabilities: readonly Float32Array[], mask: Uint8Array, part: Part, other: Part): void {
  const [from, to] = [probabilities[PARTS.indexOf(part)], probabilities[PARTS.indexOf(other)]];
  for (let i = 0; i < mask.length; i++) {
    if (!mask[i]) continue;
    to[i] += from[i];
    from[i] = 0;
  }
}

/** Moves the inside of a standing collar to the top, so that it leaves with the top. */
function giveLiningToTop(
  probabilities: readonly Float32Array[],
  { raster: { width, height }, matte, frame, scale }: RegionInput,
): void {
  const labels = mostProbable(probabilities, matte);
  const [top, other, hair] = [REGIONS.indexOf('upper'), REGIONS.indexOf('other'), REGIONS.indexOf('hair')];
  const pieces = findComponents(labels, width, height);
  const tuftMax = TUFT_MAX * (frame.shoulderWidth / scale) ** 2;
  const lining = findCollarLining({
    width,
    height,
    frame,
    scale,
    isOther: (i) => labels[i] === other || (labels[i] === hair && pieces.sizes[pieces.labels[i]] < tuftMax),
    isTop: (i) => labels[i] === top,
  });
  moveProbability(probabilities, lining, 'other', 'upper');
  moveProbability(probabilities, lining, 'hair', 'upper');
}

/** The share of each region within the matte. Changes the planes. */
function withinMatte(
  parts: readonly Float32Array[],
  { raster: { width, height }, matte }: RegionInput,
): RegionMap['probability'] {
  for (const plane of parts) for (let i = 0; i < plane.length; i++) plane[i] *= matte[i];
  return eachRegion((region) => ({
    width,
    height,
    data: region === 'background' ? planeOf(matte.length, (i) => 1 - matte[i]) : parts[PARTS.indexOf(region)],
  }));
}
