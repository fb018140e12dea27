import {
  add,
  alongPolyline,
  boundingBox,
  clamp,
  distance,
  dot,
  mix,
  segmentDistance,
  smoothstep,
  subtract,
  unit,
} from '../../pixels/geometry.ts';
import type { Point } from '../../pixels/raster.ts';
import { thinPlateSpline } from '../../pixels/thin-plate-spline.ts';
import { type Side, signOf } from './body-model.ts';
import type { WarpedPiece } from './fit.ts';
import type { TopFitting } from './top-fitting.ts';

/** Shares of the arm that a sleeve of each length may cover: products are drawn to catalogue arms, not to this one. */
const COVER = { none: [0, 0], short: [0.16, 0.5], mid: [0.5, 0.82], long: [0.9, 1.02] } as const;
/** Overlap of sleeve and body at the seam, as a share of the chest's width. */
const OVERLAP = 0.03;
/** How far from the sleeve's own line its cloth may lie, in half widths of it. */
const REACH = 1.45;
/** Share of the arm over which the direction turns at the elbow. */
const ELBOW_BLEND = 0.12;
/** Share of the sleeve over which it leaves the shoulder seam. */
const SEAM_BLEND = 0.35;

/** A fitted sleeve, and what of the photo is left to the body beyond its seam. */
export interface FittedSleeve {
  readonly piece: WarpedPiece;
  readonly seam: Float32Array<ArrayBuffer>;
}

/** The two edges of a sleeve in the garment photo: outer from the shoulder, inner from the armpit. */
interface SleeveEdges {
  readonly outer: readonly Point[];
  readonly inner: readonly Point[];
}

/** Fits one sleeve along the person's arm, with a warp of its own. */
export function fitSleeve(fitting: TopFitting, side: Side): FittedSleeve {
  const edges = edgesOf(fitting, side);
  const { from, to } = pairs(fitting, side, edges);
  const { inside, seam } = sharesOf(fitting, edges);
  return { piece: { map: thinPlateSpline(to, from, 2), share: inside, box: boundingBox(to, 25) }, seam };
}

function edgesOf({ garment, landmark }: TopFitting, side: Side): SleeveEdges {
  const [shoulder, armpit] = [landmark('shoulder', side), landmark('armpit', side)];
  const [outerCuff, innerCuff] = [landmark('cuffOuter', side), landmark('cuffInner', side)];
  if (garment.sleeves !== 'short') {
    return {
      outer: [shoulder, landmark('elbowOuter', side), outerCuff],
      inner: [armpit, landmark('elbowInner', side), innerCuff],
    };
  }
  return {
    outer: [shoulder, mix(mix(shoulder, outerCuff, 0.5), landmark('elbowOuter', side), 0.7), outerCuff],
    inner: [armpit, mix(armpit, innerCuff, 0.5), innerCuff],
  };
}

const lengthOf = (points: readonly Point[]) => points.slice(1).reduce((sum, p, i) => sum + distance(points[i], p), 0);

/** Pairs of points for the warp: outer and inner edge and the middle between, at stations along the arm. */
function pairs(fitting: TopFitting, side: Side, { outer, inner }: SleeveEdges): { from: Point[]; to: Point[] } {
  const { garment, body, scale, drape, shoulders, armpits } = fitting;
  const { joints } = body;
  const arm = [joints.shoulder[side], joints.elbow[side], joints.wrist[side]];
  const armLength = lengthOf(arm);
  const short = garment.sleeves === 'short';
  const [least, most] = COVER[garment.sleeves];
  const cover = clamp((lengthOf(outer) * scale * (1 + drape.sleeve)) / armLength, least, most);
  // The inner edge begins at the armpit, not at the shoulder: the same share on both edges would smear a short sleeve.
  const innerStart = Math.min(nearestShare(arm, armpits[side]), cover * 0.8);
  const innerEnd = short
    ? Math.max(innerStart + 0.02, Math.min(innerStart + (lengthOf(inner) * scale) / armLength, cover * 1.03))
    : cover;
  const station = stations(side, arm, armLength);
  const from: Point[] = [];
  const to: Point[] = [];
  const count = short ? 5 : 8;
  for (let k = 0; k <= count; k++) {
    const t = k / count;
    const [so, si] = [alongPolyline(outer, t).at, alongPolyline(inner, t).at];
    const [qo, qi] = [t * cover, innerStart + t * (innerEnd - innerStart)];
    const width = sleeveWidths(fitting, side, (distance(so, si) * scale) / 2, station(qo), station(qi), qo, qi);
    let outerTarget = add(station(qo).at, station(qo).outwards, width.outer);
    let innerTarget = add(station(qi).at, station(qi).outwards, -width.inner);
    if (t < SEAM_BLEND) {
      const leave = smoothstep(0, SEAM_BLEND, t);
      let seam = add(shoulders[side], station(qo).direction, qo * armLength);
      const aside = (p: Point) => dot(subtract(p, body.origin), body.across) * signOf(side);
      if (width.measured && aside(outerTarget) > aside(seam)) seam = mix(seam, outerTarget, 0.75 * Math.min(1, t * 8));
      outerTarget = mix(seam, outerTarget, leave);
      innerTarget = mix(add(armpits[side], station(qi).direction, (qi - innerStart) * armLength), innerTarget, leave);
    }
    from.push(so, si, mix(so, si, 0.5));
    to.push(outerTarget, innerTarget, mix(outerTarget, innerTarget, 0.5));
  }
  return { from, to };
}

/** A place on the arm: where, which way the arm runs there, and which way is away from the body. */
interface Station {
  readonly at: Point;
  readonly direction: Point;
  readonly outwards: Point;
}

function stations(side: Side, arm: readonly Point[], armLength: number): (share: number) => Station {
  const elbow = distance(arm[0], arm[1]) / armLength;
  const upper = unit(subtract(arm[1], arm[0]));
  const lower = unit(subtract(arm[2], arm[1]));
  return (share) => {
    const { at, direction: end } = alongPolyline(arm, clamp(share));
    const direction = unit(mix(upper, lower, clamp((share - elbow) / ELBOW_BLEND + 0.5)));
    const outwards = signOf(side) > 0 ? { x: direction.y, y: -direction.x } : { x: -direction.y, y: direction.x };
    return { at: share > 1 ? add(at, end, (share - 1) * armLength) : at, direction, outwards };
  };
}

function nearestShare(arm: readonly Point[], p: Point): number {
  let best = 0;
  let least = Number.POSITIVE_INFINITY;
  for (let k = 0; k <= 60; k++) {
    const away = distance(alongPolyline(arm, k / 60).at, p);
    if (away >= least) continue;
    least = away;
    best = k / 60;
  }
  return best;
}

/** How far the sleeve reaches from the bone, outwards and inwards; outwards it covers the arm that is seen. */
function sleeveWidths(
  { garment, body }: TopFitting,
  side: Side,
  wanted: number,
  outer: Station,
  inner: Station,
  qo: number,
  qi: number,
) {
  const { shoulderWidth } = body;
  const radius = body.armRadius(Math.min(1, qo));
  const half = clamp(wanted, radius * 1.12, radius * (garment.sleeves === 'short' ? 1.5 : 1.8));
  const { share } = body.torsoPlace(inner.at);
  const gap =
    dot(subtract(inner.at, body.axis(share)), body.across) * signOf(side) - body.halfWidth(clamp(share, 0.1, 2), side);
  const beside = share < 1.1 && dot(subtract(inner.at, body.axis(share)), body.across) * signOf(side) > 0;
  const inwards = beside ? Math.min(half, Math.max(gap + 0.04 * shoulderWidth, body.armRadius(Math.min(1, qi)) * 0.6)) : half;
  const edge = body.edge(outer.at, outer.outwards, 0.34 * shoulderWidth);
  if (edge === null || edge >= radius * 2.1) return { outer: half, inner: inwards, measured: edge !== null };
  return {
    outer: clamp(Math.max(half, edge + 0.018 * shoulderWidth), 0, Math.max(edge * 1.45, radius)),
    inner: inwards,
    measured: true,
  };
}

/** What of the photo is the sleeve, and what is left to the body: they overlap a little at the seam. */
function sharesOf(
  { garment, landmark }: TopFitting,
  { outer, inner }: SleeveEdges,
): { inside: Float32Array<ArrayBuffer>; seam: Float32Array<ArrayBuffer> } {
  const { width, height } = garment.raster;
  const overlap = distance(landmark('armpit', 0), landmark('armpit', 1)) * OVERLAP;
  const centres = outer.map((p, i) => mix(p, inner[i], 0.5));
  const halves = outer.map((p, i) => Math.max(1, distance(p, inner[i]) / 2));
  const along = unit(subtract(inner[0], outer[0]));
  const normal = { x: -along.y, y: along.x };
  const sense = dot(subtract(centres[2], centres[0]), normal) > 0 ? 1 : -1;
  const inside = new Float32Array(width * height);
  const seam = new Float32Array(width * height).fill(1);
  for (let i = 0; i < inside.length; i++) {
    if (garment.alpha.data[i] <= 0) continue;
    const p = { x: (i % width) + 0.5, y: Math.floor(i / width) + 0.5 };
    const beyond = dot(subtract(p, outer[0]), normal) * sense;
    if (beyond < -overlap) continue;
    const upper = segmentDistance(p, centres[0], centres[1]);
    const lower = segmentDistance(p, centres[1], add(centres[2], subtract(centres[2], centres[1]), 0.3));
    const away = Math.min(
      upper.distance / (halves[0] + (halves[1] - halves[0]) * upper.along),
      lower.distance / (halves[1] + (halves[2] - halves[1]) * lower.along),
    );
    if (away >= REACH) continue;
    inside[i] = clamp((beyond + overlap) / overlap);
    seam[i] = clamp(1 - (beyond - 2 * overlap) / overlap);
  }
  return { inside, seam };
}
