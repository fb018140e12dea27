import { clamp, distance, dot, sampleAt, subtract } from '../../../pixels/geometry.ts';
import type { Point } from '../../../pixels/raster.ts';
import type { ArmPath } from '../body/arm-path.ts';
import type { BodyModel } from '../body/body-model.ts';
import { type Side, signOf } from '../body/side.ts';
import { sleevedTo } from '../body/worn-ends.ts';
import { SEEN_OF_FLAT } from './hanging-cloth.ts';
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
/** Measured stations of the width. */
const STATIONS = 24;
/** Greatest narrowing of a sleeve outside the bone, along the same length of arm. An old sleeve may end on the way. */
const TAPER = 0.15;
/** Share of the arm from which a sleeve ends at the hand. */
const HAND_FROM = 0.95;
/** Search range for the visible outline of an arm or of its sleeve, in radii of the arm. */
const SEEN_RADII = 2.1;
/** Least half width of a sleeve, in radii of the arm: our estimate for close cloth. */
const CLOSE = 1.12;
/** Width of a person's soft edge, and reach of a sleeve over the trunk beside it, in shoulder widths. */
const SOFT_EDGE = 0.02;
const OVER_TRUNK = 0.04;
/**
 * Reach of a sleeve inwards, in radii of the arm: the least beside the trunk, our estimate, and the greatest. Nine of
 * ten worn sleeves are less than four radii wide.
 */
const INWARDS_MIN = 0.6;
const INWARDS_MAX = 2;

/** Begin and end of a sleeve on the arm, and its width outside and inside the bone. */
export type SleeveRoom = Readonly<ReturnType<typeof roomOf>>;

/** Length of a line through points. */
export const lengthOf = (points: readonly Point[]) =>
  points.slice(1).reduce((sum, p, i) => sum + distance(points[i], p), 0);

/**
 * Lays the sleeve's lengths and widths along the arm, from the seam of the torso, over the arm's visible outline.
 * `length` is that of its outer edge in the garment photo.
 */
export function roomOf(fitting: TopFitting, side: Side, edges: SleeveEdges, length: number, path: ArmPath) {
  const { scale, shoulders, armpits, body } = fitting;
  const tip = path.place(shoulders[side]);
  const pit = path.place(armpits[side]);
  const start = clamp(tip.share, -0.15, 0.12);
  const cover = coverOf(fitting, side, start + (length * scale) / path.length, path);
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
  const seen = fitting.garment.isWorn ? 1 : SEEN_OF_FLAT;
  const narrows = (TAPER * (cover - start) * path.length) / STATIONS;
  let reach = 0;
  const table = Array.from({ length: STATIONS + 1 }, (_, k) => {
    const t = k / STATIONS;
    if (k === 0) return seamWidth;
    const at = Math.round(t * last);
    const outerShare = start + t * (cover - start);
    const half = (distance(edges.outer[at], edges.inner[at]) * scale * seen) / 2;
    const least = CLOSE * body.armRadius(clamp(outerShare));
    const innerShare = innerStart + t * (innerEnd - innerStart);
    const { outer, inner } = widthsAt(body, side, path, Math.max(half, least), outerShare, innerShare);
    reach = Math.max(outer, reach - narrows);
    return { outer: reach, inner };
  });
  const [outerWidths, innerWidths] = [table.map((widths) => widths.outer), table.map((widths) => widths.inner)];
  return {
    /** Shares of the arm at the shoulder seam and at the cuff. */
    outer: [start, cover] as const,
    inner: [innerStart, innerEnd] as const,
    /** Distance from the bone at a share of the arm, in pixels of the analysed person. */
    outerWidth: (share: number) => sampleAt(outerWidths, (STATIONS * (share - start)) / (cover - start)),
    innerWidth: (share: number) => sampleAt(innerWidths, (STATIONS * (share - innerStart)) / (innerEnd - innerStart)),
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

/**
 * Reach of the sleeve from the bone, outwards and inwards. `half` is half the width of its cloth on an arm. Outwards it
 * covers the visible outline of a bare arm, and an old sleeve up to that half width. The rest hangs inwards.
 */
function widthsAt(
  body: BodyModel,
  side: Side,
  path: ArmPath,
  half: number,
  outerShare: number,
  innerShare: number,
): { readonly outer: number; readonly inner: number } {
  const { shoulderWidth } = body;
  const [outer, inner] = [path.station(outerShare), path.station(innerShare)];
  const radius = body.armRadius(clamp(outerShare));
  const { share } = body.torsoPlace(inner.at);
  const aside = dot(subtract(inner.at, body.axis(share)), body.across) * signOf(side);
  const isBare = outerShare >= sleevedTo(body.worn, side);
  const edge = body.edge(outer.at, outer.outwards, SEEN_RADII * radius);
  const covers = edge === null ? half : edge + SOFT_EDGE * shoulderWidth;
  const outwards = Math.max(isBare ? covers : Math.min(covers, half), radius);
  const gap = aside - body.halfWidth(share, side);
  const isBeside = share < 1.1 && aside > 0;
  const room = isBeside ? Math.max(gap + OVER_TRUNK * shoulderWidth, INWARDS_MIN * radius) : Number.POSITIVE_INFINITY;
  const inwards = clamp(2 * half - outwards, radius, INWARDS_MAX * radius);
  return { outer: outwards, inner: Math.min(inwards, room) };
}
