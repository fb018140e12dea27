import { type FrontOpening, MAY_OPEN_MIN, type Neckline, OPENS_MIN } from '../../../analysis.ts';
import { checkpoint } from '../../../checkpoint.ts';
import { add, dot, interpolate, mix, subtract, unit } from '../../../pixels/geometry.ts';
import type { Point } from '../../../pixels/raster.ts';
import { type Landmarks, SIDES, type SideName } from '../cloth.ts';
import { type ClothAround, type CollarGrid, collarGrid, isCloth, NECK_PIXELS } from './collar-grid.ts';
import { clearestLeaf, isSeen, type Leaf, SAMPLES, startsOf } from './collar-leaf.ts';
import { findHangerBar } from './hanger-bar.ts';

/**
 * How far the tip of the opening lies from the line at which the front opens, in neck widths: of one that does, and of
 * one that may.
 */
const BESIDE_LINE = 0.1;
const BESIDE_GUESS = 0.4;
/** Depths of the tip below the neck points, in neck widths, and at most, in lengths from neck to armpits. */
const DEPTH_MIN = 0.62;
const DEPTH_MAX = 1.4;
const ARMPITS = 1.45;
/** Distance of the places that are tried for the tip, in neck widths. */
const GRAIN = 0.04;
/** Width between both edges at three quarters and at half of their length, in neck widths: less is a zip, or a fold. */
const WIDE_AT = [
  [0.75, 0.25],
  [0.5, 0.45],
] as const;
/**
 * Share of both edges that must be seen (measured on the shared photos: jackets and cardigans 0.76 to 0.82, other lines
 * on cloth up to 0.71), and how nearly as good as the best a deeper one must be: what lies above it may be a shirt
 * beneath.
 */
const SEEN_MIN = 0.74;
const NEARLY = 0.93;
/**
 * The same of each edge above the ends of a hanger's bar, which shows by itself that one looks into the garment, and of
 * both in the mean (measured: shirts on hangers 0.41 and above; where something else passes for a bar, one edge is not
 * seen at all).
 */
const SEEN_ABOVE_BAR = 0.3;
const SEEN_MEAN = 0.38;
/** How nearly as clear as the clearest one farther out must be. */
const NEARLY_OUTSIDE = 0.8;
/** How far within the end of the bar such an edge may begin, in neck widths: collars narrow downwards. */
const WITHIN_MAX = 0.05;
/** How far below such a bar the leaves meet, in its lengths. */
const BELOW_BAR = [0.4, 0.55, 0.7, 0.85, 1] as const;
/** Where along the bar they may meet, as shares of its length. */
const ALONG_BAR = [0.2, 0.35, 0.5, 0.65, 0.8] as const;
/** How far an edge runs inwards at least as it goes down: of a neckline there is one place across every other. */
const INWARDS_MIN = 0.02;

type CollarPoints = Pick<Landmarks, 'neckLeft' | 'neckRight' | 'armpitLeft' | 'armpitRight' | 'hemLeft' | 'hemRight'>;
type FrontLine = Pick<FrontOpening, 'left' | 'certainty'>;

/** Both edges of an opening, and how surely it is one. */
interface Opening {
  readonly left: readonly Point[];
  readonly right: readonly Point[];
  readonly seen: number;
}

/** The neck of a garment, its points in pixels of the grid. */
interface Neck {
  readonly grid: CollarGrid;
  readonly points: readonly Point[];
  /** Places on the outline at which either edge may begin. */
  readonly starts: readonly (readonly Point[])[];
  readonly level: number;
  /** Lowest place of the tip. */
  readonly deepest: number;
}

/**
 * The opening between both leaves of a collar that lies open, each of which is an edge from the outline down to where
 * the front closes. Null where no such edges are seen, or those of the neckline that was found are; the bar of a hanger
 * that is seen in it outweighs that one.
 */
export function findOpenCollar(
  cutOut: ClothAround,
  landmarks: CollarPoints,
  front: FrontLine,
  found: Pick<Neckline, 'edge'>,
): Neckline | null {
  const neck = neckOf(cutOut, landmarks);
  const isOpen = front.certainty >= MAY_OPEN_MIN && !isSeenWhole(neck, found);
  const opening = (isOpen ? betweenLeaves(neck, front) : null) ?? aroundHanger(neck);
  if (!opening) return null;
  const { left, right, seen } = opening;
  const [ends, hem] = [mix(left[0], right[0], 0.5), neck.grid.toGrid(mix(landmarks.hemLeft, landmarks.hemRight, 0.5))];
  const down = unit(subtract(hem, ends));
  const edge = [...inwards(left, down, 1), ...inwards(right, down, -1).slice(0, -1).toReversed()].map(
    neck.grid.toPhoto,
  );
  return { edge, closed: false, inHood: false, collar: null, confidence: seen };
}

function neckOf(cutOut: ClothAround, landmarks: CollarPoints): Neck {
  const { neckLeft, neckRight, armpitLeft, armpitRight } = landmarks;
  const grid = collarGrid(cutOut, neckLeft, neckRight);
  const points = [neckLeft, neckRight].map(grid.toGrid);
  const level = (points[0].y + points[1].y) / 2;
  const armpits = (grid.toGrid(armpitLeft).y + grid.toGrid(armpitRight).y) / 2 - level;
  return {
    grid,
    points,
    starts: SIDES.map((side, k) => startsOf(grid, points[k], side)),
    level,
    deepest: level + Math.min(DEPTH_MAX * NECK_PIXELS, ARMPITS * armpits),
  };
}

/** The points of the neck around an open collar: those that were found, or its ends where they lie farther out. */
export function neckAround(
  { edge }: Pick<Neckline, 'edge'>,
  { neckLeft, neckRight }: Pick<Landmarks, 'neckLeft' | 'neckRight'>,
): Pick<Landmarks, 'neckLeft' | 'neckRight'> {
  const [left, right] = [edge[0], edge[edge.length - 1]];
  return { neckLeft: left.x < neckLeft.x ? left : neckLeft, neckRight: right.x > neckRight.x ? right : neckRight };
}

/** True where the edge of a neckline is seen down both of its sides. */
function isSeenWhole({ grid }: Neck, { edge }: Pick<Neckline, 'edge'>): boolean {
  const points = edge.map(grid.toGrid);
  const lowest = points.reduce((best, p, k) => (p.y > points[best].y ? k : best), 0);
  const sides = [points.slice(0, lowest + 1), points.slice(lowest).toReversed()];
  return SIDES.every((side, k) => isSeen(grid, sides[k], side, SEEN_MIN));
}

/** The V of which both edges are seen, with its tip on the line at which the front opens. */
function betweenLeaves({ grid, starts, level, deepest }: Neck, front: FrontLine): Opening | null {
  const line = front.left.map((p) => grid.toGrid(p)).map(({ x, y }) => [y, x] as const);
  const beside = (front.certainty < OPENS_MIN ? BESIDE_GUESS : BESIDE_LINE) * NECK_PIXELS;
  const found: Opening[] = [];
  for (let y = level + DEPTH_MIN * NECK_PIXELS; y < deepest; y += GRAIN * NECK_PIXELS) {
    checkpoint();
    const middle = interpolate(line, y);
    for (let x = middle - beside; x <= middle + beside; x += GRAIN * NECK_PIXELS) {
      if (!isCloth(grid, x, y)) continue;
      const left = clearestLeaf(grid, starts[0], { x, y }, 'Left', NEARLY * SEEN_MIN);
      const right = left && clearestLeaf(grid, starts[1], { x, y }, 'Right', NEARLY * SEEN_MIN);
      if (left && right && isWide(left, right))
        found.push({ left: left.points, right: right.points, seen: Math.min(left.seen, right.seen) });
    }
  }
  const best = Math.max(0, ...found.map(({ seen }) => seen));
  if (best < SEEN_MIN) return null;
  return found.findLast(({ seen }) => seen >= NEARLY * best) ?? null;
}

function isWide(left: Leaf, right: Leaf): boolean {
  return WIDE_AT.every(([share, least]) => {
    const k = Math.round(share * SAMPLES);
    return right.points[k].x - left.points[k].x > least * NECK_PIXELS;
  });
}

/** The opening in which the bar of a hanger is seen from leaf to leaf: they meet below it. */
function aroundHanger({ grid, points, starts }: Neck): Opening | null {
  const bar = findHangerBar(grid, points[0], points[1]);
  if (!bar) return null;
  const left = outermostLeaf(grid, starts[0], bar.left, 'Left');
  const right = outermostLeaf(grid, starts[1], bar.right, 'Right');
  if (!left || !right || (left.seen + right.seen) / 2 < SEEN_MEAN) return null;
  const length = bar.right.x - bar.left.x;
  const tips = BELOW_BAR.flatMap((down) =>
    ALONG_BAR.map((along) => ({
      x: bar.left.x + along * length,
      y: bar.left.y + along * (bar.right.y - bar.left.y) + down * length,
    })),
  );
  const meeting = tips.flatMap((tip) => {
    const leaves = [clearestLeaf(grid, [bar.left], tip, 'Left', 0), clearestLeaf(grid, [bar.right], tip, 'Right', 0)];
    const [lowerLeft, lowerRight] = leaves;
    return lowerLeft && lowerRight ? [{ lowerLeft, lowerRight, seen: lowerLeft.seen + lowerRight.seen }] : [];
  });
  if (meeting.length === 0) return null;
  const { lowerLeft, lowerRight, seen } = meeting.reduce((best, one) => (one.seen > best.seen ? one : best));
  return {
    left: [...left.points, ...lowerLeft.points.slice(1)],
    right: [...right.points, ...lowerRight.points.slice(1)],
    seen: Math.min(left.seen, right.seen, seen / 2),
  };
}

/**
 * Of the edges down to the end of a hanger's bar the outermost that is nearly as clear as any: within it there are
 * labels. Null where none is clear.
 */
function outermostLeaf(grid: CollarGrid, starts: readonly Point[], end: Point, side: SideName): Leaf | null {
  const isOutside = ({ x }: Point) => (side === 'Left' ? end.x - x : x - end.x) >= -WITHIN_MAX * NECK_PIXELS;
  const leaves = starts
    .filter(isOutside)
    .flatMap((start) => clearestLeaf(grid, [start], end, side, SEEN_ABOVE_BAR) ?? []);
  const clearest = Math.max(...leaves.map(({ seen }) => seen));
  return leaves.findLast(({ seen }) => seen >= NEARLY_OUTSIDE * clearest) ?? null;
}

/** An edge that runs inwards all the way down the garment; inwards is to the right for 1, to the left for −1. */
export function inwards(points: readonly Point[], down: Point, sense: 1 | -1): Point[] {
  const kept: Point[] = [];
  let least = Number.NEGATIVE_INFINITY;
  let last = Number.POSITIVE_INFINITY;
  for (const p of points) {
    const along = dot(p, down);
    const aside = sense * (p.x * down.y - p.y * down.x);
    least = Math.max(least + INWARDS_MIN * Math.max(0, along - last), aside);
    last = along;
    kept.push(add(p, { x: down.y, y: -down.x }, sense * (least - aside)));
  }
  return kept;
}
