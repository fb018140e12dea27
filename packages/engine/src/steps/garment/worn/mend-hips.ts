import { interpolate } from '../../../pixels/geometry.ts';
import { median } from '../../../pixels/median.ts';
import type { Size } from '../../../pixels/raster.ts';
import { runsOf } from '../kind/runs.ts';

/** Reach of hands on trousers below the waistband, in widths of the waistband. */
const HANDS_REACH = 1.25;
/** Range of the garment's height that measures its waistband. */
const BAND_FROM = 0.02;
const BAND_TO = 0.08;
/** Share of those rows that are the waistband. */
const WAISTBAND = 0.15;
/** Greatest distance in pixels between cloth and a limb that hides its outline. */
const BESIDE = 8;
/** Least width of cloth that is not a finger, in widths of the waistband. */
const CLOTH_MIN = 0.2;

/**
 * The silhouette of trousers whose wearer's hands were cut away, with a convex outline from the waistband to below the
 * hands. An end of the waistband beside a limb may be the limb's outline: the mirrored other end replaces it if that is
 * wider. `isLimb` tells whether a pixel shows a limb of the wearer.
 */
export function mendHips(silhouette: Uint8Array, { width }: Size, isLimb: (pixel: number) => boolean): Uint8Array {
  const isHidden = (row: number, edge: number, outwards: number) =>
    Array.from({ length: BESIDE }, (_, k) => edge + outwards * (k + 1)).some(
      (x) => x >= 0 && x < width && isLimb(row * width + x),
    );
  const rows = rowsOfHips(silhouette, width);
  const hidesLeft = ({ row, from }: ClothRow) => isHidden(row, from, -1);
  const hidesRight = ({ row, to }: ClothRow) => isHidden(row, to - 1, 1);
  const whole = rows.filter((one) => !hidesLeft(one) && !hidesRight(one));
  const twiceMiddle = median((whole.length > 0 ? whole : rows).map(({ from, to }) => from + to));
  const outline = rows.map((one, k): ClothRow => {
    const { row, from, to } = one;
    if (k >= WAISTBAND * rows.length || hidesLeft(one) === hidesRight(one)) return one;
    return hidesLeft(one)
      ? { row, from: Math.min(from, twiceMiddle - to), to }
      : { row, from, to: Math.max(to, twiceMiddle - from) };
  });
  const left = convexLine(outline.map(({ row, from }) => [row, -from]));
  const right = convexLine(outline.map(({ row, to }) => [row, to]));
  const mended = silhouette.slice();
  for (const { row, from, to } of rows) {
    const start = Math.max(0, Math.round(-interpolate(left, row)));
    const end = Math.min(width, Math.round(interpolate(right, row)));
    mended.fill(1, row * width + start, row * width + from).fill(1, row * width + to, row * width + end);
  }
  return mended;
}

/** The first and one past the last pixel of the cloth in a row. */
interface ClothRow {
  readonly row: number;
  readonly from: number;
  readonly to: number;
}

/** The cloth of each row from the top to below the hands. Pieces as narrow as fingers do not count. */
function rowsOfHips(silhouette: Uint8Array, width: number): ClothRow[] {
  const [top, bottom] = [silhouette.indexOf(1), silhouette.lastIndexOf(1)].map((i) => Math.floor(i / width));
  const rowsBetween = (first: number, end: number, least: number) =>
    Array.from({ length: end - first }, (_, k) => first + k).flatMap((row) => {
      const pieces = runsOf(silhouette, width, row).filter(([from, to]) => to - from >= least);
      return pieces.length > 0 ? [{ row, from: pieces[0][0], to: pieces[pieces.length - 1][1] }] : [];
    });
  const [bandTop, bandEnd] = [BAND_FROM, BAND_TO].map((share) => Math.round(top + share * (bottom - top)));
  const band = Math.max(1, ...rowsBetween(bandTop, bandEnd + 1, 1).map(({ from, to }) => to - from));
  return rowsBetween(top, Math.min(bottom, Math.round(top + HANDS_REACH * band)), CLOTH_MIN * band);
}

type Place = readonly [row: number, at: number];

/** The convex line around places in the order of their rows, on the side of the greater second coordinate. */
function convexLine(places: readonly Place[]): Place[] {
  const line: Place[] = [];
  for (const place of places) {
    while (line.length > 1 && isWithin(line[line.length - 1], line[line.length - 2], place)) line.pop();
    line.push(place);
  }
  return line;
}

/** True if a place does not exceed the straight line between two others. */
const isWithin = ([row, at]: Place, [above, from]: Place, [below, to]: Place) =>
  (at - from) * (below - above) <= (to - from) * (row - above);
