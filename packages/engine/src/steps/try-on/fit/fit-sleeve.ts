import { boundingBox } from '../../../pixels/crop.ts';
import { add, clamp, distance, dot, mix, pixelMiddle, subtract } from '../../../pixels/geometry.ts';
import type { Depth } from '../../../pixels/layer.ts';
import type { Point } from '../../../pixels/raster.ts';
import { nearestOn, segmentsAlong } from '../../../pixels/segment.ts';
import type { PointMap } from '../../../pixels/thin-plate-spline.ts';
import { type ArmPath, roundedArmPath } from '../body/arm-path.ts';
import { SIDES, type Side } from '../body/side.ts';
import type { Line, WarpedPiece } from './fit.ts';
import { type SleeveEdges, sleeveEdges, sleeveShares } from './sleeve-edges.ts';
import { lengthOf, roomOf, type SleeveRoom } from './sleeve-room.ts';
import type { TopFitting } from './top-fitting.ts';

/** Share of a sleeve's length up to which its edges are continued straight, well beyond its cloth. */
const BEYOND = 1.3;
/** Steps along a sleeve that give its edges on the person. */
const STATIONS = 24;

/**
 * Fits both sleeves along the person's arms. If the photo hides one, that arm gets the other one, mirrored. Both are as
 * long as the mean of those that the photo shows, because one may be bent. `seam` is the share of the photo that stays
 * with the body beyond a seam.
 */
export function fitSleeves(fitting: TopFitting) {
  const edges = SIDES.map((side) => sleeveEdges(fitting, side));
  const shares = SIDES.map((side) => sleeveShares(fitting, side, edges[side]));
  const { goodSleeve } = fitting.garment;
  const worn = SIDES.map((side) => (goodSleeve === null ? side : goodSleeve === 'left' ? 0 : 1));
  const length = (lengthOf(edges[worn[0]].outer) + lengthOf(edges[worn[1]].outer)) / 2;
  return SIDES.map((side) => ({
    ...fitSleeve(fitting, side, edges[worn[side]], shares[worn[side]].inside, length),
    seam: shares[side].seam,
  }));
}

/**
 * Fits one sleeve along an arm. Its cloth follows the bend of the bone. `inside` is its share of the photo, and
 * `length` that of its outer edge. `end` is the share of the arm that it covers, 0 shoulder, 0.5 elbow, 1 wrist; 0 for
 * rolled sleeves, which show the arm.
 */
function fitSleeve(fitting: TopFitting, side: Side, edges: SleeveEdges, inside: Float32Array, length: number) {
  const { joints } = fitting.body;
  const path = roundedArmPath(side, [joints.shoulder[side], joints.elbow[side], joints.wrist[side]]);
  const room = roomOf(fitting, side, edges, length, path);
  const whole = placesUpTo(path, room, 1);
  const piece = {
    map: alongArm(edges, path, room),
    share: inside,
    depth: depthIn(path, room, 1),
    box: boundingBox([...whole.outer, ...whole.inner], 25),
  };
  const atShoulder = [fitting.shoulders[side], fitting.armpits[side]] as const;
  const [start, end] = reachOf(room, 0.5);
  if (fitting.drape.rolled) {
    const pieces = rollUp(piece, edges, path, room, fitting.garment.raster.width);
    const toRoll = placesUpTo(path, room, (rolledEnd(room) - start) / (end - start));
    return { pieces, outlines: [], end: 0, lines: { seam: atShoulder, cuff: endOf(toRoll) } };
  }
  const filled = placesUpTo(path, room, CUFF_FROM);
  // Long sleeves hide a raised arm. The outer half of shorter ones would look puffed.
  const outer = fitting.garment.sleeves === 'long' ? filled.outer : filled.middle;
  // The arm turns the sleeve away from the seam, and its cloth fills the wedge between them.
  const outlines = [
    [...outer, ...filled.inner.toReversed()],
    [...atShoulder, filled.inner[0], outer[0]],
  ];
  return { pieces: [piece], outlines, end: path.along(end), lines: { seam: atShoulder, cuff: endOf(whole) } };
}

/** The line across the end of the places of a sleeve, from the outer edge to the inner one. */
const endOf = ({ outer, inner }: SleevePlaces): Line => [outer[STATIONS], inner[STATIONS]];

/** The shares of the arm at the ends of a sleeve, from shoulder or armpit to cuff, by the share of its width. */
function reachOf({ outer, inner }: SleeveRoom, across: number): readonly [start: number, end: number] {
  return [inner[0] + (outer[0] - inner[0]) * across, inner[1] + (outer[1] - inner[1]) * across];
}

/**
 * Maps a point of the person to the point of the sleeve at the same place of the arm. It interpolates on the line that
 * joins both edges at one share of the sleeve. At share 0 that line is the shoulder seam. `change` gives another place
 * on the sleeve for one, as shares of its length and width.
 */
function alongArm(
  edges: SleeveEdges,
  path: ArmPath,
  room: SleeveRoom,
  change: (t: number, across: number) => readonly [number, number] = (t, across) => [t, across],
): PointMap {
  return (p) => {
    const { share, offset } = path.place(p);
    const width = offset > 0 ? room.outerWidth(share) : room.innerWidth(share);
    const across = 0.5 + (0.5 * offset) / width;
    const [start, end] = reachOf(room, clamp(across));
    return onSleeve(edges, ...change(Math.min(BEYOND, (share - start) / (end - start)), across));
  };
}

/**
 * Depth of a point of the person within the edges of a sleeve, `widened` times as far from the bone. These edges are
 * smooth; those of a cut-out have steps.
 */
function depthIn(path: ArmPath, { outerWidth, innerWidth }: SleeveRoom, widened: number): Depth {
  return (p) => {
    const { share, offset } = path.place(p);
    return (offset > 0 ? outerWidth(share) : innerWidth(share)) * widened - Math.abs(offset);
  };
}

/**
 * The point of a sleeve at a share of its length and of its width, 0 the inner edge. Before its seam it continues
 * straight into the trunk.
 */
function onSleeve({ outer, inner, intoTrunk }: SleeveEdges, t: number, across: number): Point {
  if (t < 0)
    return add(mix(inner[0], outer[0], across), intoTrunk, -t * (outer.length - 1) * distance(outer[0], outer[1]));
  const last = outer.length - 1;
  const k = Math.min(last - 1, Math.floor(t * last));
  const at = (edge: readonly Point[]) => add(edge[k], subtract(edge[k + 1], edge[k]), t * last - k);
  return mix(at(inner), at(outer), across);
}

/** Share of a sleeve from which its cloth ends where the photo shows it. */
const CUFF_FROM = 0.95;

/** Places of a sleeve on the person from seam to cuff: its outer edge, its middle and its inner edge. */
type SleevePlaces = Readonly<Record<'outer' | 'middle' | 'inner', readonly Point[]>>;

/** The places of a sleeve up to a share of its length. */
function placesUpTo(path: ArmPath, room: SleeveRoom, end: number): SleevePlaces {
  const places = (across: number, width: (share: number) => number) => {
    const [from, to] = reachOf(room, across);
    return Array.from({ length: STATIONS + 1 }, (_, k) => {
      const share = from + ((end * k) / STATIONS) * (to - from);
      const { at, outwards } = path.station(share);
      return add(at, outwards, width(share));
    });
  };
  return {
    outer: places(1, room.outerWidth),
    middle: places(0.5, () => 0),
    inner: places(0, (share) => -room.innerWidth(share)),
  };
}

/** End of a rolled sleeve as a share of the arm, below the elbow. Shorter sleeves lose this share of themselves. */
const BELOW_ELBOW = 0.6;
const SHORTENED = 0.78;
/** Height of the roll as a share of the arm, and its distance from the sleeve. */
const ROLL = 0.085;
const STAND_OFF = 1.1;
/** Strengths of the shade at the fold of a roll and of its shadow on the sleeve, and their lengths in rolls. */
const FOLD_SHADE = 0.2;
const SHADE_LENGTH = 0.14;
const SHADOW = 0.28;
const SHADOW_LENGTH = 0.3;
/** Shares of a sleeve's length over which its cloth fades out. */
const CUT = 0.008;

/** Share of the arm at the end of a rolled sleeve. */
function rolledEnd(room: SleeveRoom): number {
  const [begins, ends] = reachOf(room, 0.5);
  return Math.min(BELOW_ELBOW, begins + (ends - begins) * SHORTENED);
}

/**
 * The sleeve up to its roll, and the roll: the same cloth turned over, doubled and a little wider. `width` is that of
 * the garment photo.
 */
function rollUp(
  piece: WarpedPiece,
  edges: SleeveEdges,
  path: ArmPath,
  room: SleeveRoom,
  width: number,
): readonly WarpedPiece[] {
  const foldAt = rolledEnd(room);
  // The roll is square to the arm, although a sleeve's inner edge begins lower than its outer one.
  const rollAt = (across: number) => {
    const [start, end] = reachOf(room, clamp(across));
    const fold = (foldAt - start) / (end - start);
    return { fold, height: Math.min(ROLL / (end - start), fold * 0.45) };
  };
  const placeOn = placesOn(edges);
  const sleeve = new Float32Array(piece.share.length);
  const roll = new Float32Array(piece.share.length);
  const sleeveLight = new Float32Array(piece.share.length).fill(1);
  const rollLight = new Float32Array(piece.share.length).fill(1);
  for (let i = 0; i < sleeve.length; i++) {
    if (piece.share[i] <= 0) continue;
    const { t, across } = placeOn(pixelMiddle(i, width));
    const { fold, height } = rollAt(across);
    sleeve[i] = piece.share[i] * clamp((fold - t) / CUT);
    roll[i] = piece.share[i] * clamp((fold - t) / CUT) * clamp((t - fold + height) / CUT);
    // Turning over puts the lowest cloth highest.
    const [toUpper, toFold] = [(fold - t) / height, (t - fold + height) / height];
    sleeveLight[i] = toUpper >= 1 ? 1 - SHADOW * Math.exp(-(toUpper - 1) / SHADOW_LENGTH) : 1;
    rollLight[i] = 1 - FOLD_SHADE * Math.exp(-Math.max(0, toFold) / SHADE_LENGTH);
  }
  const turned = alongArm(edges, path, room, (t, across) => {
    const { fold, height } = rollAt(across);
    return [2 * fold - height - t, 0.5 + (across - 0.5) / STAND_OFF];
  });
  return [
    { ...piece, share: sleeve, light: sleeveLight },
    { ...piece, map: turned, share: roll, light: rollLight, depth: depthIn(path, room, STAND_OFF) },
  ];
}

/** Returns the shares of the sleeve's length and width, 0 the inner edge, at a point of the garment photo. */
function placesOn({ outer, inner }: SleeveEdges): (p: Point) => { t: number; across: number } {
  const steps = segmentsAlong(outer.map((p, k) => mix(p, inner[k], 0.5)));
  return (p) => {
    const { step, along } = nearestOn(steps, p);
    const [o, i] = [outer, inner].map((edge) => mix(edge[step], edge[step + 1], along));
    const width = subtract(o, i);
    return { t: (step + along) / steps.length, across: dot(subtract(p, i), width) / (dot(width, width) || 1) };
  };
}
