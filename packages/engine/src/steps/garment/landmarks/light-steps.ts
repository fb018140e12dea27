import { distance, mix } from '../../../pixels/geometry.ts';
import { median } from '../../../pixels/median.ts';
import type { Point } from '../../../pixels/raster.ts';
import type { CollarGrid } from './collar-grid.ts';

/**
 * Pieces of a line of which each is looked at by itself, and how far aside of it the step in light may lie, in pixels
 * of the grid.
 */
export const PIECES = 3;
const NEAR = 1;
/** A step in light that surely is an edge: in typical steps of the cloth, and L* besides. */
const EDGE_STEPS = 2.5;
const EDGE_LEAST = 0.5;
/** Cloth so far around a pixel is needed to tell its step in light from that at the outline, in pixels of the grid. */
const WITHIN = 2;

/**
 * Steps in L* on cloth. In colour dark cloth has more of the squares that photos are stored in than of edges; in L* a
 * line of shade stands out there too.
 */
export interface LightSteps {
  readonly width: number;
  readonly right: Float32Array;
  readonly down: Float32Array;
  /** 1 where they are not those of the outline. */
  readonly known: Uint8Array;
  /** Step from which there surely is an edge. */
  readonly sure: number;
}

/** The steps in light around a neck. */
export function lightSteps(grid: CollarGrid): LightSteps {
  const { width, height, light } = grid;
  const right = new Float32Array(light.length);
  const down = new Float32Array(light.length);
  const known = new Uint8Array(light.length);
  const steps: number[] = [];
  for (let y = WITHIN; y < height - WITHIN; y++)
    for (let x = WITHIN; x < width - WITHIN; x++) {
      const i = y * width + x;
      if (!isWithin(grid, i)) continue;
      known[i] = 1;
      right[i] = light[i + 1] - light[i - 1];
      down[i] = light[i + width] - light[i - width];
      steps.push(Math.hypot(right[i], down[i]));
    }
  return { width, right, down, known, sure: EDGE_STEPS * median(steps) + EDGE_LEAST };
}

function isWithin({ width, cloth }: CollarGrid, i: number): boolean {
  for (let row = -WITHIN; row <= WITHIN; row++)
    for (let column = -WITHIN; column <= WITHIN; column++) if (!cloth[i + row * width + column]) return false;
  return true;
}

/** How much of each third of a line is an edge in light, 0 to 1; none of one that cannot be told from the outline. */
export function edgeAlong(steps: LightSteps, points: readonly Point[]): number[] {
  return Array.from({ length: PIECES }, (_, piece) => edgeAlongPiece(steps, points, piece));
}

/** The same of one third, the first is 0. */
export function edgeAlongPiece(
  { width, right, down, known, sure }: LightSteps,
  points: readonly Point[],
  piece: number,
): number {
  const startOf = (one: number) => Math.ceil((one * (points.length - 1)) / PIECES);
  const end = startOf(piece + 1);
  let sum = 0;
  let seen = 0;
  for (let k = startOf(piece) + 1; k <= end; k++) {
    const [from, to] = [points[k - 1], points[k]];
    const length = Math.max(0.01, distance(from, to));
    const [nx, ny] = [(to.y - from.y) / length, (from.x - to.x) / length];
    const { x, y } = mix(from, to, 0.5);
    if (!known[Math.floor(y) * width + Math.floor(x)]) continue;
    let step = 0;
    for (let aside = -NEAR; aside <= NEAR; aside++) {
      const i = Math.floor(y + ny * aside) * width + Math.floor(x + nx * aside);
      step = Math.max(step, Math.abs(right[i] * nx + down[i] * ny));
    }
    sum += Math.min(1, step / sure) * length;
    seen += length;
  }
  return seen > 0 ? sum / seen : 0;
}
