import type { FrontOpening } from '../../../analysis.ts';
import { boundingBox } from '../../../pixels/crop.ts';
import { add, clamp, distance, interpolate, mix, pixelMiddle } from '../../../pixels/geometry.ts';
import type { Point } from '../../../pixels/raster.ts';
import { thinPlateSpline } from '../../../pixels/thin-plate-spline.ts';
import type { BodyModel } from '../body/body-model.ts';
import { SIDES, type Side, signOf } from '../body/side.ts';
import type { WarpedPiece } from './fit.ts';
import type { FittedTorso } from './fit-torso.ts';
import { type GarmentFrame, lowestCloth } from './garment-frame.ts';
import type { TopFitting } from './top-fitting.ts';
import { withinSide } from './torso-edges.ts';

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

/** Two open fronts, the areas that they must cover, and the area that shows the clothes below. */
export interface OpenFronts {
  readonly pieces: readonly Pick<WarpedPiece, 'map' | 'share' | 'light' | 'box'>[];
  readonly outlines: readonly (readonly Point[])[];
  readonly gap: readonly Point[];
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
): OpenFronts {
  const { body } = fitting;
  const { shoulderLines, front } = torso;
  const { sides } = front;
  const hem = SIDES.map((side) => sides[side][sides[side].length - 1]);
  const edges = SIDES.map((side) => frontEdge(fitting, front.begins, hem, opening, side));
  const outlineOf = (side: Side) => [
    ...shoulderLines[side],
    ...withinSide(sides, side),
    ...edges[side].target.toReversed().map((p) => add(p, body.across, signOf(side) * 0.01 * body.shoulderWidth)),
  ];
  return {
    pieces: SIDES.map((side) => frontPiece(fitting, torso.seams, hem[side], edges[side], opening, share, side)),
    outlines: SIDES.map(outlineOf),
    gap: gapOf(body, front.necks, hem, edges[0].target, edges[1].target),
  };
}

interface FrontEdge {
  readonly source: readonly Point[];
  readonly target: readonly Point[];
}

/** The edge of one front in the photo and on the person, from the neck down. */
function frontEdge(
  { frame, body, landmark }: TopFitting,
  begins: FittedTorso['front']['begins'],
  hem: readonly Point[],
  opening: FrontOpening,
  side: Side,
): FrontEdge {
  const line = asides(frame, side === 0 ? opening.left : opening.right);
  const end = add(mix(hem[0], hem[1], 0.5), body.down, HEM_SAG * body.shoulderWidth);
  const endAlong = (frame.along(landmark('hem', 0)) + frame.along(landmark('hem', 1))) / 2;
  const shares = Array.from({ length: EDGE_POINTS }, (_, k) => k / (EDGE_POINTS - 1));
  return {
    source: shares.map((t) => {
      const along = begins.along + (endAlong - begins.along) * t;
      return frame.place(along, interpolate(line, along));
    }),
    target: shares.map((t) =>
      add(mix(begins.at, end, t), body.across, signOf(side) * interpolate(GAPS, t) * body.shoulderWidth),
    ),
  };
}

/** A line of the photo as knots [along, aside]. */
function asides(frame: GarmentFrame, line: readonly Point[]): (readonly [number, number])[] {
  return line.map((p) => [frame.along(p), frame.aside(p)] as const).sort((a, b) => a[0] - b[0]);
}

function frontPiece(
  { garment, frame, landmark }: TopFitting,
  { from, to }: FittedTorso['seams'],
  hem: Point,
  edge: FrontEdge,
  opening: FrontOpening,
  share: Float32Array,
  side: Side,
): OpenFronts['pieces'][number] {
  const chestWidth = distance(landmark('armpit', 0), landmark('armpit', 1));
  const own = from.flatMap((p, k) => (frame.aside(p) * signOf(side) > 0 ? [k] : []));
  const hemEdge = { source: edge.source[EDGE_POINTS - 1], target: edge.target[EDGE_POINTS - 1] };
  const sources = [
    ...own.map((k) => from[k]),
    ...edge.source,
    ...HEM_POINTS.map((q) => lowestCloth(frame, mix(landmark('hem', side), hemEdge.source, q), HEM_REACH * chestWidth)),
  ];
  const targets = [...own.map((k) => to[k]), ...edge.target, ...HEM_POINTS.map((q) => mix(hem, hemEdge.target, q))];
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
  return { map: thinPlateSpline(targets, sources, STIFFNESS), share: half, light, box: boundingBox(targets, 20) };
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
