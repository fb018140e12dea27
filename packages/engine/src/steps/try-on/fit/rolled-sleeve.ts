import { clamp, dot, mix, pixelMiddle, segmentDistance, subtract } from '../../../pixels/geometry.ts';
import type { Depth } from '../../../pixels/layer.ts';
import type { Point } from '../../../pixels/raster.ts';
import type { WarpedPiece } from './fit.ts';
import type { SleeveEdges } from './sleeve-edges.ts';

/** End of a rolled sleeve as a share of the arm, below the elbow. Shorter sleeves lose this share of themselves. */
const BELOW_ELBOW = 0.6;
const SHORTENED = 0.78;
/** Height of the roll as a share of the arm, and its distance from the sleeve. */
const ROLL = 0.085;
const STAND_OFF = 1.1;
/**
 * Strengths of a rolled sleeve's shading: at the fold, at the roll's upper edge, on the roll, and in its shadow on the
 * sleeve.
 */
const FOLD_SHADE = 0.2;
const EDGE_SHADE = 0.12;
const SWELL_LIGHT = 0.07;
const SHADOW = 0.28;
/** Length of that shadow and of the shade at the edges, as shares of the roll. */
const SHADOW_LENGTH = 0.3;
const SHADE_LENGTH = 0.14;
/** Shares of a sleeve's length over which its cloth fades out. */
const CUT = 0.008;

/** A sleeve before it is rolled, and the shares of the arm at its ends. */
export interface UnrolledSleeve {
  readonly piece: WarpedPiece;
  readonly edges: SleeveEdges;
  /** Width of the garment photo in pixels. */
  readonly width: number;
  /** From shoulder or armpit to cuff, by the share of the sleeve's width, 0 the inner edge. */
  reach(across: number): readonly [start: number, end: number];
  /** Maps the person to the sleeve with changed shares of its length and width. */
  mapBy(change: (t: number, across: number) => readonly [number, number]): WarpedPiece['map'];
  /** Depth within its sides, `widened` times as far from the bone. */
  depthBy(widened: number): Depth;
}

/** The sleeve up to its roll, and the roll: the same cloth turned over, doubled and a little wider. */
export function rollUp({ piece, edges, width, reach, mapBy, depthBy }: UnrolledSleeve): WarpedPiece[] {
  const [begins, ends] = reach(0.5);
  const rolledEnd = Math.min(BELOW_ELBOW, begins + (ends - begins) * SHORTENED);
  // The roll is square to the arm, although a sleeve's inner edge begins lower than its outer one.
  const rollAt = (across: number) => {
    const [start, end] = reach(clamp(across));
    const fold = (rolledEnd - start) / (end - start);
    return { fold, height: Math.min(ROLL / (end - start), fold * 0.45) };
  };
  const sleeve = new Float32Array(piece.share.length);
  const roll = new Float32Array(piece.share.length);
  const sleeveLight = new Float32Array(piece.share.length).fill(1);
  const rollLight = new Float32Array(piece.share.length).fill(1);
  for (let i = 0; i < sleeve.length; i++) {
    if (piece.share[i] <= 0) continue;
    const { t, across } = placeOn(edges, pixelMiddle(i, width));
    const { fold, height } = rollAt(across);
    sleeve[i] = piece.share[i] * clamp((fold - t) / CUT);
    roll[i] = piece.share[i] * clamp((fold - t) / CUT) * clamp((t - fold + height) / CUT);
    // Turning over puts the lowest cloth highest.
    const [toUpper, toFold] = [(fold - t) / height, (t - fold + height) / height];
    sleeveLight[i] = toUpper >= 1 ? 1 - SHADOW * Math.exp(-(toUpper - 1) / SHADOW_LENGTH) : 1;
    rollLight[i] =
      (1 + SWELL_LIGHT * Math.sin(clamp(toFold) * Math.PI)) *
      (1 - FOLD_SHADE * Math.exp(-Math.max(0, toFold) / SHADE_LENGTH)) *
      (1 - EDGE_SHADE * Math.exp(-Math.max(0, toUpper) / (SHADE_LENGTH * 0.5)));
  }
  const turned = mapBy((t, across) => {
    const { fold, height } = rollAt(across);
    return [2 * fold - height - t, 0.5 + (across - 0.5) / STAND_OFF];
  });
  return [
    { ...piece, share: sleeve, light: sleeveLight },
    { ...piece, map: turned, share: roll, light: rollLight, depth: depthBy(STAND_OFF) },
  ];
}

/** Shares of the sleeve's length and width, 0 the inner edge, at a point of the garment photo. */
function placeOn({ outer, inner }: SleeveEdges, p: Point): { t: number; across: number } {
  let least = Number.POSITIVE_INFINITY;
  let place = 0;
  for (let k = 1; k < outer.length; k++) {
    const [from, to] = [mix(outer[k - 1], inner[k - 1], 0.5), mix(outer[k], inner[k], 0.5)];
    const { distance, along } = segmentDistance(p, from, to);
    if (distance >= least) continue;
    least = distance;
    place = k - 1 + along;
  }
  const k = Math.min(outer.length - 2, Math.floor(place));
  const [o, i] = [outer, inner].map((edge) => mix(edge[k], edge[k + 1], place - k));
  const width = subtract(o, i);
  return { t: place / (outer.length - 1), across: dot(subtract(p, i), width) / (dot(width, width) || 1) };
}
