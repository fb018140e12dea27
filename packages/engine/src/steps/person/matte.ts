import { colourBins, colourHistogram } from '../../pixels/colour-histogram.ts';
import { findComponents } from '../../pixels/components.ts';
import { distanceTo } from '../../pixels/distance.ts';
import { applyGuide, guidedFit } from '../../pixels/guided-filter.ts';
import type { LabPlanes } from '../../pixels/lab.ts';
import { maskOf, planeOf } from '../../pixels/planes.ts';
import type { Plane, Raster } from '../../pixels/raster.ts';

/**
 * Radius in pixels of the small picture and variance of the guided filter that lets the matte follow hair and edges.
 */
const GUIDE_RADIUS = 3;
const GUIDE_VARIANCE = 1e-4;
/** The filtered value at which the matte begins, and the range over which it becomes full. */
const LEVEL_START = 0.25;
const LEVEL_RANGE = 0.5;

/** Weight of the pose net's outline, which knows one person from another, beside that of the selfie net (log odds). */
const OUTLINE_WEIGHT = 0.3;
/** Weight of the colours: how much likelier a colour is on the person than around it (log odds). */
const COLOUR_WEIGHT = 0.8;
/** Most that a colour can say, in log odds. */
const COLOUR_BOUND = 3;
/** Odds beyond 99 to 1 are not believed of any net. */
const PROBABILITY_MAX = 0.99;
/** The outline's probability that counts as inside. */
const OUTLINE_INSIDE = 0.3;
/** Least share of a part that the outline must touch. */
const TOUCHED_SHARE_MIN = 0.15;
/**
 * Surely person, and surely not (1 − this): what colours are learned from; the latter within so many pixels of the
 * outline.
 */
const SURE = 0.9;
const AROUND_PIXELS = 60;
const SAMPLES_MIN = 50;
/** Added to shares of colours, so that one that was never seen says little. */
const COLOUR_FLOOR = 2e-5;
/** What lies farther than this from the outline, in shoulder widths, belongs to somebody else; and how quickly. */
const REACH = 0.3;
const REACH_LOSS = 12;

/** What a matte is made of. */
export interface MatteInput {
  readonly raster: Raster;
  /** The raster at half its size, and its colours. */
  readonly small: Raster;
  readonly lab: LabPlanes;
  /** How likely each pixel of the small picture is a person: the selfie net's answer. */
  readonly selfie: Plane;
  /** How likely each pixel of the small picture is this person: the pose net's answer. */
  readonly outline: Plane;
  /** Pixels of the small picture. */
  readonly shoulderWidth: number;
}

/**
 * The matte of one person at the size of the raster: soft where the photo is, nothing of other people. Two nets say
 * roughly where the person is; where they doubt, the colours of the sure parts decide; the edges are the photo's.
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

/** How likely each pixel of the small picture is the person, from both nets and the colours. */
function roughMatte({ small, lab, selfie, outline, shoulderWidth }: MatteInput): Float32Array<ArrayBuffer> {
  const size = small.width * small.height;
  const beyond = distanceTo(
    maskOf(size, (i) => outline.data[i] > OUTLINE_INSIDE),
    small.width,
    small.height,
  );
  const colour = colourOdds(lab, selfie.data, beyond);
  const rough = new Float32Array(size);
  for (let i = 0; i < size; i++) {
    const inside = outline.data[i];
    // Colours may not tear holes into what the pose net is sure of, nor draw in what it rules out.
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

/** How much likelier each pixel's colour is on the person than around it, as log odds; 0 where nothing is sure. */
function colourOdds(lab: LabPlanes, selfie: Float32Array, beyond: Float32Array): Float32Array {
  const bins = colourBins(lab);
  const size = bins.length;
  const person = colourHistogram(
    bins,
    planeOf(size, (i) => (selfie[i] > SURE ? 1 : 0)),
    SAMPLES_MIN,
  );
  const around = colourHistogram(
    bins,
    planeOf(size, (i) => (selfie[i] < 1 - SURE && beyond[i] < AROUND_PIXELS ? 1 : 0)),
    SAMPLES_MIN,
  );
  if (!person || !around) return new Float32Array(size);
  return planeOf(size, (i) => Math.log((person[bins[i]] + COLOUR_FLOOR) / (around[bins[i]] + COLOUR_FLOOR)));
}

/** Clears every part that the pose's own outline hardly touches: bystanders and false alarms. */
function clearOthers(rough: Float32Array, { width, height, data: outline }: Plane): void {
  const { labels, sizes } = findComponents(
    maskOf(rough.length, (i) => rough[i] > 0.3),
    width,
    height,
  );
  const touched = new Float32Array(sizes.length);
  for (let i = 0; i < rough.length; i++) if (labels[i]) touched[labels[i]] += outline[i];
  for (let i = 0; i < rough.length; i++)
    if (labels[i] && touched[labels[i]] < TOUCHED_SHARE_MIN * sizes[labels[i]]) rough[i] = 0;
}
