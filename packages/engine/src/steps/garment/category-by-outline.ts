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
 * Widths by which a hood with shoulders below it is told from the waist of a skirt, which widens evenly: that of the top,
 * as a share of the whole, and what of the rest is reached at a height (skirts 0.3, hooded tops 0.55 and more).
 */
const HOOD_MIN = 0.25;
const HOOD_MAX = 0.55;
const SHOULDER_LEVEL = 0.3;
const SHOULDERED_MIN = 0.5;
/** A dress is at least this much taller than wide. */
const DRESS_HEIGHT = 1.6;

/**
 * What the outline of a garment says against the category that the net saw in it; null where it says nothing. By their
 * proportions alone the net takes short trousers and skirts for tops, and hooded jackets whose sleeves hang against them
 * for skirts.
 */
export function categoryByOutline(
  silhouette: Uint8Array,
  width: number,
  height: number,
  guessed: GarmentCategory,
): GarmentCategory | null {
  const outline = outlineOf(silhouette, width, height);
  if (!outline || guessed === 'trousers') return null;
  if (guessed !== 'skirt') return byWaistband(outline);
  if (!isShouldered(outline)) return null;
  return outline.bottom - outline.top > DRESS_HEIGHT * (outline.right - outline.left) ? 'dress' : 'top';
}

/** The rows of a silhouette, and the box around it. */
interface Outline {
  readonly rows: readonly (readonly [number, number])[][];
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
function byWaistband({ rows, top, bottom, left, right }: Outline): GarmentCategory | null {
  const broad = (y: number) => rows[Math.round(y)].filter(([from, to]) => to - from > LEG_MIN * (right - left));
  const legs = LEG_LEVELS.filter((level) => broad(bottom - level * (bottom - top)).length === 2).length;
  const [band, ...others] = broad(top + WAISTBAND_LEVEL * (bottom - top));
  if (bottom - top > TALLEST * (right - left)) return null;
  const hasBand = others.length === 0 && band !== undefined && band[1] - band[0] > WAISTBAND_MIN * (right - left);
  if (hasBand) return legs >= LEGS_MIN ? 'trousers' : 'skirt';
  return legs >= LEGS_MIN_ALONE && others.length === 0 && band !== undefined ? 'trousers' : null;
}

/** True where the outline widens as over shoulders. */
function isShouldered({ rows, top, bottom, left, right }: Outline): boolean {
  const widthAt = (share: number) => {
    const runs = rows[Math.round(top + share * (bottom - top))];
    return runs.length === 0 ? 0 : (runs[runs.length - 1][1] - runs[0][0]) / (right - left);
  };
  const hood = widthAt(WAISTBAND_LEVEL);
  return hood > HOOD_MIN && hood < HOOD_MAX && widthAt(SHOULDER_LEVEL) - hood > SHOULDERED_MIN * (1 - hood);
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
