import { REGIONS } from '../../analysis.ts';
import type { Nets } from '../../models/nets.ts';
import { guessRegions } from '../../models/person-regions.ts';
import type { DetectedPose } from '../../models/pose.ts';
import { segmentPerson } from '../../models/selfie.ts';
import { sigmoid } from '../../models/softmax.ts';
import { findComponents } from '../../pixels/components.ts';
import { type Box, boxAbove } from '../../pixels/crop.ts';
import { resizeRaster } from '../../pixels/decode.ts';
import { clamp } from '../../pixels/geometry.ts';
import { applyGuide, guidedFit } from '../../pixels/guided-filter.ts';
import { maskAbove, planeOf } from '../../pixels/planes.ts';
import type { Plane, Raster } from '../../pixels/raster.ts';

/** Analysed pixels per pixel of the region map, along each side. */
export const REGION_SCALE = 2;
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
/** Least probability of the pose net's outline that counts as the person. */
const OUTLINE_MIN = 0.3;
/** Probability from which a pixel belongs to a connected part, and the least mean of the outline over such a part. */
const PART_MIN = 0.3;
const TOUCHED_SHARE_MIN = 0.15;

/** An analysed photo at the size of its region map. */
export function regionRaster(raster: Raster): Promise<Raster> {
  return resizeRaster(raster, {
    width: Math.round(raster.width / REGION_SCALE),
    height: Math.round(raster.height / REGION_SCALE),
  });
}

/**
 * Finds a person with a known pose. The net of person classes sees the matte `first` of two general nets, and corrects
 * it. `small` is the photo at the size of its region map, which `first` and `guess` have too; `matte` has the size of
 * the photo.
 */
export async function findMatte(
  raster: Raster,
  small: Raster,
  { pose, outline }: Pick<DetectedPose, 'pose' | 'outline'>,
  nets: Nets,
) {
  const selfie = await segmentPerson(raster, boxOf(outline, raster), small, nets.selfie);
  // The edges of the photo are read once and give both outlines.
  const fit = guidedFit(small, GUIDE_RADIUS, GUIDE_VARIANCE);
  const matteOf = (odds: (pixel: number) => number, { width, height, data }: Raster): Plane => {
    // The log odds of the nets add up.
    const person = planeOf(selfie.data.length, (i) => sigmoid(odds(i)));
    clearOthers(person, outline);
    return { width, height, data: levelled(applyGuide(fit(person), { width, height, data })) };
  };
  const general = (i: number) => logOdds(selfie.data[i]) + OUTLINE_WEIGHT * logOdds(outline.data[i]);
  const first = matteOf(general, small);
  const guess = await guessRegions({ raster: small, matte: first.data, pose, scale: REGION_SCALE }, nets.personRegions);
  const classes = guess.probability[REGIONS.indexOf('background')].map((share) => 1 - share);
  return { matte: matteOf((i) => general(i) + logOdds(classes[i]), raster), first, guess };
}

/** The bounding box of the outline, in pixels of the raster. */
function boxOf(outline: Plane, raster: Raster): Box {
  const { left, top, width, height } = boxAbove(outline, OUTLINE_MIN);
  const x = raster.width / outline.width;
  const y = raster.height / outline.height;
  return { left: left * x, top: top * y, width: width * x, height: height * y };
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
