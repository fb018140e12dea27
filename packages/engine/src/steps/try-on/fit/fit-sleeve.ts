import { add, boundingBox, clamp, distance, interpolate, mix, subtract } from '../../../pixels/geometry.ts';
import type { Depth } from '../../../pixels/layer.ts';
import type { Point } from '../../../pixels/raster.ts';
import type { PointMap } from '../../../pixels/thin-plate-spline.ts';
import { type ArmPath, armPath } from '../body/arm-path.ts';
import type { Side } from '../body/side.ts';
import type { WarpedPiece } from './fit.ts';
import { rollUp, type UnrolledSleeve } from './rolled-sleeve.ts';
import { type SleeveEdges, sleeveEdges, sleeveShares } from './sleeve-edges.ts';
import { roomOf, type SleeveRoom } from './sleeve-room.ts';
import type { TopFitting } from './top-fitting.ts';

/** Share of a sleeve's length up to which its edges are continued straight, well beyond its cloth. */
const BEYOND = 1.3;
/** Places along a sleeve that give the widths of its box. */
const BOX_STATIONS = 24;

/** A fitted sleeve, and the share of the photo that stays with the body beyond its seam. */
export interface FittedSleeve {
  readonly pieces: readonly WarpedPiece[];
  readonly seam: Float32Array<ArrayBuffer>;
  /**
   * Share of the arm that the sleeve covers, 0 shoulder, 0.5 elbow, 1 wrist; 0 for rolled sleeves, which show the arm.
   */
  readonly end: number;
}

/** Fits one sleeve along the person's arm. Its cloth follows the bend of the bone. */
export function fitSleeve(fitting: TopFitting, side: Side): FittedSleeve {
  const { joints } = fitting.body;
  const worn = wornSide(fitting, side);
  const edges = sleeveEdges(fitting, worn);
  const path = armPath(side, [joints.shoulder[side], joints.elbow[side], joints.wrist[side]]);
  const room = roomOf(fitting, side, edges, path);
  const { inside, alpha, seam: wornSeam } = sleeveShares(fitting, worn, edges);
  const seam = worn === side ? wornSeam : sleeveShares(fitting, side, sleeveEdges(fitting, side)).seam;
  const mapBy: UnrolledSleeve['mapBy'] = (change) => alongArm(edges, path, room, change);
  const depthBy: UnrolledSleeve['depthBy'] = (widened) => depthIn(path, room, widened);
  const piece = {
    map: mapBy((t, across) => [t, across]),
    share: inside,
    alpha,
    depth: depthBy(1),
    box: boxOf(path, room),
  };
  const { width } = fitting.garment.raster;
  const { outer, inner } = room;
  const reach: UnrolledSleeve['reach'] = (across) => [
    inner[0] + (outer[0] - inner[0]) * across,
    inner[1] + (outer[1] - inner[1]) * across,
  ];
  if (fitting.drape.rolled) return { pieces: rollUp({ piece, edges, width, reach, mapBy, depthBy }), seam, end: 0 };
  const elbow = distance(joints.shoulder[side], joints.elbow[side]);
  const end = interpolate(
    [
      [0, 0],
      [elbow / (elbow + distance(joints.elbow[side], joints.wrist[side])), 0.5],
      [1, 1],
    ],
    reach(0.5)[1],
  );
  return { pieces: [piece], seam, end };
}

/**
 * The side of the garment whose sleeve the arm gets. If the photo hides the arm's own sleeve, the other one, mirrored.
 */
function wornSide({ garment: { goodSleeve } }: TopFitting, side: Side): Side {
  return goodSleeve === null ? side : goodSleeve === 'left' ? 0 : 1;
}

/**
 * Maps a point of the person to the point of the sleeve at the same place of the arm. It interpolates on the line that
 * joins both edges at one share of the sleeve. At share 0 that line is the shoulder seam.
 */
function alongArm(
  edges: SleeveEdges,
  path: ArmPath,
  { outer, inner, outerWidth, innerWidth }: SleeveRoom,
  change: Parameters<UnrolledSleeve['mapBy']>[0],
): PointMap {
  return (x, y) => {
    const { share, offset } = path.place({ x, y });
    const width = offset > 0 ? outerWidth(share) : innerWidth(share);
    const across = 0.5 + (0.5 * offset) / width;
    const held = clamp(across);
    const start = inner[0] + (outer[0] - inner[0]) * held;
    const end = inner[1] + (outer[1] - inner[1]) * held;
    const p = onSleeve(edges, ...change(Math.min(BEYOND, (share - start) / (end - start)), across));
    return [p.x, p.y];
  };
}

/**
 * Depth of a point of the person within the edges of a sleeve, `widened` times as far from the bone. These edges are
 * smooth; those of a cut-out have steps.
 */
function depthIn(path: ArmPath, { outerWidth, innerWidth }: SleeveRoom, widened: number): Depth {
  return (x, y) => {
    const { share, offset } = path.place({ x, y });
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

function boxOf(path: ArmPath, room: SleeveRoom): WarpedPiece['box'] {
  const points: Point[] = [];
  for (let k = 0; k <= BOX_STATIONS; k++) {
    const share = room.outer[0] + (k / BOX_STATIONS) * (room.outer[1] - room.outer[0]);
    const { at, outwards } = path.station(share);
    points.push(add(at, outwards, room.outerWidth(share)), add(at, outwards, -room.innerWidth(share)));
  }
  return boundingBox(points, 25);
}
