import { clamp, distance, dot, sampleAt, subtract } from '../../../pixels/geometry.ts';
import type { Point } from '../../../pixels/raster.ts';
import type { ArmPath } from '../body/arm-path.ts';
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
/** Measured stations of the width. */
const STATIONS = 24;
/** Greatest narrowing of a sleeve on one side of the bone, along the same length of arm. */
const TAPER = 0.15;
/** Share of the arm from which a sleeve ends at the hand. */
const HAND_FROM = 0.95;
/**
 * Greatest reach of a sleeve outwards, in radii of the arm, where the old sleeve goes on below it by this share of the
 * arm. The arm below becomes bare, so that a sleeve as wide as an old jacket's would stand off it.
 */
const ABOVE_BARE = 1.35;
const BARED_MIN = 0.1;
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
  const narrows = (TAPER * (cover - start) * path.length) / STATIONS;
  const old = body.worn.sleeveEnd[side];
  const radiiMax = old !== null && old > cover + BARED_MIN ? ABOVE_BARE : Number.POSITIVE_INFINITY;
  let reach = 0;
  const table = Array.from({ length: STATIONS + 1 }, (_, k) => {
    const t = k / STATIONS;
    const wanted = (distance(edges.outer[Math.round(t * last)], edges.inner[Math.round(t * last)]) * scale) / 2;
    const [outerShare, innerShare] = [start + t * (cover - start), innerStart + t * (innerEnd - innerStart)];
    const widths = widthsAt(fitting, side, path, wanted, outerShare, innerShare, [reach - narrows, radiiMax]);
    reach = widths.outer;
    return k === 0 ? seamWidth : widths;
  });
  const [outerWidths, innerWidths] = [table.map((widths) => widths.outer), table.map((widths) => widths.inner)];
  return {
    outer: [start, cover],
    inner: [innerStart, innerEnd],
    outerWidth: (share) => sampleAt(outerWidths, (STATIONS * (share - start)) / (cover - start)),
    innerWidth: (share) => sampleAt(innerWidths, (STATIONS * (share - innerStart)) / (innerEnd - innerStart)),
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
 * Reach of the sleeve from the bone, outwards and inwards. Outwards it covers the visible arm, up to `radiiMax` radii.
 * It is at least `outerMin`, so that the end of the old sleeve makes no step.
 */
function widthsAt(
  { garment, body }: TopFitting,
  side: Side,
  path: ArmPath,
  wanted: number,
  outerShare: number,
  innerShare: number,
  [outerMin, radiiMax]: readonly [number, number],
): { readonly outer: number; readonly inner: number } {
  const { shoulderWidth } = body;
  const [outer, inner] = [path.station(outerShare), path.station(innerShare)];
  const [radius, innerRadius] = [body.armRadius(clamp(outerShare)), body.armRadius(clamp(innerShare))];
  const half = clamp(wanted, radius * 1.12, radius * (garment.sleeves === 'short' ? 1.5 : 1.6));
  const { share } = body.torsoPlace(inner.at);
  const aside = dot(subtract(inner.at, body.axis(share)), body.across) * signOf(side);
  const gap = aside - body.halfWidth(share, side);
  const edge = body.edge(outer.at, outer.outwards, radius * SEEN_RADII);
  // Cloth lies on the outside of an arm and hangs off its inside, so extra width goes inwards.
  const covers = edge === null ? radius * 1.12 : Math.max(edge + 0.02 * shoulderWidth, radius);
  const outwards = Math.max(Math.min(covers, radiiMax * radius), outerMin);
  const beside = share < 1.1 && aside > 0;
  const least = innerRadius * (0.6 + 0.45 * clamp(-gap / innerRadius));
  const most = beside ? Math.max(gap + 0.04 * shoulderWidth, least) : Number.POSITIVE_INFINITY;
  return { outer: outwards, inner: Math.min(clamp(2 * half - outwards, radius * 1.05, radius * 2), most) };
}
