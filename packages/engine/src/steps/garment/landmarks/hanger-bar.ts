import { checkpoint } from '../../../checkpoint.ts';
import { mix } from '../../../pixels/geometry.ts';
import { median } from '../../../pixels/median.ts';
import type { Point } from '../../../pixels/raster.ts';
import { type CollarGrid, NECK_PIXELS } from './collar-grid.ts';

/** Slopes of a bar that are tried: garments hang a little askew. */
const SLOPES = [-0.24, -0.18, -0.12, -0.06, 0, 0.06, 0.12, 0.18, 0.24] as const;
/** How far above and below its middle a bar ends, in pixels of the grid. */
const BESIDE = 7;
/**
 * How much lighter or darker than what lies above and below it a bar is, in L*, and how far from grey it may be in
 * a*b*.
 */
const CONTRAST_MIN = 9;
const TINT_MAX = 14;
/** How much its own lightness may differ along it, in L* in the mean. */
const UNEVEN_MAX = 7;
/** Gaps in a bar that are passed over, in pixels of the grid; least and greatest length in neck widths. */
const GAP_MAX = 4;
const LENGTH_MIN = 0.45;
const LENGTH_MAX = 1.5;
/**
 * Depths below the neck points between which the lower bar of a hanger hangs, and how far beside the neck it reaches,
 * in neck widths: ribs lie higher.
 */
const DEPTH_MIN = 0.6;
const DEPTH_MAX = 1.7;
const ASIDE_MAX = 0.35;

/**
 * How far a bar reaches beyond the middle of the neck at least to both sides, in neck widths: a garment hangs from its
 * middle.
 */
const BEYOND_MIDDLE = 0.12;

/** A hanger has two bars at most; others nearly as clear, so many pixels of the grid apart, are stripes. */
const BARS_MAX = 2;
const STRIPE_WORTH = 0.5;
const APART = 10;

/**
 * How alike in L* the bar and other cloth are, and how much of that there may be, in areas a pixel high below the bar:
 * trims recur.
 */
const ALIKE = 8;
const ALIKE_MAX = 60;

/** A straight thin bar of a grey, black or white hanger across an opening, by its ends in pixels of the grid. */
export interface HangerBar {
  readonly left: Point;
  readonly right: Point;
}

/**
 * The bar of a hanger that is seen in the opening below the neck points, which are told in pixels of the grid. Null
 * where there is none, or so many that they are stripes.
 */
export function findHangerBar(grid: CollarGrid, neckLeft: Point, neckRight: Point): HangerBar | null {
  const level = (neckLeft.y + neckRight.y) / 2;
  const middle = (neckLeft.x + neckRight.x) / 2;
  const [from, to] = [neckLeft.x - ASIDE_MAX * NECK_PIXELS, neckRight.x + ASIDE_MAX * NECK_PIXELS];
  const bars: (HangerBar & { readonly worth: number; readonly y: number })[] = [];
  for (let y = level + DEPTH_MIN * NECK_PIXELS; y < level + DEPTH_MAX * NECK_PIXELS; y++) {
    checkpoint();
    for (const slope of SLOPES)
      for (const sign of [1, -1]) {
        const rowAt = (x: number) => y + slope * (x - middle);
        const run = longestRun(grid, rowAt, from, to, sign);
        if (!run || Math.min(middle - run.first, run.last - middle) < BEYOND_MIDDLE * NECK_PIXELS) continue;
        const { first, last, contrast } = run;
        const [left, right] = [first, last].map((x) => ({ x, y: rowAt(x) }));
        bars.push({ left, right, worth: contrast * (last - first), y });
      }
  }
  if (bars.length === 0) return null;
  const best = bars.reduce((clearest, bar) => (bar.worth > clearest.worth ? bar : clearest));
  const places: number[] = [];
  for (const { y, worth } of bars)
    if (worth > STRIPE_WORTH * best.worth && places.every((other) => Math.abs(other - y) > APART)) places.push(y);
  return places.length > BARS_MAX || recurs(grid, best) ? null : best;
}

/** True where much of the cloth has the lightness of a bar, and as little colour. */
function recurs({ width, cloth, light, tint }: CollarGrid, { left, right }: HangerBar): boolean {
  const length = Math.round(right.x - left.x);
  const along = Array.from({ length }, (_, k) => {
    const p = mix(left, right, k / length);
    return light[Math.floor(p.y) * width + Math.floor(p.x)];
  });
  const tone = median(along);
  const alike = cloth.reduce(
    (sum, value, i) => sum + (value && tint[i] <= TINT_MAX && Math.abs(light[i] - tone) < ALIKE ? 1 : 0),
    0,
  );
  return alike > ALIKE_MAX * length;
}

/** A stretch of a line that may be a bar. */
interface Run {
  readonly first: number;
  readonly last: number;
  /** Mean contrast to what lies above and below. */
  readonly contrast: number;
}

/**
 * The longest stretch of a line that is lighter (1) or darker (−1) than what lies beside it; null where that is no
 * bar's length.
 */
function longestRun(
  grid: CollarGrid,
  rowAt: (x: number) => number,
  from: number,
  to: number,
  sign: number,
): Run | null {
  const runs: Run[] = [];
  let [first, last, sum, tone, uneven, count] = [-1, -1, 0, 0, 0, 0];
  const end = () => {
    if (count > 0 && uneven < UNEVEN_MAX * count) runs.push({ first, last, contrast: sum / count });
    [first, last, sum, tone, uneven, count] = [-1, -1, 0, 0, 0, 0];
  };
  for (let x = Math.max(0, Math.floor(from)); x < Math.min(grid.width, to); x++) {
    const i = Math.floor(rowAt(x)) * grid.width + x;
    const contrast = contrastAt(grid, i, sign);
    if (contrast >= CONTRAST_MIN) {
      if (first < 0) first = x;
      last = x;
      sum += contrast;
      count++;
      tone += (grid.light[i] - tone) / count;
      uneven += Math.abs(grid.light[i] - tone);
    } else if (first >= 0 && x - last > GAP_MAX) end();
  }
  end();
  const isBar = ({ first, last }: Run) =>
    last - first >= LENGTH_MIN * NECK_PIXELS && last - first <= LENGTH_MAX * NECK_PIXELS;
  return runs
    .filter(isBar)
    .reduce<Run | null>((best, run) => (best && best.last - best.first >= run.last - run.first ? best : run), null);
}

/** How much lighter (1) or darker (−1) grey cloth is than what is seen above and below it, in L*; 0 elsewhere. */
function contrastAt({ width, cloth, light, tint }: CollarGrid, i: number, sign: number): number {
  const [above, below] = [i - BESIDE * width, i + BESIDE * width];
  if (above < 0 || below >= cloth.length || !cloth[i] || tint[i] > TINT_MAX) return 0;
  return Math.min(sign * (light[i] - light[above]), sign * (light[i] - light[below]));
}
