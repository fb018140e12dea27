import { findComponents } from '../../../pixels/components.ts';
import { toLab } from '../../../pixels/lab.ts';
import { maskOf } from '../../../pixels/planes.ts';
import type { Raster } from '../../../pixels/raster.ts';

/**
 * Depths below the top of a cut-out at which a bar is looked for; lengths are shares of the root of the garment's area.
 */
const DEPTHS = [0.02, 0.04, 0.06, 0.08, 0.1, 0.12] as const;
/** How alike the colours of a hanger's bar are: in L*a*b*. */
const ALIKE = 16;
/**
 * Hangers are black, white, grey or of pale wood: greatest distance from grey, in a*b*. A coloured part is the
 * garment's.
 */
const COLOUR_MAX = 14;
/** Share of the garment that may have the bar's colour elsewhere: what has more of it has a collar of that colour. */
const ELSEWHERE_MAX = 0.04;
/** Shares of the garment that a bar covers, and how far down it may reach. */
const AREA_MIN = 0.01;
const AREA_MAX = 0.1;
const BELOW_MAX = 0.4;
/**
 * A bar slopes down from its hook to both sides: of its width, the share at its top. A collar is as wide there as
 * below.
 */
const TOP_DEPTH = 0.03;
const TOP_SHARE_MAX = 0.45;

/** A silhouette without the bar of a hanger that shows above the neck, and without all that lies above it. */
export function withoutHanger(raster: Raster, silhouette: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const { width, height } = raster;
  const { l, a, b } = toLab(raster);
  const apart = (one: number, other: number) => Math.hypot(l[one] - l[other], a[one] - a[other], b[one] - b[other]);
  const first = silhouette.indexOf(1);
  const area = silhouette.reduce((sum, value) => sum + value, 0);
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
    const elsewhere = alike.reduce((sum, value) => sum + value, 0) - size;
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

/** First and last row of a part in each column; where it has none, infinite. */
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
