import { colourBins, colourHistogram } from '../../pixels/colour-histogram.ts';
import { findComponents } from '../../pixels/components.ts';
import { distanceTo } from '../../pixels/distance.ts';
import { applyGuide, guidedFit } from '../../pixels/guided-filter.ts';
import type { LabPlanes } from '../../pixels/lab.ts';
import { maskAbove, maskOf, planeOf } from '../../pixels/planes.ts';
import type { Plane, Raster } from '../../pixels/raster.ts';

/**
 * Radius in pixels of the small picture and variance of the guided filter that aligns the matte with hair and edges.
 */
const GUIDE_RADIUS = 3;
const GUIDE_VARIANCE = 1e-4;
/** The matte is 0 up to LEVEL_START of the filtered value and rises to 1 over LEVEL_RANGE. */
const LEVEL_START = 0.25;
const LEVEL_RANGE = 0.5;

/** Weight of the pose net's outline, which separates people from each other, against the selfie net, in log odds. */
const OUTLINE_WEIGHT = 0.3;
/** Weight of the colours: the log odds of a colour on the person against its surroundings. */
const COLOUR_WEIGHT = 0.8;
/** Bound of the log odds of a colour. */
const COLOUR_BOUND = 3;
/** Bound of a net's probability: no odds exceed 99 to 1. */
const PROBABILITY_MAX = 0.99;
/** Least probability of the outline that counts as inside. */
const OUTLINE_INSIDE = 0.3;
/** Least mean probability of the outline over a connected part of the matte. */
const TOUCHED_SHARE_MIN = 0.15;
/**
 * Least probability of a pixel of the person that trains the colours; 1 − SURE is the greatest of a background pixel.
 * Background pixels lie within AROUND_PIXELS of the outline.
 */
const SURE = 0.9;
const AROUND_PIXELS = 60;
const SAMPLES_MIN = 50;
/** Added to the probability of each colour, so that an unseen colour has small odds. */
const COLOUR_FLOOR = 2e-5;
/**
 * Distance from the outline, in shoulder widths, where log odds begin to fall because another person may begin.
 * REACH_LOSS is their loss per shoulder width.
 */
const REACH = 0.3;
const REACH_LOSS = 12;

/** Input of the matte. */
export interface MatteInput {
  readonly raster: Raster;
  /** The raster at half its size, and the colours of that picture. */
  readonly small: Raster;
  readonly lab: LabPlanes;
  /** The selfie net's probability of a person at each pixel of the small picture. */
  readonly selfie: Plane;
  /** The pose net's probability of this person at each pixel of the small picture. */
  readonly outline: Plane;
  /** In pixels of the small picture. */
  readonly shoulderWidth: number;
}

/**
 * The matte of one person at the size of the raster, without other people. Two nets give the approximate area. Colours
 * decide where the nets are unsure, and the photo's edges give the outline.
 */
export function mattePerson(input: MatteInput): Plane {
  const { raster, small } = input;
  const fit = guidedFit(small, GUIDE_RADIUS, GUIDE_VARIANCE)(roughMatte(input));
  const data = applyGuide(fit, raster);
  for (let i = 0; i < data.length; i++) {
    const level = (data[i] - LEVEL_START) / LEVEL_RANGE;
    data[i] = level < 0 ? 0 : level > 1 ? 1 : level;
  }
  return { width: raster.width, height: raster.height, data };
}

/** Probability of the person at each pixel of the small picture, from both nets and the colours. */
function roughMatte({ small, lab, selfie, outline, shoulderWidth }: MatteInput): Float32Array<ArrayBuffer> {
  const size = small.width * small.height;
  const beyond = distanceTo(maskAbove(outline.data, OUTLINE_INSIDE), small.width, small.height);
  const colour = colourOdds(lab, selfie.data, beyond);
  const rough = new Float32Array(size);
  for (let i = 0; i < size; i++) {
    const inside = outline.data[i];
    // Colours must not make holes where the pose net is sure, nor add area that it rules out.
    const lowest = inside > SURE ? -COLOUR_BOUND / 3 : -COLOUR_BOUND;
    const highest = COLOUR_BOUND * Math.min(1, inside / OUTLINE_INSIDE);
    const colourSays = Math.max(lowest, Math.min(highest, colour[i]));
    const tooFar = Math.max(0, beyond[i] / shoulderWidth - REACH) * REACH_LOSS;
    const odds = logOdds(selfie.data[i]) + OUTLINE_WEIGHT * logOdds(inside) + COLOUR_WEIGHT * colourSays - tooFar;
    rough[i] = 1 / (1 + Math.exp(-odds));
  }
  clearOthers(rough, outline);
  return rough;
}

function logOdds(probability: number): number {
  const p = Math.max(1 - PROBABILITY_MAX, Math.min(PROBABILITY_MAX, probability));
  return Math.log(p / (1 - p));
}

/** Log odds of each pixel's colour on the person against its surroundings; 0 if either has too few sure pixels. */
function colourOdds(lab: LabPlanes, selfie: Float32Array, beyond: Float32Array): Float32Array {
  const bins = colourBins(lab);
  const size = bins.length;
  const person = colourHistogram(bins, maskAbove(selfie, SURE), SAMPLES_MIN);
  const around = colourHistogram(
    bins,
    maskOf(size, (i) => selfie[i] < 1 - SURE && beyond[i] < AROUND_PIXELS),
    SAMPLES_MIN,
  );
  if (!person || !around) return new Float32Array(size);
  const odds = person.map((share, bin) => Math.log((share + COLOUR_FLOOR) / (around[bin] + COLOUR_FLOOR)));
  return planeOf(size, (i) => odds[bins[i]]);
}

/** Clears the connected parts that the pose net's outline hardly covers: bystanders and false detections. */
function clearOthers(rough: Float32Array, { width, height, data: outline }: Plane): void {
  const { labels, sizes } = findComponents(maskAbove(rough, 0.3), width, height);
  const touched = new Float32Array(sizes.length);
  for (let i = 0; i < rough.length; i++) if (labels[i]) touched[labels[i]] += outline[i];
  for (let i = 0; i < rough.length; i++)
    if (labels[i] && touched[labels[i]] < TOUCHED_SHARE_MIN * sizes[labels[i]]) rough[i] = 0;
}
