import { distanceTo } from '../../../pixels/distance.ts';
import { clamp, interpolate } from '../../../pixels/geometry.ts';
import { solveLinear } from '../../../pixels/linear-equations.ts';
import { inverted, maskOf } from '../../../pixels/planes.ts';
import { pushPull } from '../../../pixels/push-pull.ts';
import type { Raster } from '../../../pixels/raster.ts';
import type { Silhouetted } from '../cut-out/cut-out.ts';
import { runsOf } from '../kind/runs.ts';

/** Reach of hands on trousers below the waistband, in widths of the waistband. */
const HANDS_REACH = 1.25;
/** Range of the garment's height that measures its waistband. */
const BAND_FROM = 0.02;
const BAND_TO = 0.08;
/** Least distance of a hand's outline from the smooth line of the hip, in widths of the waistband. */
const BITE_MIN = 0.03;
/** Height of the rows beside such a stretch that belong to the hand too, in widths of the waistband. */
const BITE_RIM = 0.03;
/** Greatest distance in pixels between cloth and a limb that hides its outline. */
const BESIDE = 8;
/** Rounds of fitting a line to the outline. */
const ROUNDS = 12;
/** Least width of cloth that is not a finger, in widths of the waistband. */
const CLOTH_MIN = 0.2;
/** Distance in pixels from its edge beyond which cloth has no mixed colours. */
const EDGE = 5;

/**
 * Gives trousers whose wearer's hands were cut away a smooth outline from the waistband to below the hands, filled with
 * the surrounding cloth. `limbs` are the wearer's visible limbs beside the cloth, and `hands` the remaining parts of
 * hands on it.
 */
export function mendHips(raster: Raster, silhouette: Uint8Array, limbs: Uint8Array, hands: Uint8Array): Silhouetted {
  const { width } = raster;
  const [top, bottom] = [silhouette.indexOf(1), silhouette.lastIndexOf(1)].map((i) => Math.floor(i / width));
  const [bandTop, bandEnd] = [BAND_FROM, BAND_TO].map((share) => Math.round(top + share * (bottom - top)));
  const bandRows = Array.from({ length: bandEnd + 1 - bandTop }, (_, k) => extentOf(silhouette, width, bandTop + k, 1));
  const band = Math.max(1, ...bandRows.map((extent) => (extent ? extent[1] - extent[0] : 0)));
  const end = Math.min(bottom, Math.round(top + HANDS_REACH * band));
  const extents = Array.from({ length: end - top }, (_, k) => extentOf(silhouette, width, top + k, CLOTH_MIN * band));
  const [seenLeft, seenRight] = seenSides(extents, (x, k) => x >= 0 && x < width && limbs[(top + k) * width + x] === 1);
  const left = smoothSide(seenLeft, band);
  const right = smoothSide(seenRight, band);
  const mended = silhouette.slice();
  for (const [k, extent] of extents.entries()) {
    if (!extent) continue;
    const row = (top + k) * width;
    const [from, to] = [clamp(Math.round(left[k]), 0, width - 1), clamp(Math.round(right[k]), 0, width)];
    for (let x = 0; x < width; x++) {
      if (x < from || x >= to) mended[row + x] = 0;
      else if (x < extent[0] || x >= extent[1]) mended[row + x] = 1;
    }
  }
  const seen = maskOf(silhouette.length, (i) => silhouette[i] === 1 && hands[i] === 0);
  return { raster: withCloth(raster, seen, mended), silhouette: mended };
}

/**
 * First and one past the last pixel of a row's cloth, without pieces narrower than `least` at either side; null without
 * cloth.
 */
function extentOf(silhouette: Uint8Array, width: number, y: number, least: number): readonly [number, number] | null {
  const pieces = runsOf(silhouette, width, y).filter(([from, to]) => to - from >= least);
  return pieces.length > 0 ? [pieces[0][0], pieces[pieces.length - 1][1]] : null;
}

type Side = readonly (number | null)[];

/**
 * The left and right end of the cloth of each row. An end beside a limb may be the limb's outline; the mirrored other
 * side replaces it if that is wider.
 */
function seenSides(
  extents: readonly (readonly [number, number] | null)[],
  isLimb: (x: number, row: number) => boolean,
): readonly [left: Side, right: Side] {
  const isHidden = (edge: number, outwards: number, row: number) =>
    Array.from({ length: BESIDE }, (_, k) => edge + outwards * (k + 1)).some((x) => isLimb(x, row));
  const left = extents.map((extent, row) => (extent && !isHidden(extent[0], -1, row) ? extent[0] : null));
  const right = extents.map((extent, row) => (extent && !isHidden(extent[1] - 1, 1, row) ? extent[1] : null));
  const sums = extents
    .flatMap((_, row) => (left[row] === null || right[row] === null ? [] : [left[row] + right[row]]))
    .sort((a, b) => a - b);
  const twiceMiddle = sums[sums.length >> 1];
  const mirrored = (at: number | null) => (at === null || twiceMiddle === undefined ? null : twiceMiddle - at);
  return [
    extents.map((extent, row) => extent && (left[row] ?? Math.min(extent[0], mirrored(right[row]) ?? extent[0]))),
    extents.map((extent, row) => extent && (right[row] ?? Math.max(extent[1], mirrored(left[row]) ?? extent[1]))),
  ];
}

/**
 * One side of the outline, row by row: the outline where it is near a smooth line, and the line elsewhere.
 */
function smoothSide(side: Side, band: number): number[] {
  const line = hipLine(side);
  const off = side.map((at, k) => (at === null ? Number.POSITIVE_INFINITY : at - line[k]));
  const rim = Math.round(BITE_RIM * band);
  const isSound = (row: number) =>
    off.slice(Math.max(0, row - rim), row + rim + 1).every((by) => Math.abs(by) <= BITE_MIN * band);
  const sound = off.flatMap((by, row): [number, number][] => (isSound(row) ? [[row, by]] : []));
  return line.map((at, row) => at + interpolate(sound, row));
}

/** The parabola near most rows of a side: least absolute distances, by repeated weighted least squares. */
function hipLine(side: Side): number[] {
  let weights = side.map((at): number => (at === null ? 0 : 1));
  let line: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    line = parabolaNear(side, weights);
    weights = side.map((at, k) => (at === null ? 0 : 1 / Math.max(1, Math.abs(at - line[k]))));
  }
  return line;
}

/** The weighted least-squares parabola, row by row, by its normal equations. */
function parabolaNear(side: Side, weights: readonly number[]): number[] {
  const powers = [0, 1, 2].map((power) => side.map((_, k) => (k / side.length) ** power));
  const product = (a: Side, b: Side) => weights.reduce((sum, weight, k) => sum + weight * (a[k] ?? 0) * (b[k] ?? 0), 0);
  const [factors] = solveLinear(
    powers.map((one) => Float64Array.from([...powers, side], (other) => product(one, other))),
  );
  return side.map((_, k) => powers.reduce((sum, terms, power) => sum + factors[power] * terms[k], 0));
}

/** The photo with the colours of the surrounding cloth where cloth was added. */
function withCloth(raster: Raster, before: Uint8Array, after: Uint8Array): Raster {
  const { width, height, data } = raster;
  const added = maskOf(after.length, (i) => after[i] === 1 && before[i] === 0);
  if (!added.includes(1)) return raster;
  const inside = distanceTo(inverted(before), width, height, EDGE);
  const near = distanceTo(added, width, height, EDGE);
  const known = maskOf(after.length, (i) => after[i] === 1 && inside[i] > EDGE);
  const filled = pushPull(data, known, width, height);
  const mended = new Uint8ClampedArray(data);
  for (let i = 0; i < after.length; i++)
    if (near[i] <= EDGE && after[i] === 1 && inside[i] <= EDGE)
      for (let c = 0; c < 3; c++) mended[i * 3 + c] = filled[i * 3 + c];
  return { width, height, data: mended };
}
