import { findComponents } from '../../pixels/components.ts';
import { clamp } from '../../pixels/geometry.ts';
import { applyGuide, guidedFit } from '../../pixels/guided-filter.ts';
import { maskAbove, planeOf } from '../../pixels/planes.ts';
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
/** Bound of a net's probability: no odds exceed 99 to 1. */
const PROBABILITY_MAX = 0.99;
/** Probability from which a pixel belongs to a connected part, and the least mean of the outline over such a part. */
const PART_MIN = 0.3;
const TOUCHED_SHARE_MIN = 0.15;

/** What two general nets say of a person. Both planes have the size of the small picture. */
export interface Silhouettes {
  /** The selfie net's probability of a person at each pixel. */
  readonly selfie: Plane;
  /** The pose net's probability of this person at each pixel. */
  readonly outline: Plane;
}

/** The mattes of one person without other people. The edges of the photo are read once and give both outlines. */
export function personMattes(small: Raster, silhouettes: Silhouettes) {
  const fit = guidedFit(small, GUIDE_RADIUS, GUIDE_VARIANCE);
  const matteOf = (person: Float32Array, raster: Raster): Plane => ({
    width: raster.width,
    height: raster.height,
    data: levelled(applyGuide(fit(person), raster)),
  });
  return {
    /** The matte by the two general nets, of the size of the small picture. */
    first: matteOf(personOdds(silhouettes, null), small),
    /** The same with the probability of the person by the net of person classes, of the size of a larger `raster`. */
    corrected: (classes: Float32Array, raster: Raster) => matteOf(personOdds(silhouettes, classes), raster),
  };
}

/** Probability of the person at each pixel: the log odds of the nets add up. */
function personOdds({ selfie, outline }: Silhouettes, classes: Float32Array | null): Float32Array {
  const person = planeOf(selfie.data.length, (i) => {
    const odds = logOdds(selfie.data[i]) + OUTLINE_WEIGHT * logOdds(outline.data[i]);
    return 1 / (1 + Math.exp(-odds - (classes ? logOdds(classes[i]) : 0)));
  });
  clearOthers(person, outline);
  return person;
}

function logOdds(probability: number): number {
  const p = clamp(probability, 1 - PROBABILITY_MAX, PROBABILITY_MAX);
  return Math.log(p / (1 - p));
}

/** Clears the connected parts that the pose net's outline hardly covers: bystanders and false detections. */
function clearOthers(person: Float32Array, { width, height, data: outline }: Plane): void {
  const { labels, sizes } = findComponents(maskAbove(person, PART_MIN), width, height);
  const touched = new Float32Array(sizes.length);
  for (let i = 0; i < person.length; i++) if (labels[i]) touched[labels[i]] += outline[i];
  for (let i = 0; i < person.length; i++)
    if (labels[i] && touched[labels[i]] < TOUCHED_SHARE_MIN * sizes[labels[i]]) person[i] = 0;
}

/** Changes the values in place, so that soft values away from an edge become 0 or 1. */
function levelled(values: Float32Array): Float32Array {
  for (let i = 0; i < values.length; i++) values[i] = clamp((values[i] - LEVEL_START) / LEVEL_RANGE);
  return values;
}
