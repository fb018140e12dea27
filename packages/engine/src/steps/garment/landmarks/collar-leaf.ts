import { distance } from '../../../pixels/geometry.ts';
import type { Point } from '../../../pixels/raster.ts';
import type { SideName } from '../cloth.ts';
import { type CollarGrid, isCloth, NECK_PIXELS } from './collar-grid.ts';

/**
 * Where an edge may begin on the outline, outwards from the neck point in neck widths; how far it is bowed outwards, in
 * its own lengths.
 */
const STARTS = [-0.2, -0.1, 0, 0.1, 0.2, 0.3] as const;
const BOWS = [-0.08, 0, 0.08, 0.16] as const;
/** How far below the neck point the outline lies there at most, in neck widths. */
const FALL_MAX = 0.25;
/** Samples along an edge. */
export const SAMPLES = 24;
/**
 * Pixels of the grid beside an edge at which there is cloth or none, and how far beside it its step in colour may lie.
 */
const BESIDE = 3;
const NEAR = 1;
/** A step in colour that surely is an edge: in typical steps, and L*a*b* besides. */
const EDGE_STEPS = 3;
const EDGE_LEAST = 4;
/** Worth of an edge to the background, against one to the inside of the back. */
const GAP_WORTH = 0.9;

/** One edge of a neck opening, from above down, in pixels of the grid. */
export interface Leaf {
  /** SAMPLES + 1 of them. */
  readonly points: readonly Point[];
  /** Share of it that is seen as an edge, 0 to 1. */
  readonly seen: number;
}

const outwards = (side: SideName) => (side === 'Left' ? -1 : 1);

/** Places on the outline around a neck point at which an edge may begin. */
export function startsOf(grid: CollarGrid, neck: Point, side: SideName): Point[] {
  return STARTS.flatMap((start) => {
    const x = neck.x + outwards(side) * start * NECK_PIXELS;
    for (let y = 0; y < neck.y + FALL_MAX * NECK_PIXELS; y++) if (isCloth(grid, x, y)) return [{ x, y }];
    return [];
  });
}

/**
 * The edge from one of some places to its lower end of which most is seen; null where no more than `least` of any is.
 */
export function clearestLeaf(
  grid: CollarGrid,
  starts: readonly Point[],
  end: Point,
  side: SideName,
  least: number,
): Leaf | null {
  let best: Leaf | null = null;
  for (const start of starts) {
    for (const bow of BOWS) {
      const points = bowed(start, end, bow * outwards(side));
      const seen = shareSeen(grid, points, outwards(side), best?.seen ?? least, GAP_WORTH);
      if (seen !== null) best = { points, seen };
    }
  }
  return best;
}

/**
 * True where more than `least` of a line from above down is seen as an edge on cloth: that to the background may be the
 * edge of a shirt beneath.
 */
export function isSeen(grid: CollarGrid, points: readonly Point[], side: SideName, least: number): boolean {
  return shareSeen(grid, points, outwards(side), least, 0) !== null;
}

/** Points from one place to another, bowed to the right by so many of their distances. */
function bowed(from: Point, to: Point, bow: number): Point[] {
  const [x, y] = [to.x - from.x, to.y - from.y];
  return Array.from({ length: SAMPLES + 1 }, (_, k) => {
    const t = k / SAMPLES;
    const aside = 4 * bow * t * (1 - t);
    return { x: from.x + x * t + aside * y, y: from.y + y * t - aside * x };
  });
}

/**
 * Share of a line that is an edge of cloth: to the background within, or to cloth of another colour. `out` is 1 where
 * outside is to the right. Null as soon as it cannot be more than `least`. `gapWorth` is what an edge to the background
 * counts.
 */
function shareSeen(
  grid: CollarGrid,
  points: readonly Point[],
  out: number,
  least: number,
  gapWorth: number,
): number | null {
  const { width, right, down, typical } = grid;
  const sure = EDGE_STEPS * typical + EDGE_LEAST;
  const pieces = points.length - 1;
  let sum = 0;
  for (let k = 1; k <= pieces; k++) {
    if (sum + pieces - k + 1 <= least * pieces) return null;
    const [from, to] = [points[k - 1], points[k]];
    const length = Math.max(0.1, distance(from, to));
    const [nx, ny] = [(out * (to.y - from.y)) / length, (-out * (to.x - from.x)) / length];
    const [x, y] = [(from.x + to.x) / 2, (from.y + to.y) / 2];
    if (!isCloth(grid, x + nx * BESIDE, y + ny * BESIDE)) continue;
    if (!isCloth(grid, x - nx * BESIDE, y - ny * BESIDE)) {
      sum += gapWorth;
      continue;
    }
    let step = 0;
    for (let aside = -NEAR; aside <= NEAR; aside++) {
      const i = Math.floor(y + ny * aside) * width + Math.floor(x + nx * aside);
      step = Math.max(step, Math.abs((right[i] ?? 0) * nx + (down[i] ?? 0) * ny));
    }
    sum += Math.min(1, step / sure);
  }
  return sum > least * pieces ? sum / pieces : null;
}
