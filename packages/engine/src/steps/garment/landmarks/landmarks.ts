import { GARMENT_LANDMARKS, type NetCategory, SLEEVE_LENGTHS, type SleeveLength } from '../../../analysis.ts';
import type { Net } from '../../../models/sessions.ts';
import { sigmoid, softmax } from '../../../models/softmax.ts';
import { bothWays } from '../../../models/square-input.ts';
import { clamp, interpolate } from '../../../pixels/geometry.ts';
import type { Point } from '../../../pixels/raster.ts';
import { type Landmarks, SIDES } from '../cloth.ts';
import type { Silhouetted } from '../cut-out/cut-out.ts';
import { framedGarment } from '../cut-out-planes.ts';
import type { SleeveShares } from '../kind/garment-kind.ts';
import { traceContour, turningAngles } from './contour.ts';

/** Side of the net's input in pixels. */
const SIDE = 128;
/** Probability of a folded leg, or of a folded sleeve beyond the elbow, above which the garment counts as folded. */
const FOLDED_MIN = 0.5;
/** Probability above which a garment counts as turned. */
const TURNED_MIN = 0.9;

/**
 * Least reach of elbows beside the trunk, in widths of the chest, of long sleeves that are spread out. Of 480 training
 * tops that the net calls long-sleeved, 23 reach less. Their sleeves are folded or short, or they have none.
 */
const BESIDE_MIN = 0.13;
/** Factor on the probability of long sleeves that reach less: our estimate. */
const LONG_WITHIN = 0.05;

/**
 * A long sleeve that ends this deep within the trunk lies on the front, if the other one ends that much farther
 * outwards. In widths of the chest. Of 192 training garments with long sleeves, two have more, and both are folded. Of
 * 151 of the test senders three have more: two folded ones, and one that the photo cuts off.
 */
const CUFF_WITHIN = 0.19;
const CUFFS_APART = 0.28;

/** Category, sleeves and landmarks of a garment, in pixels of its photo. */
export interface GarmentShape {
  readonly category: NetCategory;
  readonly sleeves: SleeveLength;
  readonly landmarks: Landmarks;
  /** The outline, as of {@link traceContour}. */
  readonly contour: readonly Point[];
  /** Certainty of the sleeve length, 0 to 1. */
  readonly sleeveConfidence: number;
  /** True if a long sleeve or a leg lies on the front, is hidden behind it, bent or cut off. */
  readonly isFolded: boolean;
}

/** The answer of the landmark net. */
export interface LandmarkGuess {
  /** Points in pixels of the photo, near the outline. */
  readonly points: Readonly<Landmarks>;
  /** Probability of each of SLEEVE_LENGTHS. */
  readonly sleeves: readonly number[];
  /** Probability that a sleeve or a leg is folded, 0 to 1: the greater one of both sides. */
  readonly folded: number;
  /** Quarters by which the garment is turned anticlockwise in its photo, 0 to 3; 0 without certainty. */
  readonly quarters: number;
  /** Side of the square that the net saw, in pixels of the photo. */
  readonly side: number;
}

/** Guesses points, length of the sleeves, folds and turn of a garment by a net (`training/garment-landmarks`). */
export async function guessLandmarks(garment: Silhouetted, net: Net): Promise<LandmarkGuess> {
  const { planes, toPhoto } = framedGarment(garment, SIDE);
  const [straight, turned] = (await bothWays(net, planes, SIDE)).map(answerOf);
  const points = Object.fromEntries(
    GARMENT_LANDMARKS.map((name, index) => [name, toPhoto(meanPoint(straight.points, turned.points, index))]),
  );
  if (!isComplete(points)) throw new Error('the landmark net left points out');
  const sleeves = straight.sleeves.map((share, i) => (share + turned.sleeves[i]) / 2);
  const [left, right] = straight.folded.map((share, side) => (share + turned.folded[1 - side]) / 2);
  const folded = Math.max(left, right);
  // In the mirror image a turn to the left is one to the right.
  const turns = straight.turns.map((share, quarters) => (share + turned.turns[(4 - quarters) % 4]) / 2);
  const quarters = turns.findIndex((share) => share > TURNED_MIN);
  const side = toPhoto({ x: 1, y: 0 }).x - toPhoto({ x: 0, y: 0 }).x;
  return { points, sleeves, folded, quarters: Math.max(0, quarters), side };
}

/**
 * Moves guessed points onto corners of the garment's outline. `usual` tells how likely each length of sleeves is by the
 * kind of the garment. It multiplies the net's answer.
 */
export function placeLandmarks(
  guess: LandmarkGuess,
  garment: Silhouetted,
  category: NetCategory,
  usual: SleeveShares,
): GarmentShape {
  const shares = sleeveShares(guess, usual);
  const long = shares.long * (reachBeside(guess.points) < BESIDE_MIN ? LONG_WITHIN : 1);
  const likely = { ...shares, long };
  const sleeves = SLEEVE_LENGTHS.reduce((a, b) => (likely[b] > likely[a] ? b : a));
  const contour = traceContour(garment.silhouette, garment.raster.width, garment.raster.height);
  const landmarks = snapped(guess, contour, sleeves);
  const hasSleeves = category === 'top' || category === 'dress';
  const isCrossed = hasSleeves && sleeves === 'long' && crossesTrunk(landmarks);
  const isFolded = isCrossed || guess.folded * longLimbs(category, shares) > FOLDED_MIN;
  return { category, sleeves, landmarks, contour, sleeveConfidence: likely[sleeves], isFolded };
}

/** How far the farther elbow lies beside the trunk, in widths of the chest. */
function reachBeside(points: Readonly<Landmarks>): number {
  return Math.max(...SIDES.map((side) => besideTrunk(points, 'elbowOuter', side)));
}

/** True if one sleeve ends on the trunk and the other one does not. */
function crossesTrunk(points: Readonly<Landmarks>): boolean {
  const cuffs = SIDES.map((side) => besideTrunk(points, 'cuffInner', side));
  const least = Math.min(...cuffs);
  return least < -CUFF_WITHIN && Math.max(...cuffs) - least > CUFFS_APART;
}

/** How far a landmark lies beside the trunk, in widths of the chest; negative within it. */
function besideTrunk(points: Readonly<Landmarks>, part: 'elbowOuter' | 'cuffInner', side: 'Left' | 'Right'): number {
  const chest = Math.max(1, Math.abs(points.armpitRight.x - points.armpitLeft.x));
  const at = points[`${part}${side}`];
  const trunk = (['armpit', 'waist', 'hem'] as const).map((name) => points[`${name}${side}`]);
  const edge = interpolate(
    trunk.map(({ x, y }) => [y, x] as const),
    at.y,
  );
  return (side === 'Left' ? edge - at.x : at.x - edge) / chest;
}

/** How likely a garment of a category has legs, or sleeves that reach beyond the elbow. */
function longLimbs(category: NetCategory, { mid, long }: SleeveShares): number {
  if (category === 'skirt') return 0;
  return category === 'trousers' ? 1 : mid + long;
}

/** How likely each length of sleeves is by the net and by the kind of the garment (`usual`). Their shares multiply. */
export function sleeveShares({ sleeves }: Pick<LandmarkGuess, 'sleeves'>, usual: SleeveShares): SleeveShares {
  const [none, short, mid, long] = SLEEVE_LENGTHS.map((length, i) => sleeves[i] * usual[length]);
  const sum = none + short + mid + long;
  return { none: none / sum, short: short / sum, mid: mid / sum, long: long / sum };
}

function isComplete(points: Record<string, Point>): points is Landmarks {
  return GARMENT_LANDMARKS.every((name) => points[name] !== undefined);
}

/**
 * The parts of an answer of the net: x and y of each landmark, −0.5 to 0.5 of the frame, and probabilities. These are
 * of each of SLEEVE_LENGTHS and of a fold on the left and on the right. The last are those of each number of quarters
 * by which the garment is turned anticlockwise.
 */
function answerOf(values: Float32Array) {
  const coordinates = GARMENT_LANDMARKS.length * 2;
  const lengths = coordinates + SLEEVE_LENGTHS.length;
  const folds = lengths + 2;
  return {
    points: values.subarray(0, coordinates),
    sleeves: softmax(values.subarray(coordinates, lengths)),
    folded: Array.from(values.subarray(lengths, folds), sigmoid),
    turns: softmax(values.subarray(folds)),
  };
}

/** For each landmark, the index of its mirror image. */
const MIRRORED = GARMENT_LANDMARKS.map((name, _, names: readonly string[]) =>
  names.indexOf(name.endsWith('Left') ? name.replace(/Left$/, 'Right') : name.replace(/Right$/, 'Left')),
);

/** The mean of a landmark by the photo and by its mirror image, 0 to 1 of the frame. */
function meanPoint(straight: Float32Array, turned: Float32Array, index: number): Point {
  const other = MIRRORED[index];
  return {
    x: (straight[index * 2] - turned[other * 2]) / 2 + 0.5,
    y: (straight[index * 2 + 1] + turned[other * 2 + 1]) / 2 + 0.5,
  };
}

/** Rule that moves a landmark onto the contour. Distances are shares of the frame's side. */
interface Snap {
  /** 1 for a convex corner, −1 for a concave one. */
  readonly sense: 1 | -1;
  /** Gain per radian of turning, against the cost per distance from the net's point. */
  readonly corner: number;
  readonly distance: number;
  /** Gain per distance upwards. */
  readonly higher?: number;
  /** Least turning in radians. */
  readonly turningMin?: number;
  /** Greatest distance from the net's point; {@link REACH} without one. */
  readonly reach?: number;
}

const CORNER: Snap = { sense: 1, corner: 0.6, distance: 7 };
const FORK: Snap = { sense: -1, corner: 0.7, distance: 7, turningMin: 0.45 };
const ON_EDGE: Snap = { sense: 1, corner: 0, distance: 10 };

/** Greatest distance of a landmark from the net's point, as a share of the frame's side. */
const REACH = 0.06;
/** The same for the inner end of a cuff or an elbow, which must not reach the outer one. */
const INNER_REACH = 0.03;

/** The rule for each landmark, by its name without a side. */
const SNAPS: Readonly<Record<string, Snap>> = {
  neck: { sense: 1, corner: 0.25, distance: 8, higher: 5 },
  shoulder: { sense: 1, corner: 0.25, distance: 10 },
  armpit: FORK,
  crotch: FORK,
  cuffOuter: CORNER,
  cuffInner: { ...CORNER, reach: INNER_REACH },
  elbowOuter: ON_EDGE,
  elbowInner: { ...ON_EDGE, reach: INNER_REACH },
  waist: ON_EDGE,
  hem: CORNER,
  waistband: CORNER,
  kneeOuter: ON_EDGE,
  kneeInner: ON_EDGE,
  legHemOuter: CORNER,
  legHemInner: CORNER,
};

/** Half the length that turning is measured over, as a share of the frame's side. */
const TURNING_REACH = 0.022;
/** Greatest turning that counts, in radians. */
const TURNING_MAX = 1.6;

/** The points moved onto the contour, or left where it is too far away. Without sleeves an armpit has no corner. */
function snapped({ points, side }: LandmarkGuess, contour: readonly Point[], sleeves: SleeveLength): Landmarks {
  const turning = turningAngles(contour, Math.max(4, Math.round(side * TURNING_REACH)));
  const landmarks = { ...points };
  for (const name of GARMENT_LANDMARKS) {
    const part = name.replace(/(Left|Right)$/, '');
    const snap = sleeves === 'none' && part === 'armpit' ? ON_EDGE : SNAPS[part];
    landmarks[name] = bestOnContour(points[name], contour, turning, snap, side);
  }
  return landmarks;
}

/** The best place for a point on the contour within its reach; else the point itself. `side` is that of the frame. */
function bestOnContour(
  from: Point,
  contour: readonly Point[],
  turning: Float32Array,
  { sense, corner, distance, higher = 0, turningMin = Number.NEGATIVE_INFINITY, reach = REACH }: Snap,
  side: number,
): Point {
  let best = from;
  let least = Number.POSITIVE_INFINITY;
  for (const [i, place] of contour.entries()) {
    const away = Math.hypot(place.x - from.x, place.y - from.y) / side;
    const turn = sense * turning[i];
    if (away > reach || turn < turningMin) continue;
    const cost = away * distance - corner * clamp(turn, 0, TURNING_MAX) + (higher * (place.y - from.y)) / side;
    if (cost >= least) continue;
    least = cost;
    best = place;
  }
  return best;
}
