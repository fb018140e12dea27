import { type BodyFrame, REGIONS, type RegionMap, type SkinModel } from '../../analysis.ts';
import { checkpointAt } from '../../checkpoint.ts';
import type { RegionGuess } from '../../models/person-regions.ts';
import { colourHistogram } from '../../pixels/colour-histogram.ts';
import { findComponents } from '../../pixels/components.ts';
import { clamp } from '../../pixels/geometry.ts';
import { guidedFilter } from '../../pixels/guided-filter.ts';
import type { LabPlanes } from '../../pixels/lab.ts';
import { maskOf, planeOf } from '../../pixels/planes.ts';
import type { Plane, Raster } from '../../pixels/raster.ts';
import { findCollarLining } from './collar-lining.ts';
import { skinDistance } from './skin-model.ts';

/**
 * Rounds of learning the colours of the parts from the last round's answer, their weight beside the net, and the limit
 * of that weight. Rounds beyond the second change little (`npm run bench:persons`).
 */
const ROUNDS = 2;
const COLOUR_WEIGHT = 0.9;
const COLOUR_MAX = 2.5;
/** What takes the place of the colours' word for a part that is hardly there. */
const ABSENT = Math.exp(-COLOUR_WEIGHT * COLOUR_MAX);
/** Distances from the skin model at which a colour begins to speak against skin, and from which it says no more. */
const UNLIKE_SKIN = 5;
const UNLIKE_SKIN_MAX = 16;
/** Least probability believed of the net. */
const PROBABILITY_MIN = 1e-3;
/** The guided filter that lets the parts follow the picture's edges: radius in pixels of the map, variance. */
const GUIDE_RADIUS = 4;
const GUIDE_VARIANCE = 4e-4;
/** Weight a part's colours need to count; a part with less is hardly there. */
const HISTOGRAM_WEIGHT_MIN = 60;
/** Coverage from which a pixel's colour is the person's own. */
const SOLID = 0.8;
/** Parts of a region smaller than this share of the map are taken for noise. */
const SPECK_SHARE = 0.0012;
const SHOE_PIXELS_MIN = 60;
/**
 * Hair that stands alone beside the neck and is smaller than this is the dark inside of a collar; in squares of
 * shoulder widths.
 */
const TUFT_MAX = 0.004;
/** Probability from which the net is believed that a dress is worn. */
const DRESS_MIN = 0.5;
/**
 * Share of their colours that two halves of a dress have in common at least: on street photos 0.49 to 0.86, tops and
 * skirts 0.25.
 */
const SHARED_MIN = 0.35;
/**
 * The same two if the region below the waist is only a hem, a strip within these shares of the top's area: a short
 * dress read as a top. Of 61 people the one in such a dress has 0.33, 0.60 and 0.09. Others with such a strip share at
 * most 0.47 and 0.35.
 */
const SHORT_DRESS_MIN = 0.25;
const SHORT_SHARED_MIN = 0.5;
const HEM_MIN = 0.03;
const HEM_MAX = 0.15;

/** The parts of a person; the matte tells the background. */
const PARTS = REGIONS.filter((region) => region !== 'background');

/** What the division starts from; all planes have the size of the map. */
export interface RegionInput {
  /** The photo, `scale` times smaller than the analysed raster. */
  readonly raster: Raster;
  readonly lab: LabPlanes;
  /** Histogram bin of the colour of each pixel of the map. */
  readonly bins: Int32Array;
  readonly matte: Float32Array;
  readonly scale: number;
  readonly skin: SkinModel;
  /** Pixels of the analysed raster. */
  readonly frame: BodyFrame;
}

/** Divides a person into parts: the net says where they lie, their own colours and the picture's edges sharpen that. */
export function segmentRegions(input: RegionInput, guess: RegionGuess): RegionMap {
  const probabilities = sharpen(input, guess);
  removeSpecks(probabilities, input.matte, input.raster);
  const labels = strongest(probabilities, input.matte);
  giveLiningToTop(probabilities, labels, input);
  return regionMap(
    input,
    probabilities,
    labels,
    isDress(guess.dress, labels, () => sharedColours(input, probabilities)),
  );
}

/**
 * True for a dress, by its probability from the net and by the colours shared above and below the waist. `shared` is
 * called last.
 */
function isDress(probability: number, labels: Int8Array, shared: () => number): boolean {
  if (probability > DRESS_MIN) return shared() > SHARED_MIN;
  return probability > SHORT_DRESS_MIN && hasHemOnly(labels) && shared() > SHORT_SHARED_MIN;
}

/** True where what is worn below the waist is no more than a strip. */
function hasHemOnly(labels: Int8Array): boolean {
  const [upper, lower] = [PARTS.indexOf('upper'), PARTS.indexOf('lower')];
  let [above, below] = [0, 0];
  for (let i = 0; i < labels.length; i++) {
    checkpointAt(i);
    if (labels[i] === upper) above++;
    else if (labels[i] === lower) below++;
  }
  return below > HEM_MIN * above && below < HEM_MAX * above;
}

/**
 * How much of their colours what is worn above and below the waist have in common, 0 to 1: the overlap of their
 * histograms (Swain and Ballard, 1991); 1 where one of the two is hardly there.
 */
function sharedColours({ matte, bins }: RegionInput, probabilities: readonly Float32Array[]): number {
  const [above, below] = (['upper', 'lower'] as const).map((part) =>
    colourHistogram(
      bins,
      matte.map((share, i) => (share > SOLID ? probabilities[PARTS.indexOf(part)][i] : 0)),
      HISTOGRAM_WEIGHT_MIN,
    ),
  );
  if (!above || !below) return 1;
  let shared = 0;
  for (let bin = 0; bin < above.length; bin++) shared += Math.min(above[bin], below[bin]);
  return shared;
}

/** Planes of probability in the order of PARTS. */
function sharpen({ raster, lab, bins, matte, skin }: RegionInput, guess: RegionGuess): Float32Array<ArrayBuffer>[] {
  const size = matte.length;
  const guide = guidedFilter(raster, GUIDE_RADIUS, GUIDE_VARIANCE);
  const priors = PARTS.map((part) =>
    guess.probability[REGIONS.indexOf(part)].map((value) => Math.max(value, PROBABILITY_MIN)),
  );
  const bare = priors[PARTS.indexOf('skin')];
  for (let i = 0; i < size; i++) bare[i] *= skinLikeness(skinDistance(skin, lab.l[i], lab.a[i], lab.b[i]));
  const weights = new Float32Array(size);
  let probabilities: readonly Float32Array[] = priors;
  let sharpened: Float32Array<ArrayBuffer>[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const evidence = colourEvidence(
      probabilities.map((plane) => {
        for (let i = 0; i < size; i++) weights[i] = matte[i] > SOLID ? plane[i] : 0;
        return colourHistogram(bins, weights, HISTOGRAM_WEIGHT_MIN);
      }),
    );
    sharpened = priors.map((prior, part) => {
      const plane = new Float32Array(size);
      const said = evidence[part];
      for (let i = 0; i < size; i++) if (matte[i] > 0.01) plane[i] = prior[i] * (said ? said[bins[i]] : ABSENT);
      return plane;
    });
    normalise(sharpened);
    sharpened = sharpened.map((plane) => guide(plane));
    normalise(sharpened);
    probabilities = sharpened;
  }
  return sharpened;
}

/**
 * How far the colour of skin speaks for a pixel being skin, by its distance from the model: sleeves lie where arms do.
 */
function skinLikeness(distance: number): number {
  return Math.exp(-3 * clamp((distance - UNLIKE_SKIN) / (UNLIKE_SKIN_MAX - UNLIKE_SKIN)));
}

/**
 * How many times likelier each colour makes each part than the parts are on average, bounded; null for parts that are
 * hardly there.
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

/** Makes the parts of each pixel sum to 1, none of them negative. */
function normalise(planes: readonly Float32Array[]): void {
  const [{ length }] = planes;
  for (let i = 0; i < length; i++) {
    let sum = 1e-6;
    for (const plane of planes) {
      if (plane[i] < 0) plane[i] = 0;
      sum += plane[i];
    }
    for (const plane of planes) plane[i] /= sum;
  }
}

/** Number of the likeliest part of each pixel within the matte, −1 elsewhere. */
function strongest(probabilities: readonly Float32Array[], matte: Float32Array): Int8Array {
  const labels = new Int8Array(matte.length).fill(-1);
  for (let i = 0; i < labels.length; i++) if (matte[i] >= 0.5) labels[i] = strongestAt(probabilities, i);
  return labels;
}

function strongestAt(probabilities: readonly Float32Array[], pixel: number): number {
  let best = 0;
  for (let part = 1; part < probabilities.length; part++)
    if (probabilities[part][pixel] > probabilities[best][pixel]) best = part;
  return best;
}

/** Takes away what stands alone: small pieces of a part within others. */
function removeSpecks(probabilities: readonly Float32Array[], matte: Float32Array, { width, height }: Raster): void {
  const labels = strongest(probabilities, matte);
  for (const [part, plane] of probabilities.entries()) {
    const { labels: pieces, sizes } = findComponents(
      maskOf(labels.length, (i) => labels[i] === part),
      width,
      height,
    );
    const least = PARTS[part] === 'shoes' ? SHOE_PIXELS_MIN : width * height * SPECK_SHARE;
    for (let i = 0; i < plane.length; i++) if (pieces[i] && sizes[pieces[i]] < least) plane[i] = 0;
  }
  normalise(probabilities);
}

/**
 * Makes the inside of a collar that stands up part of the top: it goes when the top does. `labels` are the strongest
 * parts before and after.
 */
function giveLiningToTop(
  probabilities: readonly Float32Array[],
  labels: Int8Array,
  { raster: { width, height }, frame, scale }: RegionInput,
): void {
  const [top, other, hair] = [PARTS.indexOf('upper'), PARTS.indexOf('other'), PARTS.indexOf('hair')];
  const tufts = findComponents(
    maskOf(labels.length, (i) => labels[i] === hair),
    width,
    height,
  );
  const tuftMax = TUFT_MAX * (frame.shoulderWidth / scale) ** 2;
  const lining = findCollarLining({
    width,
    height,
    frame,
    scale,
    isOther: (i) => labels[i] === other || (labels[i] === hair && tufts.sizes[tufts.labels[i]] < tuftMax),
    isTop: (i) => labels[i] === top,
  });
  for (let i = 0; i < lining.length; i++) {
    if (!lining[i]) continue;
    probabilities[top][i] += probabilities[other][i] + probabilities[hair][i];
    probabilities[other][i] = 0;
    probabilities[hair][i] = 0;
    labels[i] = strongestAt(probabilities, i);
  }
}

function regionMap(
  { raster: { width, height }, matte, scale }: RegionInput,
  parts: readonly Float32Array[],
  strongestParts: Int8Array,
  wearsDress: boolean,
): RegionMap {
  const planeWith = (value: (pixel: number) => number): Plane => ({
    width,
    height,
    data: planeOf(width * height, value),
  });
  const part = (name: (typeof PARTS)[number]) => {
    const share = parts[PARTS.indexOf(name)];
    return planeWith((i) => share[i] * matte[i]);
  };
  const numbers = PARTS.map((name) => REGIONS.indexOf(name));
  const background = REGIONS.indexOf('background');
  return {
    width,
    height,
    scale,
    labels: Uint8Array.from(strongestParts, (best) => numbers[best] ?? background),
    probability: {
      background: planeWith((i) => 1 - matte[i]),
      hair: part('hair'),
      skin: part('skin'),
      upper: part('upper'),
      lower: part('lower'),
      shoes: part('shoes'),
      other: part('other'),
    },
    wearsDress,
  };
}
