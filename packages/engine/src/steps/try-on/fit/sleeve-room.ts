import { add, clamp, distance, dot, point, smoothstep, subtract } from '../../../pixels/geometry.ts';
import type { Point } from '../../../pixels/raster.ts';
import type { ArmPath, Station } from '../body/arm-path.ts';
import type { BodyModel } from '../body/body-model.ts';
import { type Side, signOf } from '../body/side.ts';
import type { SleeveEdges } from './sleeve-edges.ts';
import type { TopFitting } from './top-fitting.ts';

/** Shares of the arm that a sleeve of each length may cover: products are drawn to catalogue arms, not to this one. */
const COVER = { none: [0, 0], short: [0.16, 0.5], mid: [0.5, 0.82], long: [0.9, 1.02] } as const;
/** A sleeve is drawn this much longer, in shares of the arm, where that hides the end of the old one. */
const LENGTHENING_MAX = 0.14;
/** Share of the sleeve over which it leaves the shoulder seam. */
const SEAM_BLEND = 0.35;
/** Stations at which widths are measured. */
const STATIONS = 24;
/** How much narrower, to one side of the bone, a sleeve becomes at most along the same length of arm. */
const TAPER = 0.15;
/** Share of the arm from which a sleeve ends at the hand. */
const HAND_FROM = 0.95;
/** Over how many stations a width that was measured goes over into one that is assumed. */
const BRIDGED = 8;
/** Farthest that the outline of an arm is believed to lie from its bone, in radii of it: clothes stand off it. */
const SEEN_RADII = 2.1;

/** Where a sleeve begins and ends on the arm and how wide it is, outside and inside of the bone. */
export interface SleeveRoom {
  /** Shares of the arm at the shoulder seam and at the cuff. */
  readonly outer: readonly [number, number];
  readonly inner: readonly [number, number];
  /** Distances from the bone in pixels of the analysed person at a share of the arm. */
  outerWidth(share: number): number;
  innerWidth(share: number): number;
}

const lengthOf = (points: readonly Point[]) => points.slice(1).reduce((sum, p, i) => sum + distance(points[i], p), 0);

/**
 * Lays the sleeve's lengths and widths along the arm: from the seam of the torso, over what the arm's outline shows.
 */
export function roomOf(fitting: TopFitting, side: Side, edges: SleeveEdges, path: ArmPath): SleeveRoom {
  const { scale, shoulders, armpits, body } = fitting;
  const tip = path.place(shoulders[side]);
  const pit = path.place(armpits[side]);
  const cover = coverOf(fitting, side, edges, path);
  const start = clamp(tip.share, -0.15, 0.12);
  const innerStart = clamp(pit.share, start, cover * 0.8);
  const short = fitting.garment.sleeves === 'short';
  const innerEnd = short
    ? clamp(innerStart + (lengthOf(edges.inner) * scale) / path.length, innerStart + 0.02, cover * 1.03)
    : cover;
  const seamWidth = {
    outer: Math.max(tip.offset, 0.4 * body.armRadius(0)),
    inner: Math.max(-pit.offset, 0.4 * body.armRadius(0)),
  };
  const last = edges.outer.length - 1;
  const seen = Array.from({ length: STATIONS + 1 }, (_, k) => {
    const t = k / STATIONS;
    const wanted = (distance(edges.outer[Math.round(t * last)], edges.inner[Math.round(t * last)]) * scale) / 2;
    const [outerShare, innerShare] = [start + t * (cover - start), innerStart + t * (innerEnd - innerStart)];
    return widthsAt(fitting, side, path, wanted, outerShare, innerShare);
  });
  const outers = tapered(seen, ((cover - start) / STATIONS) * path.length);
  const table = seen.map(({ measured, inner }, k) => {
    const t = k / STATIONS;
    const leave = smoothstep(0, SEAM_BLEND, t);
    const outer = outers[k];
    return {
      outer: seamWidth.outer + (outer - seamWidth.outer) * (measured ? Math.max(leave, Math.min(0.75, t * 6)) : leave),
      inner: seamWidth.inner + (inner(outer) - seamWidth.inner) * leave,
    };
  });
  const at = (side: 'outer' | 'inner', share: number, [from, to]: readonly [number, number]) => {
    const place = clamp((share - from) / (to - from)) * (STATIONS - 0.001);
    const k = Math.floor(place);
    return table[k][side] + (table[k + 1][side] - table[k][side]) * (place - k);
  };
  const outer = [start, cover] as const;
  const inner = [innerStart, innerEnd] as const;
  return {
    outer,
    inner,
    outerWidth: (share) => at('outer', share, outer),
    innerWidth: (share) => at('inner', share, inner),
  };
}

/** Share of the arm at which the sleeve ends: as it is cut, and a little longer where the old sleeve would look out. */
function coverOf(
  { garment, scale, drape, body }: TopFitting,
  side: Side,
  { outer }: SleeveEdges,
  path: ArmPath,
): number {
  const [least, most] = COVER[garment.sleeves];
  const cut = clamp((lengthOf(outer) * scale) / path.length, least, most) * (1 + drape.sleeve);
  // Rolled up, sleeves show the arm, whatever was worn.
  if (drape.rolled) return cut;
  const old = body.worn.sleeveEnd[side];
  const end = old !== null && old > cut && old - cut < LENGTHENING_MAX ? Math.min(1.02, old + 0.015) : cut;
  return end < HAND_FROM ? end : end + intoPocket(body, side) / path.length;
}

/**
 * How far beyond the wrist a sleeve goes on, in pixels of the analysed person: down to the pocket that the hand is in,
 * where a bare one would end.
 */
function intoPocket({ worn, joints }: BodyModel, side: Side): number {
  return (worn.intoPocket[side] ?? 0) * distance(joints.wrist[side], joints.knuckles[side]);
}

/**
 * Widths of a sleeve on either side of the bone at a station, the outer one measured where the arm's outline is seen.
 */
interface Widths {
  readonly outer: number;
  readonly measured: boolean;
  /** True beside the elbow of an arm that bends outwards there. */
  readonly atElbow: boolean;
  /** What is left for the inner side of a sleeve that reaches so far outwards. */
  inner(outer: number): number;
}

/**
 * The outer widths of stations so far apart: where the old sleeve ends the outline steps inwards, which that of a new
 * one goes over evenly.
 */
function tapered(stations: readonly Widths[], apart: number): readonly number[] {
  const outers: number[] = [];
  for (const [k, { atElbow }] of stations.entries()) {
    const own = bridged(stations, k);
    const before = k === 0 || atElbow || stations[k - 1].atElbow ? own : outers[k - 1] - TAPER * apart;
    outers.push(Math.max(own, before));
  }
  return outers;
}

/**
 * The outer width of a station: where the arm's outline is not seen it goes over from the nearest stations where it is.
 */
function bridged(stations: readonly Widths[], k: number): number {
  const { outer, measured } = stations[k];
  if (measured) return outer;
  const before = stations.findLastIndex((station, j) => j < k && station.measured);
  const after = stations.findIndex((station, j) => j > k && station.measured);
  if (before >= 0 && after >= 0)
    return (
      stations[before].outer + ((stations[after].outer - stations[before].outer) * (k - before)) / (after - before)
    );
  const nearest = before >= 0 ? before : after;
  if (nearest < 0) return outer;
  return outer + (stations[nearest].outer - outer) * clamp(1 - Math.abs(k - nearest) / BRIDGED);
}

/** How far the sleeve reaches from the bone, outwards and inwards; outwards it covers the arm that is seen. */
function widthsAt(
  { garment, body }: TopFitting,
  side: Side,
  path: ArmPath,
  wanted: number,
  outerShare: number,
  innerShare: number,
): Widths {
  const { shoulderWidth } = body;
  const [outer, inner] = [path.station(outerShare), path.station(innerShare)];
  const [radius, innerRadius] = [body.armRadius(clamp(outerShare)), body.armRadius(clamp(innerShare))];
  const half = clamp(wanted, radius * 1.12, radius * (garment.sleeves === 'short' ? 1.5 : 1.6));
  const { share } = body.torsoPlace(inner.at);
  const aside = dot(subtract(inner.at, body.axis(share)), body.across) * signOf(side);
  const gap = aside - body.halfWidth(clamp(share, 0.1, 2), side);
  const edge = edgeOfArm(body, side, outer, 1, radius);
  // Cloth lies on the outside of an arm and hangs off its inside: what it is too wide goes there.
  const outwards = edge === null ? radius * 1.12 : Math.max(edge + 0.02 * shoulderWidth, radius);
  const beside = share < 1.1 && aside > 0;
  const least = innerRadius * (0.6 + 0.45 * clamp(-gap / innerRadius));
  const most = beside ? Math.max(gap + 0.04 * shoulderWidth, least) : Number.POSITIVE_INFINITY;
  const elbow = aroundElbow(body, side, inner, -1, innerRadius);
  const inwards = elbow === 0 ? 0 : (edgeOfArm(body, side, inner, -1, innerRadius) ?? elbow);
  const outerElbow = aroundElbow(body, side, outer, 1, radius);
  return {
    outer: Math.max(outwards, outerElbow),
    measured: edge !== null,
    atElbow: outerElbow > 0,
    inner: (reach) => Math.max(inwards, Math.min(clamp(2 * half - reach, radius * 1.05, radius * 2), most)),
  };
}

/**
 * How far the arm that is seen reaches beside a station, outwards (1) or inwards (−1); null where its outline is not
 * seen.
 */
function edgeOfArm(body: BodyModel, side: Side, station: Station, sense: 1 | -1, radius: number): number | null {
  const elbow = aroundElbow(body, side, station, sense, radius);
  const beside = add(point(0, 0), station.outwards, sense);
  return body.edge(station.at, beside, radius * SEEN_RADII + Math.max(0, elbow - radius));
}

/**
 * How far beside a station the arm around its elbow reaches, 0 where the arm does not bend that way: its path cuts the
 * corner there.
 */
function aroundElbow(
  { joints }: BodyModel,
  side: Side,
  { at, direction, outwards }: Station,
  sense: 1 | -1,
  radius: number,
): number {
  const away = subtract(joints.elbow[side], at);
  const [along, beside] = [dot(away, direction), dot(away, outwards) * sense];
  return beside > 0 && Math.abs(along) < radius ? beside + radius : 0;
}
