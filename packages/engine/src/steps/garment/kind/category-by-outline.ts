import type { NetCategory } from '../../../analysis.ts';
import { median } from '../../../pixels/median.ts';
import { type Run, runsOf } from './runs.ts';

/** Heights over the lower end, as shares of the garment's height, at which legs are looked for. */
const LEG_LEVELS = [0.04, 0.07, 0.1, 0.14, 0.18, 0.22, 0.26];
/** Heights at which both legs must show under a waistband, and under anything else. */
const LEGS_MIN = 1;
const LEGS_MIN_ALONE = 5;
/** Narrowest leg and narrowest waistband, as shares of the garment's width. */
const LEG_MIN = 0.18;
const WAISTBAND_MIN = 0.62;
/** Most height to a width: what is taller the net knows well, and shirts are. */
const TALLEST = 0.88;
/** The same of what hangs straight from its whole width, as no shirt does from its neck, and that width. */
const STRAIGHT_TALLEST = 1.1;
const STRAIGHT_MIN = 0.85;
/** Heights, as shares from the top, at which it is no narrower again. */
const STRAIGHT_LEVELS = [0.15, 0.3, 0.5, 0.7];
/** How far below the top the waistband is measured, as a share of the height. */
const WAISTBAND_LEVEL = 0.06;

/**
 * Widths by which a hood with shoulders below it is told from the waist of a skirt, which widens evenly: that of the top,
 * as a share of the whole, and what of the rest is reached at a height (skirts 0.3, hooded tops 0.55 and more).
 */
const HOOD_MIN = 0.25;
const HOOD_MAX = 0.55;
const SHOULDER_LEVEL = 0.3;
const SHOULDERED_MIN = 0.5;
/**
 * The crotch of trousers so short that their legs hardly show: a notch in the lower edge near the middle, as shares of height and width,
 * deeper than any other by half, between hems that rise outwards in the mean by at least a share of the height (skirts: notch 0.01, rise 0.06 and less).
 */
const CROTCH_MIN = 0.018;
const CROTCH_ASIDE = 0.12;
const HEM_RISE_MIN = 0.08;
/** Share by which both hems rise from which they are those of legs also where other notches are nearly as deep, in a cut-out that is torn (the lower hem of skirts: 0.04 and less). */
const HEM_RISE_SURE = 0.1;
/**
 * Depth of the notch that is enough between such hems where no other is more than half as deep: cuffs that hang over it, and a ragged cut-out, close
 * most of it (shorts with cuffs on a blanket 0.0077 and 0.0115).
 */
const CROTCH_SURE = 0.007;
/** Where the height of the hems is measured, as a share of the width from either side, and over how much of it. */
const HEM_SIDE = 0.07;
const HEM_MIDDLE = 0.42;
const HEM_SPAN = 0.06;

/** A dress is at least this much taller than wide. */
const DRESS_HEIGHT = 1.6;

/**
 * What the outline of a garment says against the category that the net saw in it; null where it says nothing. By their
 * proportions alone the net takes short trousers and skirts for tops, very short trousers for skirts, and hooded jackets whose
 * sleeves hang against them for skirts.
 */
export function categoryByOutline(
  silhouette: Uint8Array,
  width: number,
  height: number,
  guessed: NetCategory,
): NetCategory | null {
  const outline = outlineOf(silhouette, width, height);
  if (!outline || guessed === 'trousers') return null;
  if (guessed !== 'skirt') return byWaistband(outline);
  if (!isShouldered(outline)) return hasCrotch(outline) ? 'trousers' : null;
  return outline.bottom - outline.top > DRESS_HEIGHT * (outline.right - outline.left) ? 'dress' : 'top';
}

/** The rows of a silhouette, and the box around it. */
interface Outline {
  readonly rows: readonly Run[][];
  readonly top: number;
  readonly bottom: number;
  readonly left: number;
  readonly right: number;
}

function outlineOf(silhouette: Uint8Array, width: number, height: number): Outline | null {
  const rows = Array.from({ length: height }, (_, y) => runsOf(silhouette, width, y));
  const top = rows.findIndex((runs) => runs.length > 0);
  const bottom = rows.findLastIndex((runs) => runs.length > 0);
  if (top < 0) return null;
  const filled = rows.filter((runs) => runs.length > 0);
  const left = Math.min(...filled.map((runs) => runs[0][0]));
  const right = Math.max(...filled.map((runs) => runs[runs.length - 1][1]));
  return { rows, top, bottom, left, right };
}

/** What has a waistband at its top, or two legs, is none of what begins narrow, at the neck. */
function byWaistband(outline: Outline): NetCategory | null {
  const { rows, top, bottom, left, right } = outline;
  const broad = (y: number) => rows[Math.round(y)].filter(([from, to]) => to - from > LEG_MIN * (right - left));
  const legs = LEG_LEVELS.filter((level) => broad(bottom - level * (bottom - top)).length === 2).length;
  const [band, ...others] = broad(top + WAISTBAND_LEVEL * (bottom - top));
  if (bottom - top > TALLEST * (right - left)) return isStraight(outline) ? 'skirt' : null;
  const hasBand = others.length === 0 && band !== undefined && band[1] - band[0] > WAISTBAND_MIN * (right - left);
  if (hasBand) return legs >= LEGS_MIN || hasCrotch(outline) ? 'trousers' : 'skirt';
  return legs >= LEGS_MIN_ALONE && others.length === 0 && band !== undefined ? 'trousers' : null;
}

/** True of what is nearly as wide at its top as anywhere, and nowhere narrower below. */
function isStraight(outline: Outline): boolean {
  if (outline.bottom - outline.top > STRAIGHT_TALLEST * (outline.right - outline.left)) return false;
  const band = widthAt(outline, WAISTBAND_LEVEL);
  return band > STRAIGHT_MIN && STRAIGHT_LEVELS.every((level) => widthAt(outline, level) >= band);
}

/** True where the outline widens as over shoulders. */
function isShouldered(outline: Outline): boolean {
  const hood = widthAt(outline, WAISTBAND_LEVEL);
  return hood > HOOD_MIN && hood < HOOD_MAX && widthAt(outline, SHOULDER_LEVEL) - hood > SHOULDERED_MIN * (1 - hood);
}

/** How wide an outline is at a share of its height, as a share of its greatest width. */
function widthAt({ rows, top, bottom, left, right }: Outline, share: number): number {
  const runs = rows[Math.round(top + share * (bottom - top))];
  return runs.length === 0 ? 0 : (runs[runs.length - 1][1] - runs[0][0]) / (right - left);
}

/** True where two very short legs part: a notch in the lower edge, between hems that rise outwards. */
function hasCrotch(outline: Outline): boolean {
  const { top, bottom, left, right } = outline;
  const edge = lowerEdge(outline);
  const lowest = (from: number, to: number) => Math.max(...edge.slice(from, to));
  const notches = edge.map((y, x) => (Math.min(lowest(0, x + 1), lowest(x, edge.length)) - y) / (bottom - top));
  const aside = (x: number) => Math.abs(x / (right - left) - 0.5);
  const crotch = Math.max(...notches.filter((_, x) => aside(x) <= CROTCH_ASIDE));
  const others = Math.max(...notches.filter((_, x) => aside(x) > CROTCH_ASIDE));
  const heightAt = (share: number) => {
    const [from, to] = [share - HEM_SPAN / 2, share + HEM_SPAN / 2].map((at) => Math.round(at * (right - left)));
    return median(edge.slice(from, to));
  };
  const middle = Math.max(heightAt(HEM_MIDDLE), heightAt(0.5), heightAt(1 - HEM_MIDDLE));
  const rises = [HEM_SIDE, 1 - HEM_SIDE].map((side) => (middle - heightAt(side)) / (bottom - top));
  const isSure = Math.min(...rises) > HEM_RISE_SURE;
  if (crotch <= CROTCH_MIN) return isSure && crotch > CROTCH_SURE && others <= crotch / 2;
  if (others >= crotch / 2) return crotch > others && isSure;
  return (rises[0] + rises[1]) / 2 > HEM_RISE_MIN;
}

/** The lowest row of cloth in each column. */
function lowerEdge({ rows, top, left, right }: Outline): number[] {
  const edge = Array.from({ length: right - left }, () => top);
  for (const [y, runs] of rows.entries()) for (const [from, to] of runs) edge.fill(y, from - left, to - left);
  return edge;
}
