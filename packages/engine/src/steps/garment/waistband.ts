import type { GarmentCategory } from '../../analysis.ts';

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
/** How far below the top the waistband is measured, as a share of the height. */
const WAISTBAND_LEVEL = 0.06;

/**
 * What a silhouette with a waistband at its top, or with two legs, must be; null for one with neither. Tops and dresses
 * begin narrow, at the neck; short trousers and skirts are as wide as a shirt is long, and by their proportions alone the
 * net takes them for tops.
 */
export function categoryByWaistband(silhouette: Uint8Array, width: number, height: number): GarmentCategory | null {
  const rows = Array.from({ length: height }, (_, y) => runsOf(silhouette, width, y));
  const top = rows.findIndex((runs) => runs.length > 0);
  const bottom = rows.findLastIndex((runs) => runs.length > 0);
  if (top < 0) return null;
  const filled = rows.filter((runs) => runs.length > 0);
  const left = Math.min(...filled.map((runs) => runs[0][0]));
  const right = Math.max(...filled.map((runs) => runs[runs.length - 1][1]));
  const broad = (y: number) => rows[Math.round(y)].filter(([from, to]) => to - from > LEG_MIN * (right - left));
  const legs = LEG_LEVELS.filter((level) => broad(bottom - level * (bottom - top)).length === 2).length;
  const [band, ...others] = broad(top + WAISTBAND_LEVEL * (bottom - top));
  if (bottom - top > TALLEST * (right - left)) return null;
  const hasBand = others.length === 0 && band !== undefined && band[1] - band[0] > WAISTBAND_MIN * (right - left);
  if (hasBand) return legs >= LEGS_MIN ? 'trousers' : 'skirt';
  return legs >= LEGS_MIN_ALONE && others.length === 0 && band !== undefined ? 'trousers' : null;
}

/** Runs of cloth in a row of a silhouette: [from, to) in pixels. */
function runsOf(silhouette: Uint8Array, width: number, row: number): [number, number][] {
  const runs: [number, number][] = [];
  for (let x = 0; x < width; x++) {
    if (!silhouette[row * width + x]) continue;
    const last = runs[runs.length - 1];
    if (last && last[1] === x) last[1] = x + 1;
    else runs.push([x, x + 1]);
  }
  return runs;
}
