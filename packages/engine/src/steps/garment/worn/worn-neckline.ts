import type { Neckline, PersonAnalysis } from '../../../analysis.ts';
import { add, alongPolyline, distance, dot, mix, subtract } from '../../../pixels/geometry.ts';
import type { Plane, Point } from '../../../pixels/raster.ts';
import { LANDMARK } from '../../person/body-frame.ts';
import { regionAt } from '../../person/region-at.ts';
import type { Landmarks } from '../cloth.ts';
import { traceContour } from '../landmarks/contour.ts';

/**
 * Range of a neck opening's width between its upper ends, and of its depth, in distances of the shoulder points.
 * Measured: collars up to 0.39 deep; 0.52 for a tie that is labelled as skin.
 */
const WIDTH_MIN = 0.15;
const WIDTH_MAX = 0.62;
const DEPTH_MIN = 0.05;
const DEPTH_MAX = 0.45;
/** Greatest distance of a place beside the outline, and of a hand or wrist that hides the outline. The same unit. */
const BESIDE = 0.03;
const HAND = 0.4;
/**
 * Share of the outline along hair from which it is the hair's outline (measured: beards up to 0.3, long hair 0.52 and
 * above).
 */
const HAIR_MAX = 0.5;
/** Least slope inwards of an edge. A neckline has one place across at every depth. */
const INWARDS_MIN = 0.02;
/** Points of the edge. */
const EDGE_POINTS = 33;
/** Confidence of an edge that is visible as an outline. */
const CONFIDENCE = 0.8;

type ShoulderPoints = Pick<Landmarks, 'shoulderLeft' | 'shoulderRight'>;
type Wearer = Pick<PersonAnalysis, 'frame' | 'pose' | 'regions'>;

/**
 * The neckline of a worn garment: the outline between the highest places on either side of the neck, below which the
 * cloth ends. Null if hair or a hand lies there.
 */
export function findWornNeckline(
  silhouette: Uint8Array,
  { width, height }: Pick<Plane, 'width' | 'height'>,
  { shoulderLeft, shoulderRight }: ShoulderPoints,
  wearer: Wearer,
): Neckline | null {
  const outline = overNeck(traceContour(silhouette, width, height), shoulderLeft, shoulderRight);
  const { down } = wearer.frame;
  const opening = deepestNotch(outline, (p) => dot(p, down));
  if (!opening) return null;
  const { edge, depth } = opening;
  const shoulders = distance(shoulderLeft, shoulderRight);
  const share = distance(edge[0], edge[edge.length - 1]) / shoulders;
  if (share < WIDTH_MIN || share > WIDTH_MAX || depth < DEPTH_MIN * shoulders || depth > DEPTH_MAX * shoulders)
    return null;
  if (isHidden(edge, shoulders, wearer)) return null;
  const lowest = edge.reduce((best, p, k) => (dot(p, down) > dot(edge[best], down) ? k : best), 0);
  const points = [
    ...inwards(edge.slice(0, lowest + 1), down, 1),
    ...inwards(edge.slice(lowest).toReversed(), down, -1).slice(0, -1).toReversed(),
  ];
  const even = Array.from({ length: EDGE_POINTS }, (_, k) => alongPolyline(points, k / (EDGE_POINTS - 1)).at);
  return { edge: even, closed: false, inHood: false, collar: null, confidence: CONFIDENCE };
}

/** An edge that always runs inwards on its way down the garment: to the right for 1, to the left for −1. */
function inwards(points: readonly Point[], down: Point, sense: 1 | -1): Point[] {
  const kept: Point[] = [];
  let least = Number.NEGATIVE_INFINITY;
  let last = Number.POSITIVE_INFINITY;
  for (const p of points) {
    const along = dot(p, down);
    const aside = sense * (p.x * down.y - p.y * down.x);
    least = Math.max(least + INWARDS_MIN * Math.max(0, along - last), aside);
    last = along;
    kept.push(add(p, { x: down.y, y: -down.x }, sense * (least - aside)));
  }
  return kept;
}

/** The clockwise outline from the left shoulder over the neck to the right one. */
function overNeck(contour: readonly Point[], left: Point, right: Point): readonly Point[] {
  const [from, to] = [left, right].map((shoulder) =>
    contour.reduce((best, p, k) => (distance(p, shoulder) < distance(contour[best], shoulder) ? k : best), 0),
  );
  return from <= to ? contour.slice(from, to + 1) : [...contour.slice(from), ...contour.slice(0, to + 1)];
}

/** The part of an outline between the highest places on either side of its deepest dip; null without a dip. */
function deepestNotch(
  outline: readonly Point[],
  along: (p: Point) => number,
): { readonly edge: readonly Point[]; readonly depth: number } | null {
  const highestBefore = highestSoFar(outline.map(along));
  const highestAfter = highestSoFar(outline.map(along).reverse())
    .map((k) => outline.length - 1 - k)
    .reverse();
  let best = { from: 0, to: 0, depth: 0 };
  for (const [k, p] of outline.entries()) {
    const [from, to] = [highestBefore[k], highestAfter[k]];
    const depth = along(p) - Math.max(along(outline[from]), along(outline[to]));
    if (depth > best.depth) best = { from, to, depth };
  }
  return best.depth > 0 ? { edge: outline.slice(best.from, best.to + 1), depth: best.depth } : null;
}

/** For each place the index of the least value up to there. */
function highestSoFar(values: readonly number[]): number[] {
  let best = 0;
  return values.map((value, k) => {
    if (value < values[best]) best = k;
    return best;
  });
}

/** True if hair lies along an edge, or a hand touches it. */
function isHidden(edge: readonly Point[], shoulders: number, { frame, pose, regions }: Wearer): boolean {
  const middle = mix(edge[0], edge[edge.length - 1], 0.5);
  const hands = [LANDMARK.wristLeft, LANDMARK.wristRight, LANDMARK.indexLeft, LANDMARK.indexRight].map(
    (k) => pose.landmarks[k],
  );
  if (hands.some((hand) => distance(hand, middle) < HAND * shoulders)) return true;
  const hair = edge.filter((p) => {
    const inside = subtract(middle, p);
    const aside = Math.sign(dot(inside, frame.across)) * BESIDE * shoulders;
    return regionAt(regions, add(p, frame.across, aside)) === 'hair';
  });
  return hair.length > HAIR_MAX * edge.length;
}
