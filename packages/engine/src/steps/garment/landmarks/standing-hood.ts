import { clamp, distance } from '../../../pixels/geometry.ts';
import { maskOf, planeOf } from '../../../pixels/planes.ts';
import type { Point } from '../../../pixels/raster.ts';
import type { GarmentCutOut } from '../cut-out/cut-out.ts';
import type { StandingCollar } from './standing-collar.ts';

/** Range of the notches between hood and shoulders below the highest point, as shares of the garment's height. */
const NECK_FROM = 0.12;
const NECK_TO = 0.35;
/** Range of a hood's width, as shares of the garment's. Collars are narrower, shoulders wider. */
const HOOD_MIN = 0.28;
const HOOD_MAX = 0.6;
/** Greatest width between the notches, in widths of the hood. */
const NOTCH_MAX = 0.93;
/**
 * Least width at the shoulders, in widths between the notches, and their distance below the notches as a share of the
 * height.
 */
const SHOULDERS_MIN = 1.5;
const SHOULDERS_BELOW = 0.12;

/**
 * Greatest height of a hood's widest row above the notches, in distances between them, if the hood hangs empty. Then
 * cloth below the brim stands around the neck. A hood that stands as on a head has its mouth at the height of a face.
 */
const LOW_BRIM_MAX = 0.25;

/** A top without its hood. `collar` is the rest of the hood around the neck, if any. */
export interface HoodlessTop {
  readonly cutOut: GarmentCutOut;
  readonly collar: StandingCollar | null;
}

/** Left and right end of a row of a silhouette, in columns; null for an empty row. */
type Row = readonly [left: number, right: number] | null;

/**
 * A top without the hood that stands above its shoulders, because it would cover the wearer's face. The cut follows the
 * line between the notches at the neck, or the hood's widest row if that is hardly higher. Null without such a hood.
 */
export function withoutStandingHood(cutOut: GarmentCutOut): HoodlessTop | null {
  const { width, height } = cutOut.alpha;
  const rows = Array.from({ length: height }, (_, y) => rowOf(cutOut.silhouette, width, y));
  const hood = findHood(rows);
  if (!hood) return null;
  const { base, top } = hood;
  const tall = (base[0].y + base[1].y - top[0].y - top[1].y) / 2;
  if (tall > LOW_BRIM_MAX * distance(...base)) return { cutOut: cutAbove(cutOut, ...base), collar: null };
  return { cutOut: cutAbove(cutOut, ...top), collar: hood };
}

/**
 * A cut-out without the part above the straight line through two points, in pixels of the photo. The two points must
 * differ in x.
 */
function cutAbove(cutOut: GarmentCutOut, left: Point, right: Point): GarmentCutOut {
  const { width, height } = cutOut.alpha;
  const slope = (right.y - left.y) / (right.x - left.x);
  const below = (i: number) => Math.floor(i / width) - (left.y + slope * ((i % width) - left.x));
  const silhouette = maskOf(width * height, (i) => cutOut.silhouette[i] === 1 && below(i) >= 0);
  const data = planeOf(width * height, (i) => cutOut.alpha.data[i] * clamp(below(i) + 0.5));
  return { ...cutOut, silhouette, alpha: { width, height, data } };
}

/** Left end and right end of a row of a silhouette, the right one excluded; null for an empty row. */
function rowOf(silhouette: Uint8Array, width: number, y: number): Row {
  const left = silhouette.indexOf(1, y * width);
  if (left < 0 || left >= (y + 1) * width) return null;
  return [left - y * width, silhouette.lastIndexOf(1, (y + 1) * width - 1) - y * width + 1];
}

/**
 * The notches between hood and shoulders, left and right, and the ends of the hood's widest row. Null without a hood.
 */
function findHood(rows: readonly Row[]): StandingCollar | null {
  const top = rows.findIndex((row) => row !== null);
  const bottom = rows.findLastIndex((row) => row !== null);
  const tall = bottom - top;
  const widthAt = (y: number) => {
    const row = rows[Math.round(y)];
    return row ? row[1] - row[0] : 0;
  };
  const widest = Math.max(...rows.map((_, y) => widthAt(y)));
  let hood = top;
  let neck: number | null = null;
  let least = NOTCH_MAX;
  for (let y = top; y < top + NECK_TO * tall; y++) {
    if (widthAt(y) > widthAt(hood) && neck === null) hood = y;
    const share = widthAt(y) / widthAt(hood);
    if (y < top + NECK_FROM * tall || share >= least) continue;
    neck = y;
    least = share;
  }
  if (neck === null || widthAt(hood) < HOOD_MIN * widest || widthAt(hood) > HOOD_MAX * widest) return null;
  if (widthAt(neck + SHOULDERS_BELOW * tall) < SHOULDERS_MIN * widthAt(neck)) return null;
  const below = rows.slice(hood, Math.round(neck + (NECK_TO / 2) * tall));
  const [left, right] = rows[hood] ?? [0, 0];
  return {
    base: [innermost(below, hood, 0), innermost(below, hood, 1)],
    top: [
      { x: left, y: hood },
      { x: right, y: hood },
    ],
  };
}

/** The innermost end of some rows on one side. `from` is the first row's y. */
function innermost(rows: readonly Row[], from: number, side: 0 | 1): Point {
  const inwards = side === 0 ? 1 : -1;
  let best: Point = { x: rows[0]?.[side] ?? 0, y: from };
  for (const [k, row] of rows.entries())
    if (row && (row[side] - best.x) * inwards > 0) best = { x: row[side], y: from + k };
  return best;
}
