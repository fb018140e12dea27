import { add, clamp, distance, dot, point, smoothstep, subtract } from '../../../pixels/geometry.ts';
import type { Point } from '../../../pixels/raster.ts';
import type { ArmPath, Station } from '../body/arm-path.ts';
import type { BodyModel } from '../body/body-model.ts';
import { type Side, signOf } from '../body/side.ts';
import type { SleeveEdges } from './sleeve-edges.ts';
import type { TopFitting } from './top-fitting.ts';

/**
 * Share of the arm that a sleeve of each length may cover. Product photos have the proportions of a catalogue's arms.
 * Short and elbow-long sleeves share a range, because the net of landmarks confuses them.
 */
const UP_TO_ELBOW = [0.16, 0.82] as const;
const COVER = { none: [0, 0], short: UP_TO_ELBOW, mid: UP_TO_ELBOW, long: [0.9, 1.02] } as const;
/** Greatest extension of a sleeve, in shares of the arm, to hide the end of the old one. */
const LENGTHENING_MAX = 0.14;
/** Share of the sleeve over which it leaves the shoulder seam. */
const SEAM_BLEND = 0.35;
/** Measured stations of the width. */
const STATIONS = 24;
/** Greatest narrowing of a sleeve on one side of the bone, along the same length of arm. */
const TAPER = 0.15;
/** Share of the arm from which a sleeve ends at the hand. */
const HAND_FROM = 0.95;
/** Stations of the transition from a measured to an assumed width. */
const BRIDGED = 8;
/** Greatest plausible distance of an arm's outline from its bone, in radii. Clothes stand off the arm. */
const SEEN_RADII = 2.1;

/** Begin and end of a sleeve on the arm, and its width outside and inside the bone. */
export interface SleeveRoom {
  /** Shares of the arm at the shoulder seam and at the cuff. */
  readonly outer: readonly [number, number];
  readonly inner: readonly [number, number];
  /** Distance from the bone at a share of the arm, in pixels of the analysed person. */
  outerWidth(share: number): number;
  innerWidth(share: number): number;
}

const lengthOf = (points: readonly Point[]) => points.slice(1).reduce((sum, p, i) => sum + distance(points[i], p), 0);

/** Lays the sleeve's lengths and widths along the arm, from the seam of the torso, over the arm's visible outline. */
export function roomOf(fitting: TopFitting, side: Side, edges: SleeveEdges, path: ArmPath): SleeveRoom {
  const { scale, shoulders, armpits, body } = fitting;
  const tip = path.place(shoulders[side]);
  const pit = path.place(armpits[side]);
  const start = clamp(tip.share, -0.15, 0.12);
  const cover = coverOf(fitting, side, start + (lengthOf(edges.outer) * scale) / path.length, path);
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
    const leave = smoothstep(0, SEAM_BLEND, k / STATIONS);
    return {
      // No skin shows between the seam and the outline of the arm.
      outer: seamWidth.outer + (outers[k] - seamWidth.outer) * (measured && k > 0 ? 1 : leave),
      inner: seamWidth.inner + (inner(outers[k]) - seamWidth.inner) * leave,
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

/** Share of the arm at the end of the sleeve: its own end, or a later one to hide the old sleeve. */
function coverOf({ garment, drape, body }: TopFitting, side: Side, own: number, path: ArmPath): number {
  const [least, most] = COVER[garment.sleeves];
  const cut = clamp(own, least, most) * (1 + drape.sleeve);
  // Rolled sleeves show the arm, whatever sleeve was worn.
  if (drape.rolled) return cut;
  const old = body.worn.sleeveEnd[side];
  const end = old !== null && old > cut && old - cut < LENGTHENING_MAX ? Math.min(1.02, old + 0.015) : cut;
  return end < HAND_FROM ? end : end + intoPocket(body, side) / path.length;
}

/**
 * Length of a sleeve beyond the wrist, in pixels of the analysed person: down to the pocket around the hand. A bare
 * hand ends there too.
 */
function intoPocket({ worn, joints }: BodyModel, side: Side): number {
  return (worn.intoPocket[side] ?? 0) * distance(joints.wrist[side], joints.knuckles[side]);
}

/** Widths of a sleeve on either side of the bone at a station. The outer one is measured if the arm's outline shows. */
interface Widths {
  readonly outer: number;
  readonly measured: boolean;
  /** True beside the elbow of an arm that bends outwards there. */
  readonly atElbow: boolean;
  /** The width that remains for the inner side with the given outer width. */
  inner(outer: number): number;
}

/**
 * The outer widths at stations `apart` from each other. They smooth the inward step of the outline at the end of the
 * old sleeve.
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

/** The outer width at a station. A hidden outline is interpolated from the nearest visible stations. */
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

/** Reach of the sleeve from the bone, outwards and inwards. Outwards it covers the visible arm. */
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
  const gap = aside - body.halfWidth(share, side);
  const edge = edgeOfArm(body, side, outer, 1, radius);
  // Cloth lies on the outside of an arm and hangs off its inside, so extra width goes inwards.
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

/** Reach of the visible arm beside a station, outwards (1) or inwards (−1); null if its outline is hidden. */
function edgeOfArm(body: BodyModel, side: Side, station: Station, sense: 1 | -1, radius: number): number | null {
  const elbow = aroundElbow(body, side, station, sense, radius);
  const beside = add(point(0, 0), station.outwards, sense);
  return body.edge(station.at, beside, radius * SEEN_RADII + Math.max(0, elbow - radius));
}

/**
 * Reach of the arm around its elbow beside a station; 0 if the arm does not bend that way. The arm's path cuts the
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
