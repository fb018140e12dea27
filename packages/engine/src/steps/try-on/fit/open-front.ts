import type { FrontOpening } from '../../../analysis.ts';
import { add, clamp, distance, interpolate, mix, pixelMiddle } from '../../../pixels/geometry.ts';
import type { Point } from '../../../pixels/raster.ts';
import type { BodyModel } from '../body/body-model.ts';
import { SIDES, type Side, signOf } from '../body/side.ts';
import type { FittedLayer, WarpedPiece } from './fit.ts';
import type { FittedTorso } from './fit-torso.ts';
import { type GarmentFrame, lowestCloth } from './garment-frame.ts';
import type { TopFitting } from './top-fitting.ts';
import { withinSide } from './torso-edges.ts';
import { type Match, warpedPiece } from './warped-piece.ts';

/**
 * Half the gap between open fronts at shares of their length from the neck, in shoulder widths. The fronts part
 * downwards.
 */
const GAPS = [
  [0, 0.1],
  [0.35, 0.15],
  [0.7, 0.185],
  [1, 0.2],
] as const;
/** Points along the edge of a front. */
const EDGE_POINTS = 8;
/** Shares of a front's width, from the side, where its hem is fixed. */
const HEM_POINTS = [0.33, 0.67];
/** Search range for the hem on either side of its line, in chest widths. */
const HEM_REACH = 0.2;
/** Width and depth of the shade where a front's edge turns in; the width in chest widths. */
const TURN = 0.014;
const TURN_SHADE = 0.3;
/** Stiffness of a front's spline. */
const STIFFNESS = 3;
/**
 * Area of an open front that keeps the clothes below: above the shoulders and below the hem in torso lengths, and wider
 * than the hem.
 */
const KEPT_ABOVE = 0.5;
const KEPT_BELOW = 0.7;
const KEPT_BESIDE = 0.12;
/** An open front falls this much lower at its edge than at its side, in shoulder widths. */
const HEM_SAG = 0.03;

/** The fronts of a garment, and the area between them; null if they are closed. */
export interface Fronts extends FittedLayer {
  readonly gap: readonly Point[] | null;
}

/**
 * Parts a torso along its front: each side keeps its seams, and its edge swings outwards. `share` is the share of the
 * torso in each pixel of the photo.
 */
export function openFronts(
  fitting: TopFitting,
  torso: FittedTorso,
  opening: FrontOpening,
  share: Float32Array,
): Fronts {
  const { body } = fitting;
  const { shoulderLines, begins, necks, sides } = torso;
  const hem = SIDES.map((side) => sides[side][sides[side].length - 1]);
  const edges = SIDES.map((side) => frontEdge(fitting, begins, hem, opening, side));
  const inner = edges.map((edge) => edge.map(({ target }) => target));
  const outlineOf = (side: Side) => [
    ...shoulderLines[side],
    ...withinSide(sides, side),
    ...inner[side].toReversed().map((p) => add(p, body.across, signOf(side) * 0.01 * body.shoulderWidth)),
  ];
  return {
    pieces: SIDES.map((side) => frontPiece(fitting, torso.seams, hem[side], edges[side], opening, share, side)),
    outlines: SIDES.map(outlineOf),
    gap: gapOf(body, necks, hem, inner[0], inner[1]),
  };
}

/** The edge of one front in the photo and on the person, from the neck down. */
function frontEdge(
  { frame, body, landmark }: TopFitting,
  begins: FittedTorso['begins'],
  hem: readonly Point[],
  opening: FrontOpening,
  side: Side,
): Match[] {
  const line = asides(frame, side === 0 ? opening.left : opening.right);
  const end = add(mix(hem[0], hem[1], 0.5), body.down, HEM_SAG * body.shoulderWidth);
  const endAlong = (frame.along(landmark('hem', 0)) + frame.along(landmark('hem', 1))) / 2;
  return Array.from({ length: EDGE_POINTS }, (_, k) => {
    const t = k / (EDGE_POINTS - 1);
    const along = begins.along + (endAlong - begins.along) * t;
    const aside = signOf(side) * interpolate(GAPS, t) * body.shoulderWidth;
    return {
      source: frame.place(along, interpolate(line, along)),
      target: add(mix(begins.at, end, t), body.across, aside),
    };
  });
}

/** A line of the photo as knots [along, aside]. */
function asides(frame: GarmentFrame, line: readonly Point[]): (readonly [number, number])[] {
  return line.map((p) => [frame.along(p), frame.aside(p)] as const).sort((a, b) => a[0] - b[0]);
}

function frontPiece(
  { garment, frame, landmark }: TopFitting,
  seams: FittedTorso['seams'],
  hem: Point,
  edge: readonly Match[],
  opening: FrontOpening,
  share: Float32Array,
  side: Side,
): WarpedPiece {
  const chestWidth = distance(landmark('armpit', 0), landmark('armpit', 1));
  const hemEdge = edge[EDGE_POINTS - 1];
  const matches = [
    ...seams.filter(({ source }) => frame.aside(source) * signOf(side) > 0),
    ...edge,
    ...HEM_POINTS.map((q) => ({
      source: lowestCloth(frame, mix(landmark('hem', side), hemEdge.source, q), HEM_REACH * chestWidth),
      target: mix(hem, hemEdge.target, q),
    })),
  ];
  const { width } = garment.raster;
  const line = asides(frame, side === 0 ? opening.left : opening.right);
  const half = new Float32Array(share.length);
  const light = new Float32Array(share.length).fill(1);
  for (let i = 0; i < half.length; i++) {
    if (share[i] <= 0) continue;
    const p = pixelMiddle(i, width);
    const inside = (frame.aside(p) - interpolate(line, frame.along(p))) * signOf(side);
    half[i] = share[i] * clamp(inside + 0.5);
    light[i] = 1 - TURN_SHADE * Math.exp(-Math.max(0, inside) / (TURN * chestWidth));
  }
  return { ...warpedPiece(matches, STIFFNESS, half, 20), light };
}

/** The space between the fronts, up to the face and down below the hem. */
function gapOf(
  { down, across, torsoLength, shoulderWidth }: BodyModel,
  necks: readonly Point[],
  hem: readonly Point[],
  left: readonly Point[],
  right: readonly Point[],
): Point[] {
  const below = (side: Side) =>
    add(add(hem[side], down, KEPT_BELOW * torsoLength), across, signOf(side) * KEPT_BESIDE * shoulderWidth);
  return [
    add(necks[0], down, -KEPT_ABOVE * torsoLength),
    add(necks[1], down, -KEPT_ABOVE * torsoLength),
    necks[1],
    ...right,
    hem[1],
    below(1),
    below(0),
    hem[0],
    ...left.toReversed(),
    necks[0],
  ];
}
