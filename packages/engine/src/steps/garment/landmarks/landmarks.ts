import {
  GARMENT_LANDMARKS,
  type GarmentLandmark,
  NET_CATEGORIES,
  type NetCategory,
  SLEEVE_LENGTHS,
  type SleeveLength,
} from '../../../analysis.ts';
import type { Net } from '../../../models/sessions.ts';
import { softmax } from '../../../models/softmax.ts';
import type { Point, Size } from '../../../pixels/raster.ts';
import { SIDES } from '../cloth.ts';
import { type Frame, frameOf } from '../frame.ts';
import type { CategoryShares } from '../kind/garment-kind.ts';
import { belowSleeve } from './below-sleeve.ts';
import { traceContour, turningAngles } from './contour.ts';
import { spreadWaistband } from './waistband-ends.ts';

/** Side of the net's input in pixels. */
const SIDE = 96;
/** Samples along each side of an input pixel. */
const SAMPLES = 4;

/** Category, sleeves and landmarks of a garment, in pixels of its photo. */
export interface GarmentShape {
  readonly category: NetCategory;
  readonly sleeves: SleeveLength;
  readonly landmarks: Record<GarmentLandmark, Point>;
  /** Certainty of the sleeve length, 0 to 1. */
  readonly sleeveConfidence: number;
}

/** How likely the silhouette of a garment is that of each category, 0 to 1, summing to 1. */
export async function outlineShares(
  silhouette: Uint8Array,
  { width, height }: Size,
  net: Net,
): Promise<CategoryShares> {
  const frame = frameOf(silhouette, width, height);
  const straight = await ask(silhouette, width, height, frame, net, false);
  const mirrored = await ask(silhouette, width, height, frame, net, true);
  const [top, dress, trousers, skirt] = meanShares(straight.categories, mirrored.categories);
  return { top, dress, trousers, skirt };
}

/** Finds the points of a garment by its silhouette, and moves them onto its corners. */
export async function findLandmarks(
  silhouette: Uint8Array,
  { width, height }: Size,
  net: Net,
  category: NetCategory,
): Promise<GarmentShape> {
  const frame = frameOf(silhouette, width, height);
  const straight = await ask(silhouette, width, height, frame, net, false);
  const mirrored = await ask(silhouette, width, height, frame, net, true);
  const landmarks = Object.fromEntries(
    GARMENT_LANDMARKS.map((name, index) => [name, meanPoint(straight, mirrored, index, frame)]),
  );
  if (!isComplete(landmarks)) throw new Error('the landmark net left points out');
  const sleeveShares = meanShares(straight.sleeves, mirrored.sleeves);
  const sleeves = SLEEVE_LENGTHS[indexOfLargest(sleeveShares)];
  snapLandmarks(landmarks, category, sleeves, silhouette, width, height, frame.side);
  return { category, sleeves, landmarks, sleeveConfidence: Math.max(...sleeveShares) };
}

function isComplete(points: Record<string, Point>): points is Record<GarmentLandmark, Point> {
  return GARMENT_LANDMARKS.every((name) => points[name] !== undefined);
}

interface NetAnswer {
  /** x and y of each landmark, −0.5 to 0.5 of the frame. */
  readonly points: Float32Array;
  readonly categories: number[];
  readonly sleeves: number[];
}

async function ask(
  silhouette: Uint8Array,
  width: number,
  height: number,
  { left, top, side }: Frame,
  net: Net,
  mirror: boolean,
): Promise<NetAnswer> {
  const plane = SIDE * SIDE;
  const input = new Float32Array(3 * plane);
  for (let v = 0; v < SIDE; v++) {
    for (let u = 0; u < SIDE; u++) {
      let sum = 0;
      for (let s = 0; s < SAMPLES * SAMPLES; s++) {
        const across = (u + ((s % SAMPLES) + 0.5) / SAMPLES) / SIDE;
        const x = Math.floor(left + (mirror ? 1 - across : across) * side);
        const y = Math.floor(top + ((v + (Math.floor(s / SAMPLES) + 0.5) / SAMPLES) / SIDE) * side);
        if (x >= 0 && y >= 0 && x < width && y < height) sum += silhouette[y * width + x];
      }
      const i = v * SIDE + u;
      input[i] = sum / (SAMPLES * SAMPLES);
      input[plane + i] = u / SIDE - 0.5;
      input[2 * plane + i] = v / SIDE - 0.5;
    }
  }
  const [values] = await net.run(input, [1, 3, SIDE, SIDE]);
  const coordinates = GARMENT_LANDMARKS.length * 2;
  return {
    points: values.subarray(0, coordinates),
    categories: softmax(values.subarray(coordinates, coordinates + NET_CATEGORIES.length)),
    sleeves: softmax(values.subarray(coordinates + NET_CATEGORIES.length)),
  };
}

/** For each landmark, the index of its mirror image. */
const MIRRORED = GARMENT_LANDMARKS.map((name) => {
  const other = name.endsWith('Left') ? name.replace(/Left$/, 'Right') : name.replace(/Right$/, 'Left');
  const index = new Map<string, number>(GARMENT_LANDMARKS.map((candidate, i) => [candidate, i])).get(other);
  if (index === undefined) throw new Error(`the landmark ${name} has no counterpart`);
  return index;
});

function meanPoint(straight: NetAnswer, mirrored: NetAnswer, index: number, { left, top, side }: Frame): Point {
  const other = MIRRORED[index];
  const x = (straight.points[index * 2] + 0.5 + (1 - (mirrored.points[other * 2] + 0.5))) / 2;
  const y = (straight.points[index * 2 + 1] + mirrored.points[other * 2 + 1]) / 2 + 0.5;
  return { x: left + x * side, y: top + y * side };
}

const meanShares = (a: readonly number[], b: readonly number[]) => a.map((share, i) => (share + b[i]) / 2);
const indexOfLargest = (shares: readonly number[]) => shares.indexOf(Math.max(...shares));

/** Rule that moves a landmark onto the contour. Distances are shares of the frame's side. */
interface Snap {
  /** 1 for a convex corner, −1 for a concave one. */
  readonly sense: 1 | -1;
  /** Gain per radian of turning, against the cost per distance from the net's point. */
  readonly corner: number;
  readonly distance: number;
  /** Gain per distance upwards. */
  readonly higher?: number;
  readonly reach?: number;
  /** Least turning in radians. */
  readonly turningMin?: number;
}

const NECK: Snap = { sense: 1, corner: 0.25, distance: 8, higher: 5 };
const ON_EDGE: Snap = { sense: 1, corner: 0, distance: 10 };
const CORNER: Snap = { sense: 1, corner: 0.6, distance: 7 };
const ARMPIT: Snap = { sense: -1, corner: 0.7, distance: 7, reach: 0.135, turningMin: 0.45 };

/** The rule for each landmark to move. Other landmarks stay at the net's point. */
function snapsFor(category: NetCategory, sleeves: SleeveLength): Partial<Record<GarmentLandmark, Snap>> {
  if (category === 'trousers') {
    const crotch: Snap = { sense: -1, corner: 0.7, distance: 6, reach: 0.14 };
    return {
      ...both('waistband', CORNER),
      ...both('legHemOuter', CORNER),
      ...both('legHemInner', CORNER),
      ...both('kneeOuter', ON_EDGE),
      ...both('kneeInner', ON_EDGE),
      crotch,
    };
  }
  if (category === 'skirt') return { ...both('waistband', CORNER), ...both('hem', CORNER) };
  const shared = { ...both('neck', NECK), ...both('waist', ON_EDGE), ...both('hem', CORNER) };
  if (sleeves === 'none') {
    return {
      ...shared,
      ...both('shoulder', { sense: 1, corner: 0.5, distance: 8, higher: 2 }),
      ...both('armpit', { sense: -1, corner: 0.05, distance: 10 }),
    };
  }
  return {
    ...shared,
    ...both('shoulder', { sense: 1, corner: 0.25, distance: 10 }),
    ...both('armpit', ARMPIT),
    ...both('cuffOuter', { ...CORNER, reach: 0.11 }),
    ...both('cuffInner', { ...CORNER, reach: 0.11 }),
    ...both('elbowOuter', ON_EDGE),
    ...both('elbowInner', { ...ON_EDGE, reach: 0.03 }),
  };
}

type PairName = { [K in GarmentLandmark]: K extends `${infer N}Left` ? N : never }[GarmentLandmark];

function both(name: PairName, snap: Snap): Partial<Record<GarmentLandmark, Snap>> {
  return { [`${name}Left`]: snap, [`${name}Right`]: snap };
}

/** Reach of a rule that gives no reach. */
const REACH = 0.09;
/** Half the length that turning is measured over, as a share of the frame's side. */
const TURNING_REACH = 0.022;
/** Greatest turning that counts, in radians. */
const TURNING_MAX = 1.6;

function snapLandmarks(
  landmarks: Record<GarmentLandmark, Point>,
  category: NetCategory,
  sleeves: SleeveLength,
  silhouette: Uint8Array,
  width: number,
  height: number,
  frameSide: number,
): void {
  const contour = traceContour(silhouette, width, height);
  const turning = turningAngles(contour, Math.max(4, Math.round(frameSide * TURNING_REACH)));
  const snaps = snapsFor(category, sleeves);
  const asked = { ...landmarks };
  for (const name of GARMENT_LANDMARKS) {
    const snap = snaps[name];
    const target = snap && bestOnContour(landmarks[name], contour, turning, snap, frameSide);
    if (target) landmarks[name] = target;
  }
  if (snaps.cuffOuterLeft) lowerArmpits(landmarks, asked, contour, turning, frameSide);
  if (category === 'trousers' || category === 'skirt') spreadWaistband(landmarks, contour);
}

/** Moves armpits that lie on the outer side of a sleeve below it, to the corner that is best there. */
function lowerArmpits(
  landmarks: Record<GarmentLandmark, Point>,
  asked: Readonly<Record<GarmentLandmark, Point>>,
  contour: readonly Point[],
  turning: Float32Array,
  frameSide: number,
): void {
  for (const side of SIDES) {
    const isBelow = belowSleeve(contour, landmarks, side);
    if (!isBelow) continue;
    const turningBelow = turning.map((turn, k) => (isBelow(k) ? turn : 0));
    const target = bestOnContour(asked[`armpit${side}`], contour, turningBelow, ARMPIT, frameSide);
    if (target) landmarks[`armpit${side}`] = target;
  }
}

function bestOnContour(
  from: Point,
  contour: readonly Point[],
  turning: Float32Array,
  snap: Snap,
  side: number,
): Point | null {
  let best: Point | null = null;
  let least = Number.POSITIVE_INFINITY;
  for (const [i, place] of contour.entries()) {
    const away = Math.hypot(place.x - from.x, place.y - from.y) / side;
    const turn = snap.sense * turning[i];
    if (away > (snap.reach ?? REACH) || turn < (snap.turningMin ?? Number.NEGATIVE_INFINITY)) continue;
    const cost =
      away * snap.distance -
      snap.corner * Math.max(0, Math.min(TURNING_MAX, turn)) +
      ((snap.higher ?? 0) * (place.y - from.y)) / side;
    if (cost >= least) continue;
    least = cost;
    best = place;
  }
  return best;
}
