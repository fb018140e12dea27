import type { Neckline } from '../../../analysis.ts';
import { checkpoint } from '../../../checkpoint.ts';
import { mix } from '../../../pixels/geometry.ts';
import type { Point } from '../../../pixels/raster.ts';
import { type Landmarks, SIDES } from '../cloth.ts';
import { type ClothAround, type CollarGrid, collarGrid, isCloth, NECK_PIXELS } from './collar-grid.ts';
import { edgeAlong, edgeAlongPiece, type LightSteps, lightSteps, PIECES } from './light-steps.ts';

/**
 * Depth of a neckline up to which it may be the upper edge of the back, in neck widths; share of it that is the outline
 * then.
 */
const BACK_DEPTH_MAX = 0.2;
const OUTLINE_MIN = 0.6;
/** How far above and below such a place there is background and cloth, in pixels of the grid. */
const ACROSS_OUTLINE = 6;
/**
 * Depths of the front's edge below the neck points that are tried, from the least in equal steps, and places of its tip
 * aside of their middle; neck widths.
 */
const DEPTH_MIN = 0.24;
const DEPTH_STEP = 0.025;
const DEPTHS = 28;
const ASIDES = [-0.12, -0.06, 0, 0.06, 0.12] as const;
/** Its shapes: 1 is a V, 2 a round neck. */
const POWERS = [1, 1.4, 2, 2.8] as const;
/**
 * How far within the neck points its ends lie, in neck widths: of wide necks those points lie on the shoulders; and how
 * uneven both may be, in places.
 */
const INSETS = [-0.05, 0, 0.05, 0.1, 0.15, 0.2, 0.25] as const;
const UNEVEN_MAX = 1;
/** How far below a neck point the outline lies at most, in neck widths. */
const FALL_MAX = 0.3;
/**
 * Samples along each half, as dense where it is steep as where it is flat, as shares of its width from the tip and of
 * its depth.
 */
const SAMPLES = 24;
const CURVES = POWERS.map((power) =>
  Array.from({ length: SAMPLES + 1 }, (_, k) => {
    const aside = Math.cos(((k / SAMPLES) * Math.PI) / 2);
    return { aside, down: 1 - aside ** power };
  }),
);
/** Worth of the third that is seen least, against the half that is. */
const LEAST_WORTH = 0.5;
/**
 * Share of the half that is seen least, and of the third, from which it is the edge, and share of that as which lines
 * above it are seen at most: the inside of the back is calm. Measured on the shared photos: edges of round necks 0.73
 * and above, 0.65 and above, and 0.57 at most; turtlenecks, which have none, 0.57, 0.32 and 0.49 at least.
 */
const SEEN_MIN = 0.7;
const PIECE_MIN = 0.5;
const CALM_MAX = 0.6;
/** The least score of such an edge: none with less is looked at to its end. */
const SCORE_MIN = SEEN_MIN + LEAST_WORTH * PIECE_MIN;
/** Sizes of those lines, as shares of the edge's. */
const ABOVE = [0.5, 0.62, 0.74] as const;

/** Half of an edge, from the outline to its tip, and how much of each third is seen. */
interface Half {
  readonly points: readonly Point[];
  readonly seen: readonly number[];
}

/** An edge with how clearly it is seen. */
interface Edge {
  readonly halves: readonly [Half, Half];
  readonly score: number;
}

/**
 * The front edge of a neckline below the upper edge of the back that was found for it: where both are as dark, no more
 * than a thin line of light or shade parts them. Null where the neckline that was found is no outline, and where no
 * such line is seen on both sides.
 */
export function findInnerEdge(
  cutOut: ClothAround,
  { neckLeft, neckRight }: Pick<Landmarks, 'neckLeft' | 'neckRight'>,
  found: Neckline,
): Neckline | null {
  const grid = collarGrid(cutOut, neckLeft, neckRight);
  if (found.closed || !isOutline(grid, found.edge.map(grid.toGrid))) return null;
  const steps = lightSteps(grid);
  const ends = [neckLeft, neckRight].map(grid.toGrid);
  const best = clearestEdge(grid, steps, ends);
  const middle = mix(ends[0], ends[1], 0.5);
  if (!best || !isClear(best) || !isCalmAbove(best, steps, middle)) return null;
  const [left, right] = best.halves;
  const edge = [...left.points, ...right.points.slice(0, -1).toReversed()].map(grid.toPhoto);
  return { edge, closed: false, inHood: false, collar: null, confidence: leastSeen(best) };
}

/** True where a line is hardly deeper than the neck points, and has the background above and cloth below. */
function isOutline(grid: CollarGrid, points: readonly Point[]): boolean {
  const [first, last] = [points[0], points[points.length - 1]];
  const level = (first.y + last.y) / 2;
  if (Math.max(...points.map(({ y }) => y)) > level + BACK_DEPTH_MAX * NECK_PIXELS) return false;
  const bare = points.filter(
    ({ x, y }) => !isCloth(grid, x, y - ACROSS_OUTLINE) && isCloth(grid, x, y + ACROSS_OUTLINE),
  );
  return bare.length >= OUTLINE_MIN * points.length;
}

function clearestEdge(grid: CollarGrid, steps: LightSteps, ends: readonly Point[]): Edge | null {
  const middle = mix(ends[0], ends[1], 0.5);
  const starts = SIDES.map((side, k) =>
    INSETS.map((inset) => outlineAt(grid, ends[k], side === 'Left' ? inset : -inset)),
  );
  let best: Edge | null = null;
  for (let k = 0; k < DEPTHS; k++) {
    checkpoint();
    const y = middle.y + (DEPTH_MIN + k * DEPTH_STEP) * NECK_PIXELS;
    for (const aside of ASIDES)
      for (const curve of CURVES) {
        const tip = { x: middle.x + aside * NECK_PIXELS, y };
        const least = best?.score ?? SCORE_MIN;
        const [left, right] = starts.map((places) =>
          places.map((start) => start && halfOf(steps, start, tip, curve, least)),
        );
        best = clearest(best, left, right);
      }
  }
  return best;
}

/** The clearest of an edge and those of two halves that begin about as far within. */
function clearest(best: Edge | null, lefts: readonly (Half | null)[], rights: readonly (Half | null)[]): Edge | null {
  let found = best;
  for (const [k, left] of lefts.entries())
    for (const [m, right] of rights.entries()) {
      if (!left || !right || Math.abs(k - m) > UNEVEN_MAX) continue;
      const score = scoreOf(Math.min(mean(left.seen), mean(right.seen)), Math.min(...left.seen, ...right.seen));
      if (!found || score > found.score) found = { halves: [left, right], score };
    }
  return found;
}

/**
 * The uppermost cloth beside a neck point, so many neck widths to the right of it; null where there is none near it.
 */
function outlineAt(grid: CollarGrid, end: Point, aside: number): Point | null {
  const x = end.x + aside * NECK_PIXELS;
  for (let y = 0; y < end.y + FALL_MAX * NECK_PIXELS; y++) if (isCloth(grid, x, y)) return { x, y };
  return null;
}

/**
 * Half of an edge; null as soon as no edge that it is half of can score as much as `least`, were all that is not looked
 * at yet seen whole.
 */
function halfOf(
  steps: LightSteps,
  start: Point,
  tip: Point,
  curve: (typeof CURVES)[number],
  least: number,
): Half | null {
  const points = curve.map(({ aside, down }) => ({
    x: tip.x + (start.x - tip.x) * aside,
    y: start.y + (tip.y - start.y) * down,
  }));
  const seen = Array.from({ length: PIECES }, () => 1);
  for (let piece = 0; piece < PIECES; piece++) {
    seen[piece] = edgeAlongPiece(steps, points, piece);
    if (scoreOf(mean(seen), Math.min(...seen)) < least) return null;
  }
  return { points, seen };
}

const scoreOf = (seen: number, third: number) => seen + LEAST_WORTH * third;
const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
const leastSeen = ({ halves }: Edge) => Math.min(...halves.map(({ seen }) => mean(seen)));

const isClear = (edge: Edge) =>
  leastSeen(edge) >= SEEN_MIN && Math.min(...edge.halves.flatMap(({ seen }) => seen)) >= PIECE_MIN;

/**
 * True where what lies between an edge and the middle of the neck has no such lines: else it is one wrinkle of many.
 */
function isCalmAbove(edge: Edge, steps: LightSteps, middle: Point): boolean {
  const seen = ABOVE.map((share) =>
    mean(
      edge.halves.flatMap(({ points }) =>
        edgeAlong(
          steps,
          points.map((p) => mix(middle, p, share)),
        ),
      ),
    ),
  );
  return Math.max(...seen) <= CALM_MAX * leastSeen(edge);
}
