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
/**
 * First place of the waist, as a share of the torso, and step and number of steps of the search below it. Everything
 * above is a top.
 */
const WAIST_FROM = 0.48;
const STEP = 0.02;
const STEPS = 100;
/** Least number of pixels for a histogram. */
const SAMPLES_MIN = 400;
/** Bound of a colour's log odds for the skirt, and floor of a colour's probability, for colours of one garment only. */
const SAID_MAX = 3;
const SHARE_MIN = 1e-5;
/**
 * Bounds for a skirt labelled as a top. Area in squares of the shoulder width, then mean log odds of its colours below
 * and above the waist. Two measured skirts have 1.35, 1.00, −1.57 and, under a print of its colours, 0.27, 0.96, −0.25.
 * Other people reach 0.14 in area or odds.
 */
const SKIRT: WaistBounds = { area: 0.2, below: 0.6, above: -0.2 };
/**
 * The same bounds for a waistband, whose colours must differ more. The measured waistband has 0.08, 1.94, −2.28; other
 * people have at most 0.06 and 1.65.
 */
const WAISTBAND: WaistBounds = { area: 0.07, below: 1.8, above: -1 };
/**
 * The same bounds for a corner of a skirt below a top with hardly any of its colours. The measured corner has 0.12,
 * 0.77, −2.32; no other reaches both bounds of colour. The nearest one has 0.57 and −1.23.
 */
const CORNER: WaistBounds = { area: 0.1, below: 0.7, above: -2 };
/**
 * Least difference between the mean log odds below and above the waist to decide each pixel near the waist by its
 * colour. The two skirts have 2.6 and 4.2, a print in the skirt's colours 1.2.
 */
const PLAIN_MIN = 2;
/**
 * Greatest distance of a pixel that its own colour decides. From the waist, as a share of the torso, and from an arm,
 * in shoulder widths.
 */
const AT_WAIST = 0.12;
const AT_ARM = 0.17;
/** Radius that smooths the log odds, in pixels of the map. */
const SMOOTH = 2;
/**
 * Greatest area of a separate piece of a top below the waist that becomes skirt, in squares of the shoulder width.
 * Cuffs are larger.
 */
const SCRAP_MAX = 0.02;

/**
 * Bounds of a plausible waist: least area in squares of the shoulder width, least mean log odds below and greatest
 * above.
 */
interface WaistBounds {
  readonly area: number;
  readonly below: number;
  readonly above: number;
}

/** Input of the search. Pose and frame are in pixels of the picture, `scale` times larger than the map. */
export interface WaistInput {
  /** Histogram bin of the colour of each pixel of the map. */
  readonly bins: Int32Array;
  readonly pose: Pose;
  readonly frame: BodyFrame;
}

/**
 * Relabels the parts of a skirt or trousers that the map gives to the tucked-in top. The waist is the height where the
 * colours of the top end and those of the lower garment begin. A dress keeps its map.
 */
export function returnSkirt(map: RegionMap, { bins, pose, frame }: WaistInput): RegionMap {
  const { width, height, labels, scale } = map;
  if (map.wearsDress) return map;
  const shareOf = (i: number) =>
    dot(subtract(pixelMiddle(i, width, scale), frame.shoulderCentre), frame.down) / frame.torsoLength;
  const square = (frame.shoulderWidth / scale) ** 2;
  const { above, below } = partedAtWaist(labels, shareOf);
  // Few tops reach far enough down to hide a skirt, so the search ends here for the others.
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
    // A pixel of the lower garment loses its remaining probability of a top.
    if (labels[i] === LOWER) return true;
    if (labels[i] !== UPPER) return false;
    return share < waist.share + atWaist || isOnArm(pixelMiddle(i, width, scale)) ? smooth[i] > 0 : true;
  });
  return withoutScraps(parted, (i) => shareOf(i) > waist.share - atWaist, SCRAP_MAX * square);
}

/**
 * Relabels small separate pieces of a top below the waist to `lower`. They are flowers of the skirt's print in the
 * colours of the top.
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

/** The top's pixels: 1 in a plane for those above the search for the waist, indices for those below. */
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

/** Log odds of each colour for the skirt against the top. Null if either has too few pixels. */
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
 * The start of a skirt as a share of the torso. `isPlain` is true if the colours differ enough to decide each pixel
 * near the waist.
 */
interface ColouredWaist {
  readonly share: number;
  readonly isPlain: boolean;
}

/** The waist with the greatest sum of log odds for a skirt below it. Null if it meets none of the bounds. */
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

/** Returns a test for places within a distance of the bones of an arm. */
function armsOf({ landmarks }: Pose, reach: number): (p: Point) => boolean {
  const arms = ARMS.map(({ shoulder, elbow, wrist, index }) =>
    [shoulder, elbow, wrist, index].map((joint) => landmarks[joint]),
  );
  return (p) => arms.some((arm) => arm.slice(1).some((joint, k) => segmentDistance(p, arm[k], joint).distance < reach));
}
