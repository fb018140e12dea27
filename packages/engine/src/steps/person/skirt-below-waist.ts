import { type BodyFrame, type Pose, REGIONS, type RegionMap } from '../../analysis.ts';
import { colourHistogram } from '../../pixels/colour-histogram.ts';
import { findComponents } from '../../pixels/components.ts';
import { boxFilter } from '../../pixels/filters.ts';
import { clamp, dot, pixelMiddle, segmentDistance, subtract } from '../../pixels/geometry.ts';
import { maskOf, planeOf } from '../../pixels/planes.ts';
import type { Point } from '../../pixels/raster.ts';
import { ARMS } from './arms.ts';
import { relabel } from './relabel.ts';

const UPPER = REGIONS.indexOf('upper');
const LOWER = REGIONS.indexOf('lower');
/** Share of the torso above which what is worn is a top, and steps in which the waist is looked for below it. */
const WAIST_FROM = 0.48;
const STEP = 0.02;
const STEPS = 100;
/** Colours of fewer pixels say nothing. */
const SAMPLES_MIN = 400;
/**
 * What a colour that one of the two garments has none of says at most: the logarithm of how many times likelier it is
 * on the other.
 */
const SAID_MAX = 3;
const SHARE_MIN = 1e-5;
/**
 * Least area of a skirt labelled as a top, in squares of the shoulder width; then the mean votes of its colours below
 * and above the waist. Of 62 people two have such a skirt: 1.35, 1.00, −1.57, and 0.27, 0.96, −0.25 under a print of
 * its colours. The others reach 0.14 in area or votes.
 */
const SKIRT: WaistBounds = { area: 0.2, below: 0.6, above: -0.2 };
/**
 * The same of a waistband alone, whose colours must be plainer. Of 62 people one has such a one (0.08, 1.94, −2.28);
 * others have 0.06, 1.65 or less.
 */
const WAISTBAND: WaistBounds = { area: 0.07, below: 1.8, above: -1 };
/**
 * The same of a corner of a skirt below a top that has hardly any of its colours: a printed skirt has a few of the
 * top's. Of 62 people one has such a one (0.12, 0.77, −2.32); another corner as large reaches 0.57 and −1.23, and none
 * else both bounds of colour.
 */
const CORNER: WaistBounds = { area: 0.1, below: 0.7, above: -2 };
/**
 * How much more the colours below the waist vote for the skirt than those above, on average, to decide each place by
 * itself. The two skirts have 2.6 and 4.2; a print in the skirt's colours has 1.2.
 */
const PLAIN_MIN = 2;
/**
 * So near the waist, as a share of the torso, and so near an arm, in shoulder widths, each place goes by its own
 * colours.
 */
const AT_WAIST = 0.12;
const AT_ARM = 0.17;
/** Radius over which they are smoothed, in pixels of the map. */
const SMOOTH = 2;
/**
 * Largest piece of a top below the waist, in squares of the shoulder width, that is a scrap of the skirt: a cuff is
 * larger.
 */
const SCRAP_MAX = 0.02;

/** From which area, in squares of the shoulder width, and by what colours below and above a waist is believed. */
interface WaistBounds {
  readonly area: number;
  readonly below: number;
  readonly above: number;
}

/** What the search starts from; pose and frame in pixels of the picture that the map is `scale` times smaller than. */
export interface WaistInput {
  /** Histogram bin of the colour of each pixel of the map. */
  readonly bins: Int32Array;
  readonly pose: Pose;
  readonly frame: BodyFrame;
}

/**
 * Gives back to a skirt or trousers what of them was taken for the top that is tucked into them: below a waist where
 * the colours of the top end and those of the lower garment begin.
 */
export function returnSkirt(map: RegionMap, { bins, pose, frame }: WaistInput): RegionMap {
  const { width, height, labels, scale } = map;
  if (map.wearsDress) return map;
  const shareOf = (i: number) =>
    dot(subtract(pixelMiddle(i, width, scale), frame.shoulderCentre), frame.down) / frame.torsoLength;
  const square = (frame.shoulderWidth / scale) ** 2;
  const { above, below } = partedAtWaist(labels, shareOf);
  // Few tops reach so far down that a skirt could be among them: of the others nothing more is asked.
  if (below.length <= WAISTBAND.area * square) return map;
  const said = saidForSkirt(labels, bins, above);
  if (!said) return map;
  const isOnArm = armsOf(pose, AT_ARM * frame.shoulderWidth);
  const saidOf = (i: number) => said[bins[i]];
  // Sleeves beside a skirt have the top's colours, so a corner is judged without them.
  const beside = below.filter((i) => !isOnArm(pixelMiddle(i, width, scale)));
  const waist =
    findColouredWaist(below, saidOf, shareOf, [SKIRT, WAISTBAND], square) ??
    findColouredWaist(beside, saidOf, shareOf, [CORNER], square);
  if (waist === null) return map;
  const atWaist = waist.isPlain ? AT_WAIST : 0;
  const smooth = boxFilter(
    planeOf(labels.length, (i) => (labels[i] === UPPER ? said[bins[i]] : 0)),
    width,
    height,
    SMOOTH,
  );
  const parted = relabel(map, 'lower', (i) => {
    const share = shareOf(i);
    if (share < waist.share - atWaist) return false;
    // Nothing speaks for a top any more where it was but less likely.
    if (labels[i] === LOWER) return true;
    if (labels[i] !== UPPER) return false;
    return share < waist.share + atWaist || isOnArm(pixelMiddle(i, width, scale)) ? smooth[i] > 0 : true;
  });
  return withoutScraps(parted, (i) => shareOf(i) > waist.share - atWaist, SCRAP_MAX * square);
}

/**
 * The map with small pieces of a top that lie apart from it below the waist given to the skirt: flowers of its print in
 * the colours of the top.
 */
function withoutScraps(map: RegionMap, isBelow: (pixel: number) => boolean, sizeMax: number): RegionMap {
  const { width, height, labels } = map;
  const { labels: pieces, sizes } = findComponents(
    maskOf(labels.length, (i) => labels[i] === UPPER),
    width,
    height,
  );
  const isScrap = sizes.map((size, piece) => piece > 0 && size <= sizeMax);
  for (let i = 0; i < pieces.length; i++) if (isScrap[pieces[i]] && !isBelow(i)) isScrap[pieces[i]] = false;
  return isScrap.includes(true) ? relabel(map, 'lower', (i) => isScrap[pieces[i]]) : map;
}

/**
 * What was taken for a top: 1 in each pixel of it above where the waist is looked for, and the numbers of those below.
 */
function partedAtWaist(
  labels: Uint8Array,
  shareOf: (pixel: number) => number,
): { above: Float32Array; below: readonly number[] } {
  const above = new Float32Array(labels.length);
  const below: number[] = [];
  for (let i = 0; i < labels.length; i++) {
    if (labels[i] !== UPPER) continue;
    if (shareOf(i) < WAIST_FROM) above[i] = 1;
    else below.push(i);
  }
  return { above, below };
}

/**
 * How much each colour speaks for the skirt: the logarithm of how many times likelier it is there than on the top; null
 * where either is hardly there.
 */
function saidForSkirt(labels: Uint8Array, bins: Int32Array, above: Float32Array): Float32Array | null {
  const top = colourHistogram(bins, above, SAMPLES_MIN);
  if (!top) return null;
  const skirt = colourHistogram(
    bins,
    planeOf(labels.length, (i) => (labels[i] === LOWER ? 1 : 0)),
    SAMPLES_MIN,
  );
  return (
    skirt?.map((share, bin) => clamp(Math.log((share + SHARE_MIN) / (top[bin] + SHARE_MIN)), -SAID_MAX, SAID_MAX)) ??
    null
  );
}

/**
 * Where a skirt begins, as a share of the torso, and whether its colours differ enough from the top's to decide each
 * place by itself.
 */
interface ColouredWaist {
  readonly share: number;
  readonly isPlain: boolean;
}

/**
 * The waist from which the colours of what was taken for a top speak most for a skirt; null where they reach none of
 * the bounds.
 */
function findColouredWaist(
  below: readonly number[],
  saidOf: (pixel: number) => number,
  shareOf: (pixel: number) => number,
  bounds: readonly WaistBounds[],
  square: number,
): ColouredWaist | null {
  const [sums, counts] = [new Float64Array(STEPS), new Float64Array(STEPS)];
  for (const i of below) {
    const step = Math.floor((shareOf(i) - WAIST_FROM) / STEP);
    if (step >= STEPS) continue;
    sums[step] += saidOf(i);
    counts[step]++;
  }
  const totalOf = (values: Float64Array, from: number, to: number) =>
    values.subarray(from, to).reduce((sum, value) => sum + value, 0);
  const gains = Array.from(sums, (_, step) => totalOf(sums, step, STEPS));
  const best = gains.indexOf(Math.max(...gains));
  const area = Math.max(1, totalOf(counts, best, STEPS));
  const above = totalOf(sums, 0, best) / Math.max(1, totalOf(counts, 0, best));
  const isWaist = (least: WaistBounds) =>
    area > least.area * square && gains[best] > least.below * area && above < least.above;
  if (!bounds.some(isWaist)) return null;
  return { share: WAIST_FROM + best * STEP, isPlain: gains[best] / area - above >= PLAIN_MIN };
}

/** Tells what lies within a distance of the bones of an arm. */
function armsOf({ landmarks }: Pose, reach: number): (p: Point) => boolean {
  const arms = ARMS.map(({ shoulder, elbow, wrist, index }) =>
    [shoulder, elbow, wrist, index].map((joint) => landmarks[joint]),
  );
  return (p) => arms.some((arm) => arm.slice(1).some((joint, k) => segmentDistance(p, arm[k], joint).distance < reach));
}
