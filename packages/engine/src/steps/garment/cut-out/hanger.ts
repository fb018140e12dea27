import { findComponents } from '../../../pixels/components.ts';
import type { LabPlanes } from '../../../pixels/lab.ts';
import { maskOf, sumOf } from '../../../pixels/planes.ts';

/**
 * Depths below the top of a cut-out that are searched for a bar. Lengths are shares of the square root of the garment's
 * area.
 */
const DEPTHS = [0.02, 0.04, 0.06, 0.08, 0.1, 0.12] as const;
/** Greatest difference of colours within a hanger's bar, in L*a*b*. */
const ALIKE = 16;
/**
 * Greatest distance from grey of a hanger's bar, in a*b*. Hangers are black, white, grey or of pale wood; a coloured
 * part belongs to the garment.
 */
const COLOUR_MAX = 14;
/** Greatest share of the garment elsewhere in the bar's colour; with more, the bar is a collar. */
const ELSEWHERE_MAX = 0.04;
/** Range of the bar's share of the garment, and its greatest depth. */
const AREA_MIN = 0.01;
const AREA_MAX = 0.1;
const BELOW_MAX = 0.4;
/**
 * Share of a bar's width at its top. A bar slopes down from its hook to both sides; a collar is as wide at the top as
 * below.
 */
const TOP_DEPTH = 0.03;
const TOP_SHARE_MAX = 0.45;

/** A silhouette without the bar of a hanger above the neck and without everything above the bar. */
export function withoutHanger(
  { width, height, l, a, b }: LabPlanes,
  silhouette: Uint8Array<ArrayBuffer>,
): Uint8Array<ArrayBuffer> {
  const apart = (one: number, other: number) => Math.hypot(l[one] - l[other], a[one] - a[other], b[one] - b[other]);
  const first = silhouette.indexOf(1);
  const area = sumOf(silhouette);
  const side = Math.sqrt(area);
  const judged: number[] = [];
  for (const depth of DEPTHS) {
    const seed = first + Math.round(depth * side) * width;
    if (!silhouette[seed]) continue;
    if (Math.hypot(a[seed], b[seed]) > COLOUR_MAX || judged.some((other) => apart(seed, other) < ALIKE / 4)) continue;
    judged.push(seed);
    const alike = maskOf(silhouette.length, (i) => silhouette[i] === 1 && apart(i, seed) < ALIKE);
    const { labels, sizes } = findComponents(alike, width, height);
    const size = sizes[labels[seed]];
    const elsewhere = sumOf(alike) - size;
    if (size < AREA_MIN * area || size > AREA_MAX * area || elsewhere > ELSEWHERE_MAX * area) continue;
    const { highest, lowest } = extentOf(labels, labels[seed], width);
    const top = Math.min(...highest);
    const above = highest.filter((y) => y < top + TOP_DEPTH * side).length;
    const columns = highest.filter(Number.isFinite).length;
    if (Math.max(...lowest) - top > BELOW_MAX * side || above > TOP_SHARE_MAX * columns) continue;
    return maskOf(silhouette.length, (i) => silhouette[i] === 1 && Math.floor(i / width) > lowest[i % width]);
  }
  return silhouette;
}

/** First and last row of a part in each column; infinite in columns without it. */
function extentOf(labels: Int32Array, label: number, width: number) {
  const highest = new Array<number>(width).fill(Number.POSITIVE_INFINITY);
  const lowest = new Array<number>(width).fill(Number.NEGATIVE_INFINITY);
  for (let i = 0; i < labels.length; i++) {
    if (labels[i] !== label) continue;
    const [x, y] = [i % width, Math.floor(i / width)];
    highest[x] = Math.min(highest[x], y);
    lowest[x] = y;
  }
  return { highest, lowest };
}
