import type { GarmentAnalysis } from '../../../analysis.ts';
import {
  add,
  alongPolyline,
  clamp,
  distance,
  dot,
  mix,
  pixelMiddle,
  subtract,
  unit,
} from '../../../pixels/geometry.ts';
import type { Point } from '../../../pixels/raster.ts';
import { nearestOn, segmentsAlong } from '../../../pixels/segment.ts';
import type { Side } from '../body/side.ts';
import { edgeBeyond } from './garment-frame.ts';
import type { TopFitting } from './top-fitting.ts';

/** Points along each edge. */
const EDGE_POINTS = 17;
/** Share of a sleeve's length from which its cuff is near, and that up to which its seam is near. */
const CUFF_SHARE = 0.9;
const SEAM_SHARE = 0.08;
/** Overlap of sleeve and body at the seam, as a share of the chest's width. */
const OVERLAP = 0.016;
/** Greatest distance of a sleeve's cloth from its middle line, in half widths. */
const REACH = 1.12;
/** Length of a sleeve beyond the points of its cuff, as a share of its length. */
const BEYOND_CUFF = 0.1;
/** Extra search range for a sleeve's edges, in chest widths. A bent sleeve has its elbow aside. */
const OUTER_FARTHER = 0.16;
const INNER_FARTHER = 0.07;

/**
 * The edges of a sleeve in the garment photo, from seam to cuff: the outer from the shoulder, the inner from the
 * armpit.
 */
export type SleeveEdges = Readonly<ReturnType<typeof sleeveEdges>>;

/** The garment of a fitting as far as sleeves need it. */
type SleevedGarment = Pick<TopFitting, 'frame' | 'landmark'> & {
  readonly garment: Pick<GarmentAnalysis, 'raster' | 'alpha'>;
};

/** The edges of a sleeve between its landmarks, exactly on the edge of the cloth. */
export function sleeveEdges(fitting: SleevedGarment, side: Side) {
  const { outer, inner } = lines(fitting, side);
  const armpits = [fitting.landmark('armpit', 0), fitting.landmark('armpit', 1)] as const;
  const chest = distance(...armpits);
  const outerPoints: Point[] = [];
  const innerPoints: Point[] = [];
  let [outerReach, innerReach] = [1, 1];
  for (let k = 0; k < EDGE_POINTS; k++) {
    const t = k / (EDGE_POINTS - 1);
    const [o, i] = [alongPolyline(outer, t).at, alongPolyline(inner, t).at];
    const middle = mix(o, i, 0.5);
    // The line across the cuff follows the end of the cloth, so the edges continue as before it.
    if (t < CUFF_SHARE) {
      outerReach = reachOf(fitting, middle, o, OUTER_FARTHER * chest);
      innerReach = t < SEAM_SHARE ? 1 : reachOf(fitting, middle, i, INNER_FARTHER * chest);
    }
    outerPoints.push(mix(middle, o, outerReach));
    innerPoints.push(mix(middle, i, innerReach));
  }
  const seam = unit(subtract(inner[0], outer[0]));
  const normal = { x: -seam.y, y: seam.x };
  const sense = dot(subtract(mix(...armpits, 0.5), outer[0]), normal) > 0 ? 1 : -1;
  /** Unit vector across the seam, from the sleeve into the trunk. */
  const intoTrunk = { x: normal.x * sense, y: normal.y * sense };
  return { outer: evened(outerPoints), inner: evened(innerPoints), intoTrunk };
}

/**
 * The edge of the cloth on the line from the middle to an expected point, as a multiple of the distance to that point.
 */
function reachOf({ frame }: Pick<TopFitting, 'frame'>, middle: Point, believed: Point, farther: number): number {
  return distance(middle, edgeBeyond(frame, middle, believed, farther)) / Math.max(1, distance(middle, believed));
}

/** Straight lines through shoulder, elbow and cuff, and through armpit, elbow and cuff. */
function lines({ landmark }: Pick<TopFitting, 'landmark'>, side: Side) {
  return {
    outer: [landmark('shoulder', side), landmark('elbowOuter', side), landmark('cuffOuter', side)],
    inner: [landmark('armpit', side), landmark('elbowInner', side), landmark('cuffInner', side)],
  };
}

/** Smooths a line with fixed ends. */
function evened(points: readonly Point[]): Point[] {
  let line = [...points];
  for (let round = 0; round < 2; round++)
    line = line.map((p, k) => (k === 0 || k === line.length - 1 ? p : mix(p, mix(line[k - 1], line[k + 1], 0.5), 0.5)));
  return line;
}

/** The shares of the sleeve, `inside`, and of the body, `seam`, in the photo. They overlap a little at the seam. */
export function sleeveShares(
  { garment, landmark, frame }: SleevedGarment,
  side: Side,
  { outer, inner, intoTrunk }: SleeveEdges,
) {
  const { width, height } = garment.raster;
  const overlap = distance(landmark('armpit', 0), landmark('armpit', 1)) * OVERLAP;
  const centres = outer.map((p, i) => mix(p, inner[i], 0.5));
  const halves = outer.map((p, i) => Math.max(1, distance(p, inner[i]) / 2));
  const last = centres.length - 1;
  centres.push(add(centres[last], subtract(centres[last], centres[last - 1]), BEYOND_CUFF * last));
  halves.push(halves[last] * 1.1);
  const inside = new Float32Array(width * height);
  const seam = new Float32Array(width * height).fill(1);
  const axis = frame.aside(outer[0]);
  const pit = frame.along(landmark('armpit', side));
  const awayFrom = awayFromLine(centres, halves);
  for (let i = 0; i < inside.length; i++) {
    if (garment.alpha.data[i] <= 0) continue;
    const p = pixelMiddle(i, width);
    // Below the armpit the seam turns into the trunk, so that it does not cut sleeves that hang straight down.
    const beyond = Math.max(0, frame.along(p) - pit) - dot(subtract(p, outer[0]), intoTrunk);
    if (beyond < -overlap || frame.aside(p) * Math.sign(axis) < 0) continue;
    const away = awayFrom(p);
    if (away >= REACH) continue;
    inside[i] = clamp((beyond + overlap) / overlap) * clamp((REACH - away) / 0.08);
    seam[i] = clamp(1 - (beyond - 2 * overlap) / overlap);
  }
  return { inside, seam };
}

/** Returns the distance from the middle line of a sleeve in half widths; infinite beyond its cuff. */
function awayFromLine(centres: readonly Point[], halves: readonly number[]): (p: Point) => number {
  const steps = segmentsAlong(centres);
  return (p) => {
    const { step, along, square } = nearestOn(steps, p);
    if (step === steps.length - 1 && along === 1) return Number.POSITIVE_INFINITY;
    return Math.sqrt(square) / (halves[step] + (halves[step + 1] - halves[step]) * along);
  };
}
