import type { BodyFrame, Pose, Region, RegionMap, SkinModel } from '../../analysis.ts';
import { REGIONS } from '../../analysis.ts';
import { findComponents } from '../../pixels/components.ts';
import { boxFilter } from '../../pixels/filters.ts';
import { guidedFilter } from '../../pixels/guided-filter.ts';
import type { LabPlanes } from '../../pixels/lab.ts';
import { maskOf } from '../../pixels/planes.ts';
import { createPlane, type Plane, type Raster } from '../../pixels/raster.ts';
import { type BodyPlace, bodyCoordinates } from './body-coordinates.ts';
import { colourBins, colourHistogram } from './colour-histogram.ts';
import { limbSkin } from './limb-skin.ts';
import { lengthsOf, PARTS, placeCosts, seedOf } from './region-priors.ts';
import { skinDistance } from './skin-model.ts';

/** Rounds of learning the colours of the parts from the last round's answer. */
const ROUNDS = 3;
/** The guided filter that lets the parts follow the picture's edges: radius in pixels of the map, variance. */
const GUIDE_RADIUS = 4;
const GUIDE_VARIANCE = 4e-4;
/** Weight a part's colours need to count; with less, colour says nothing for it. */
const HISTOGRAM_WEIGHT_MIN = 25;
/** Parts of a region smaller than this share of the map are taken for noise. */
const SPECK_SHARE = 0.0012;

/** What the division starts from; all planes have the size of the map. */
export interface RegionInput {
  /** The photo, `scale` times smaller than the analysed raster. */
  readonly raster: Raster;
  readonly lab: LabPlanes;
  readonly matte: Float32Array;
  readonly scale: number;
  readonly pose: Pose;
  readonly frame: BodyFrame;
  readonly skin: SkinModel;
}

/** Divides a person into parts by colour, place and edges: there is no net for it, so the parts teach each other. */
export function segmentRegions(input: RegionInput): RegionMap {
  const { raster, matte, scale, frame } = input;
  const { width, height } = raster;
  const size = width * height;
  const body = lengthsOf(frame, scale);
  const places = placesOf(input);
  const skin = skinDistances(input, places);
  const seeds = new Int8Array(size).fill(-1);
  const costs = PARTS.map(() => new Float32Array(size));
  const faceTop = frame.faceCentre.y / scale - body.faceRadius * 0.5;
  for (let i = 0; i < size; i++) {
    const place = places[i];
    if (!place) continue;
    for (const [part, cost] of placeCosts(place, body).entries()) costs[part][i] = cost;
    const seed = matte[i] > 0.8 ? seedOf(place, skin[i], frame.faceVisible, Math.floor(i / width) < faceTop, body) : null;
    if (seed) seeds[i] = PARTS.indexOf(seed);
  }
  const probabilities = learn(input, places, costs, seeds, skin);
  removeSpecks(probabilities, matte, width, height);
  return regionMap(
    input,
    probabilities.map((plane) => boxFilter(plane, width, height, 1)),
    frame,
  );
}

function placesOf({ raster: { width, height }, matte, pose, frame, scale }: RegionInput): (BodyPlace | null)[] {
  const locate = bodyCoordinates(pose, frame, scale);
  return Array.from(matte, (value, i) => (value < 0.05 ? null : locate((i % width) + 0.5, Math.floor(i / width) + 0.5))).slice(
    0,
    width * height,
  );
}

/** Distance from the face's skin or, where they are lit otherwise, from that of arms and legs. */
function skinDistances({ lab, matte, frame, scale, skin }: RegionInput, places: readonly (BodyPlace | null)[]): Float32Array {
  const models = [skin, ...limbSkin(lab, matte, places, lengthsOf(frame, scale), skin)];
  const out = new Float32Array(matte.length);
  for (let i = 0; i < out.length; i++)
    out[i] = Math.min(...models.map((model) => skinDistance(model, lab.l[i], lab.a[i], lab.b[i])));
  return out;
}

function learn(
  { raster, lab, matte }: RegionInput,
  places: readonly (BodyPlace | null)[],
  costs: readonly Float32Array[],
  seeds: Int8Array,
  skin: Float32Array,
): Float32Array[] {
  const size = matte.length;
  const bins = colourBins(lab);
  const guide = guidedFilter(raster, GUIDE_RADIUS, GUIDE_VARIANCE);
  let labels = seeds;
  let probabilities: Float32Array[] = [];
  const weights = new Float32Array(size);
  for (let round = 0; round < ROUNDS; round++) {
    const histograms = PARTS.map((_, part) => {
      for (let i = 0; i < size; i++) weights[i] = matte[i] > 0.8 && labels[i] === part ? (seeds[i] === part ? 1 : 0.5) : 0;
      return colourHistogram(bins, weights, HISTOGRAM_WEIGHT_MIN);
    });
    const likelihoods = PARTS.map(() => new Float32Array(size));
    for (let i = 0; i < size; i++)
      if (places[i])
        softmax(
          likelihoods,
          i,
          PARTS.map((name, part) => {
            const colour = colourCost(histograms[part], bins[i], name === 'skin' ? skin[i] : null);
            const seeded = round === 0 && seeds[i] >= 0 ? (seeds[i] === part ? -2 : 1) : 0;
            return colour * 0.8 + costs[part][i] * 1.25 + (name === 'shoes' ? 0.5 : 0) + seeded;
          }),
        );
    probabilities = likelihoods.map((plane) => guide(guide(plane)));
    labels = strongest(probabilities, matte);
  }
  return probabilities;
}

/** −log of how much likelier a colour is for a part than by chance, bounded; skin also knows its own model. */
function colourCost(histogram: Float32Array | null, bin: number, skin: number | null): number {
  const learned = histogram ? Math.min(5, Math.max(-3, -Math.log(histogram[bin] * 800 + 0.01))) : 5;
  if (skin === null) return learned;
  const known = Math.min(learned, Math.min(5, skin * 0.45 - 2.2));
  // Cuffs and pale cloth beside a hand: what is not of the person's skin colour needs more than its place to be skin.
  return skin > 14 ? Math.max(known, 3) : skin > 6 ? Math.max(known, 1.2) : known;
}

function softmax(planes: readonly Float32Array[], pixel: number, costs: readonly number[]): void {
  const least = Math.min(...costs);
  const shares = costs.map((cost) => Math.exp(least - cost));
  const sum = shares.reduce((total, share) => total + share, 0);
  for (const [part, plane] of planes.entries()) plane[pixel] = shares[part] / sum;
}

/** Number of the likeliest part of each pixel within the matte, −1 elsewhere. */
function strongest(probabilities: readonly Float32Array[], matte: Float32Array): Int8Array {
  const labels = new Int8Array(matte.length).fill(-1);
  for (let i = 0; i < labels.length; i++) {
    if (matte[i] < 0.5) continue;
    let best = 0;
    for (let part = 1; part < probabilities.length; part++) if (probabilities[part][i] > probabilities[best][i]) best = part;
    labels[i] = best;
  }
  return labels;
}

/** Takes away what stands alone: small pieces of a part within others. */
function removeSpecks(probabilities: readonly Float32Array[], matte: Float32Array, width: number, height: number): void {
  const labels = strongest(probabilities, matte);
  for (const [part, plane] of probabilities.entries()) {
    const { labels: pieces, sizes } = findComponents(
      maskOf(labels.length, (i) => labels[i] === part),
      width,
      height,
    );
    const least = PARTS[part] === 'shoes' ? 60 : width * height * SPECK_SHARE;
    for (let i = 0; i < plane.length; i++) if (pieces[i] && sizes[pieces[i]] < least) plane[i] = 0;
  }
}

function regionMap(
  { raster: { width, height }, matte, scale }: RegionInput,
  parts: readonly Float32Array[],
  frame: BodyFrame,
): RegionMap {
  const planes: Record<Region, Plane> = {
    background: createPlane(width, height),
    hair: createPlane(width, height),
    skin: createPlane(width, height),
    upper: createPlane(width, height),
    lower: createPlane(width, height),
    shoes: createPlane(width, height),
    other: createPlane(width, height),
  };
  const labels = new Uint8Array(width * height);
  const strongestParts = strongest(parts, matte);
  for (let i = 0; i < labels.length; i++) {
    let sum = 1e-6;
    for (const part of parts) sum += part[i];
    planes.background.data[i] = 1 - matte[i];
    for (const [index, name] of PARTS.entries()) planes[name].data[i] = (parts[index][i] / sum) * matte[i];
    labels[i] = strongestParts[i] < 0 ? 0 : REGIONS.indexOf(PARTS[strongestParts[i]]);
  }
  return { width, height, scale, labels, probability: planes, wearsDress: isDress(labels, width, height, frame, scale) };
}

/** True when what is worn above the waist goes on below the hips: a dress, or something as long as one. */
function isDress(labels: Uint8Array, width: number, height: number, frame: BodyFrame, scale: number): boolean {
  const upper = REGIONS.indexOf('upper');
  let found = 0;
  let asked = 0;
  for (const along of [1.15, 1.25, 1.35]) {
    for (const aside of [-0.18, 0, 0.18]) {
      const x = Math.round(
        (frame.shoulderCentre.x + frame.down.x * along * frame.torsoLength + frame.across.x * aside * frame.shoulderWidth) /
          scale,
      );
      const y = Math.round(
        (frame.shoulderCentre.y + frame.down.y * along * frame.torsoLength + frame.across.y * aside * frame.shoulderWidth) /
          scale,
      );
      if (x < 0 || y < 0 || x >= width || y >= height) continue;
      asked++;
      if (labels[y * width + x] === upper) found++;
    }
  }
  return asked > 4 && found > asked * 0.6;
}
