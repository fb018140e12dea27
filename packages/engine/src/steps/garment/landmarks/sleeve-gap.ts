import type { Point } from '../../../pixels/raster.ts';
import type { SideName } from '../cloth.ts';

/** Farthest that the edge of the trunk moves aside from one row to the next, in pixels: beyond it begins the hem. */
const SLOPE_MAX = 4;

/** The background between a sleeve that hangs down and the trunk. */
export interface SleeveGap {
  /** Its highest place: the armpit. */
  readonly armpit: Point;
  /** The edge of the trunk beside it and below, row by row from the armpit down to the hem. */
  readonly trunk: readonly Point[];
}

/** Rows of the silhouette as one side of it sees them. */
interface Rows {
  readonly inwards: 1 | -1;
  /** Widest gap, in pixels: a wider one is the background beside the garment. */
  readonly widest: number;
  isCloth(p: Point): boolean;
}

/** The two ends of a stretch of background in a row; cloth begins one pixel beyond each. */
interface Stretch {
  readonly outer: number;
  readonly inner: number;
  readonly y: number;
}

/**
 * The gap that a point of the background lies in. Null where it has no cloth on both sides, as below sleeves that are
 * spread out.
 */
export function gapAt(at: Point, side: SideName, widest: number, isCloth: (p: Point) => boolean): SleeveGap | null {
  const rows: Rows = { inwards: side === 'Left' ? 1 : -1, widest, isCloth };
  const start = { x: Math.round(at.x), y: Math.round(at.y) };
  let highest = stretchAt(start.x, start.y, rows);
  if (!highest) return null;
  for (let next: Stretch | null = highest; next; next = stretchAbove(highest, rows)) highest = next;
  const armpit = { x: (highest.outer + highest.inner) / 2, y: highest.y };
  return { armpit, trunk: trunkBelow(highest, rows) };
}

/** The background to both sides of a pixel; null where that is cloth, and where no cloth ends the background. */
function stretchAt(x: number, y: number, { inwards, widest, isCloth }: Rows): Stretch | null {
  if (isCloth({ x, y })) return null;
  let [outer, inner] = [x, x];
  while (!isCloth({ x: outer - inwards, y })) {
    outer -= inwards;
    if (Math.abs(x - outer) > widest) return null;
  }
  while (!isCloth({ x: inner + inwards, y })) {
    inner += inwards;
    if (Math.abs(x - inner) > widest) return null;
  }
  return { outer, inner, y };
}

/** The widest background in the row above that joins a stretch. */
function stretchAbove({ outer, inner, y }: Stretch, rows: Rows): Stretch | null {
  let widest: Stretch | null = null;
  for (let x = outer; (inner - x) * rows.inwards >= 0; x += rows.inwards) {
    const above = stretchAt(x, y - 1, rows);
    if (!above) continue;
    if (!widest || Math.abs(above.inner - above.outer) > Math.abs(widest.inner - widest.outer)) widest = above;
    x = above.inner;
  }
  return widest;
}

/** The outer edge of the trunk from an armpit down. Where the sleeve touches the trunk again it goes straight on. */
function trunkBelow({ inner, y: top }: Stretch, { inwards, isCloth }: Rows): Point[] {
  const edge: Point[] = [];
  let x = inner + inwards;
  for (let y = top; ; y++) {
    const moved = edgeNear(x, y, inwards, isCloth);
    if (moved === null) return edge;
    x = moved;
    edge.push({ x, y });
  }
}

/**
 * The place in a row, near a column, at which the cloth begins. Returns the column itself if all is cloth there, and
 * null without any.
 */
function edgeNear(x: number, y: number, inwards: 1 | -1, isCloth: (p: Point) => boolean): number | null {
  if (isCloth({ x, y })) {
    for (let step = 1; step <= SLOPE_MAX; step++)
      if (!isCloth({ x: x - step * inwards, y })) return x - (step - 1) * inwards;
    return x;
  }
  for (let step = 1; step <= SLOPE_MAX; step++) if (isCloth({ x: x + step * inwards, y })) return x + step * inwards;
  return null;
}
