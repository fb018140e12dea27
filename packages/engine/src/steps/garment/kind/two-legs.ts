import type { Size } from '../../../pixels/raster.ts';
import { type Run, runsOf } from './runs.ts';

/** Rows that divide the outline of a jumpsuit into a top and trousers. */
export interface TwoLegs {
  /** First row of the photo with separate legs. */
  readonly crotch: number;
  /** Narrowest row between armpits and crotch; the usual row of a waist without a narrow row. */
  readonly waist: number;
}

/**
 * Least height of a trunk above the crotch, in widths of the garment just above the crotch. Trousers and shorts of the
 * shared photos have at most 1.1, drawn jumpsuits at least 1.5.
 */
const TRUNK_MIN = 1.25;
/**
 * Least length of the legs, as a share of the garment's height. A drawn romper has 0.15; the slit of a skirt is
 * shorter.
 */
const LEGS_MIN = 0.12;
/**
 * Least width of the gap between the legs, as a share of the wider leg. GAP_ROWS_MIN is the least share of rows with a
 * gap between crotch and hems.
 */
const GAP_MIN = 0.06;
const GAP_ROWS_MIN = 0.75;
/**
 * Least width of the wider leg, and greatest distance of the gap's middle from the garment's, as shares of the width
 * above the crotch.
 */
const LEG_MIN = 0.28;
const ASIDE_MAX = 0.14;
/** Least width of the other leg, as a share of the wider one. Things beside a garment are narrower. */
const EQUAL_MIN = 0.6;
/**
 * First, last and usual place of the waist, as shares of the way from the highest point to the crotch. AWAY is the cost
 * of the distance from the usual place.
 */
const WAIST_FROM = 0.42;
const WAIST_TO = 0.72;
const WAIST = 0.58;
const AWAY = 0.5;

/**
 * Finds the crotch and the waist of a jumpsuit in its silhouette (0 is outside). A jumpsuit has a trunk above two legs
 * of similar width with a gap. Null for a garment without legs or without a trunk.
 */
export function findTwoLegs(silhouette: Uint8Array, { width, height }: Size): TwoLegs | null {
  const rows = Array.from({ length: height }, (_, y) => runsOf(silhouette, width, y));
  const top = rows.findIndex((runs) => runs.length > 0);
  const bottom = rows.findLastIndex((runs) => runs.length > 0);
  const crotch = top < 0 ? null : crotchOf(rows, top, bottom);
  if (crotch === null) return null;
  const middle = middleOf(widestOf(rows[crotch - 1]));
  const hips = widthOf(widestOf(rows[crotch - 1]));
  if (crotch - top < TRUNK_MIN * hips || bottom - crotch < LEGS_MIN * (bottom - top)) return null;
  return { crotch, waist: waistOf(rows, top, crotch, middle) };
}

/** The first row below the trunk with separate legs; null without two legs. */
function crotchOf(rows: readonly (readonly Run[])[], top: number, bottom: number): number | null {
  const hems = bottom - Math.round(0.02 * (bottom - top));
  let crotch = hems;
  while (crotch > top && gapOf(rows[crotch - 1])) crotch--;
  if (crotch === hems || crotch === top) return null;
  const above = widestOf(rows[crotch - 1]);
  const seen = rows.slice(crotch, hems).filter((runs) => isBetweenLegs(runs, above)).length;
  return seen >= GAP_ROWS_MIN * (hems - crotch) ? crotch : null;
}

/** The two widest runs of a row, from left to right. Null unless both are wide enough for legs. */
function gapOf(runs: readonly Run[]): readonly [Run, Run] | null {
  const [a, b] = runs.toSorted((one, other) => widthOf(other) - widthOf(one));
  if (!a || !b || widthOf(b) < EQUAL_MIN * widthOf(a)) return null;
  return a[0] < b[0] ? [a, b] : [b, a];
}

function isBetweenLegs(runs: readonly Run[], above: Run): boolean {
  const legs = gapOf(runs);
  if (!legs) return false;
  const [left, right] = legs;
  const gap = right[0] - left[1];
  const isAside = Math.abs((left[1] + right[0]) / 2 - middleOf(above)) > ASIDE_MAX * widthOf(above) + gap / 2;
  const leg = Math.max(widthOf(left), widthOf(right));
  return !isAside && leg > LEG_MIN * widthOf(above) && gap > GAP_MIN * leg;
}

/** The narrowest row of the trunk, without the sleeves beside it. */
function waistOf(rows: readonly (readonly Run[])[], top: number, crotch: number, middle: number): number {
  const rowAt = (share: number) => Math.round(top + share * (crotch - top));
  let best = rowAt(WAIST);
  let least = Number.POSITIVE_INFINITY;
  const trunk = widthOf(widestOf(rows[crotch - 1]));
  for (let y = rowAt(WAIST_FROM); y <= rowAt(WAIST_TO); y++) {
    const run = rows[y].find(([from, to]) => from <= middle && middle < to);
    if (!run) continue;
    const cost = widthOf(run) / trunk + AWAY * Math.abs((y - top) / (crotch - top) - WAIST);
    if (cost >= least) continue;
    least = cost;
    best = y;
  }
  return best;
}

const widthOf = ([from, to]: Run) => to - from;
const middleOf = ([from, to]: Run) => (from + to) / 2;
const NOTHING: Run = [0, 0];
/** The widest run of a row; an empty one without any. */
export const widestOf = (runs: readonly Run[]): Run =>
  runs.reduce((widest, run) => (widthOf(run) > widthOf(widest) ? run : widest), NOTHING);
