import { clamp, distance } from '../../pixels/geometry.ts';
import { maskOf, planeOf } from '../../pixels/planes.ts';
import type { Point, Size } from '../../pixels/raster.ts';
import type { Landmarks } from './cloth.ts';
import type { GarmentCutOut } from './cut-out.ts';

/** Heights between which the notches of the neck lie below a hood, as shares of the garment's height. */
const NECK_FROM = 0.12;
const NECK_TO = 0.35;
/** Widths of a hood, as shares of the garment's; collars are narrower, shoulders wider. */
const HOOD_MIN = 0.28;
const HOOD_MAX = 0.6;
/** Most width between the notches to that of the hood above. */
const NOTCH_MAX = 0.93;
/** How much wider than that the garment is at its shoulders, and how far below the notches, as a share of its height. */
const SHOULDERS_MIN = 1.5;
const SHOULDERS_BELOW = 0.12;

/** Neck between the points taken for shoulders, as a share of their distance, from which they lie on a hood that is laid back. */
const NECK_ON_HOOD_MIN = 0.68;
/** How much wider than such a hood the garment is where the shoulders begin, and how far down that is at most, as a share of its height. */
const BESIDE_HOOD_MIN = 1.12;
const HOOD_BELOW_MAX = 0.2;

/** Left and right end of a row of a silhouette; null where it is empty. */
type Row = readonly [left: number, right: number] | null;

/**
 * A top without the hood that stands up above its shoulders as on an invisible head: worn, it would cover the face. Cut
 * off along the line between the notches at the neck. Null where no hood stands up.
 */
export function withoutStandingHood(cutOut: GarmentCutOut): GarmentCutOut | null {
  const { width, height } = cutOut.alpha;
  const rows = Array.from({ length: height }, (_, y) => rowOf(cutOut.silhouette, width, y));
  const notches = findNotches(rows);
  if (!notches) return null;
  const [left, right] = notches;
  const slope = (right.y - left.y) / (right.x - left.x);
  const below = (i: number) => Math.floor(i / width) - (left.y + slope * ((i % width) - left.x));
  const silhouette = maskOf(width * height, (i) => cutOut.silhouette[i] === 1 && below(i) >= 0);
  const data = planeOf(width * height, (i) => cutOut.alpha.data[i] * clamp(below(i) + 0.5));
  return { ...cutOut, silhouette, alpha: { width, height, data } };
}

/**
 * A silhouette without the hood that is laid back, where the points taken for shoulders lie on it: what is left shows where they are. Null
 * where they do not.
 */
export function withoutHoodAtShoulders(
  silhouette: Uint8Array<ArrayBuffer>,
  { width, height }: Size,
  { neckLeft, neckRight, shoulderLeft, shoulderRight }: Landmarks,
): Uint8Array<ArrayBuffer> | null {
  if (distance(neckLeft, neckRight) < NECK_ON_HOOD_MIN * distance(shoulderLeft, shoulderRight)) return null;
  const widths = Array.from({ length: height }, (_, y) => widthOf(rowOf(silhouette, width, y)));
  const top = widths.findIndex((wide) => wide > 0);
  const bottom = widths.findLastIndex((wide) => wide > 0);
  const hood = Math.round((shoulderLeft.y + shoulderRight.y) / 2);
  const shoulders = widths.findIndex((wide, y) => y > hood && wide > BESIDE_HOOD_MIN * widths[hood]);
  if (shoulders < 0 || shoulders - hood > HOOD_BELOW_MAX * (bottom - top)) return null;
  return maskOf(silhouette.length, (i) => i >= shoulders * width && silhouette[i] === 1);
}

function rowOf(silhouette: Uint8Array, width: number, y: number): Row {
  const left = silhouette.indexOf(1, y * width);
  if (left < 0 || left >= (y + 1) * width) return null;
  return [left - y * width, silhouette.lastIndexOf(1, (y + 1) * width - 1) - y * width + 1];
}

const widthOf = (row: Row) => (row ? row[1] - row[0] : 0);

/** Where the outline goes in between hood and shoulders, left and right. */
function findNotches(rows: readonly Row[]): readonly [Point, Point] | null {
  const top = rows.findIndex((row) => row !== null);
  const bottom = rows.findLastIndex((row) => row !== null);
  const tall = bottom - top;
  const widthAt = (y: number) => widthOf(rows[Math.round(y)] ?? null);
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
  return [innermost(below, hood, 0), innermost(below, hood, 1)];
}

/** The place where one side of some rows goes in farthest; the rows begin at `from`. */
function innermost(rows: readonly Row[], from: number, side: 0 | 1): Point {
  const inwards = side === 0 ? 1 : -1;
  let best: Point = { x: rows[0]?.[side] ?? 0, y: from };
  for (const [k, row] of rows.entries()) if (row && (row[side] - best.x) * inwards > 0) best = { x: row[side], y: from + k };
  return best;
}
