import { type BodyFrame, type Pose, REGIONS, type RegionMap } from '../../analysis.ts';
import { colourBins, colourHistogram } from '../../pixels/colour-histogram.ts';
import { boxFilter } from '../../pixels/filters.ts';
import { clamp, dot, pixelMiddle, segmentDistance, subtract } from '../../pixels/geometry.ts';
import type { LabPlanes } from '../../pixels/lab.ts';
import { planeOf } from '../../pixels/planes.ts';
import type { Point } from '../../pixels/raster.ts';
import { LANDMARK } from './body-frame.ts';
import { relabel } from './relabel.ts';

const UPPER = REGIONS.indexOf('upper');
const LOWER = REGIONS.indexOf('lower');
/** Share of the torso above which what is worn is a top, and steps in which the waist is looked for below it. */
const WAIST_FROM = 0.6;
const STEP = 0.02;
const STEPS = 100;
/** Colours of fewer pixels say nothing. */
const SAMPLES_MIN = 400;
/** What a colour that one of the two garments has none of says at most: the logarithm of how many times likelier it is on the other. */
const SAID_MAX = 3;
const SHARE_MIN = 1e-5;
/**
 * Least area of a skirt that was taken for a top, in squares of the shoulder width, how far its colours speak for the skirt on average,
 * and those above it against it. Of 62 people one has such a skirt (1.35, 0.95, −0.91); the others reach 0.23, or speak 0.31.
 */
const AREA_MIN = 0.5;
const BELOW_MIN = 0.6;
const ABOVE_MAX = -0.4;
/** So near the waist, as a share of the torso, and so near an arm, in shoulder widths, each place goes by its own colours. */
const AT_WAIST = 0.12;
const AT_ARM = 0.17;
/** Radius over which they are smoothed, in pixels of the map. */
const SMOOTH = 2;

/** What the search starts from; pose and frame in pixels of the picture that the map is `scale` times smaller than. */
export interface WaistInput {
  readonly lab: LabPlanes;
  readonly pose: Pose;
  readonly frame: BodyFrame;
}

/**
 * Gives back to a skirt or trousers what of them was taken for the top that is tucked into them: below a waist where the colours of the top
 * end and those of the lower garment begin.
 */
export function returnSkirt(map: RegionMap, { lab, pose, frame }: WaistInput): RegionMap {
  const { width, labels, scale } = map;
  const placeOf = (i: number) => pixelMiddle(i, width, scale);
  const shareOf = (i: number) => dot(subtract(placeOf(i), frame.shoulderCentre), frame.down) / frame.torsoLength;
  if (map.wearsDress) return map;
  const bins = colourBins(lab);
  const top = colourHistogram(
    bins,
    planeOf(labels.length, (i) => (labels[i] === UPPER && shareOf(i) < WAIST_FROM ? 1 : 0)),
    SAMPLES_MIN,
  );
  const skirt = colourHistogram(
    bins,
    planeOf(labels.length, (i) => (labels[i] === LOWER ? 1 : 0)),
    SAMPLES_MIN,
  );
  if (!top || !skirt) return map;
  const said = planeOf(labels.length, (i) =>
    labels[i] === UPPER ? clamp(Math.log((skirt[bins[i]] + SHARE_MIN) / (top[bins[i]] + SHARE_MIN)), -SAID_MAX, SAID_MAX) : 0,
  );
  const waist = findColouredWaist(map, said, shareOf, (frame.shoulderWidth / scale) ** 2);
  if (waist === null) return map;
  const smooth = boxFilter(said, width, map.height, SMOOTH);
  const isOnArm = armsOf(pose, AT_ARM * frame.shoulderWidth);
  return relabel(map, 'lower', (i) => {
    const share = shareOf(i);
    if (share < waist - AT_WAIST) return false;
    // Nothing speaks for a top any more where it was but less likely.
    if (labels[i] === LOWER) return true;
    if (labels[i] !== UPPER) return false;
    return share < waist + AT_WAIST || isOnArm(placeOf(i)) ? smooth[i] > 0 : true;
  });
}

/** The share of the torso from which the colours of what was taken for a top speak most for a skirt; null where they hardly do. */
function findColouredWaist(
  { labels }: RegionMap,
  said: Float32Array,
  shareOf: (pixel: number) => number,
  square: number,
): number | null {
  const [sums, counts] = [new Float64Array(STEPS), new Float64Array(STEPS)];
  for (let i = 0; i < labels.length; i++) {
    if (labels[i] !== UPPER) continue;
    const step = Math.floor((shareOf(i) - WAIST_FROM) / STEP);
    if (step < 0 || step >= STEPS) continue;
    sums[step] += said[i];
    counts[step]++;
  }
  const totalOf = (values: Float64Array, from: number, to: number) =>
    values.subarray(from, to).reduce((sum, value) => sum + value, 0);
  const gains = Array.from(sums, (_, step) => totalOf(sums, step, STEPS));
  const best = gains.indexOf(Math.max(...gains));
  const area = totalOf(counts, best, STEPS);
  const above = totalOf(sums, 0, best) / Math.max(1, totalOf(counts, 0, best));
  const isSkirt = area > AREA_MIN * square && gains[best] > BELOW_MIN * area && above < ABOVE_MAX;
  return isSkirt ? WAIST_FROM + best * STEP : null;
}

/** Tells what lies within a distance of the bones of an arm. */
function armsOf({ landmarks }: Pose, reach: number): (p: Point) => boolean {
  const arms = [
    [LANDMARK.shoulderLeft, LANDMARK.elbowLeft, LANDMARK.wristLeft, LANDMARK.indexLeft],
    [LANDMARK.shoulderRight, LANDMARK.elbowRight, LANDMARK.wristRight, LANDMARK.indexRight],
  ].map((joints) => joints.map((joint) => landmarks[joint]));
  return (p) => arms.some((arm) => arm.slice(1).some((joint, k) => segmentDistance(p, arm[k], joint).distance < reach));
}
