import { checkpoint } from '../checkpoint.ts';
import { clamp } from './geometry.ts';
import type { Raster } from './raster.ts';
import type { PointMap } from './thin-plate-spline.ts';

/** A drawing that covers a part of the picture: colour and coverage of each pixel. */
export interface Layer {
  readonly width: number;
  readonly height: number;
  /** Three values a pixel, 0 to 255; meaningless where `alpha` is 0. */
  readonly colour: Float32Array<ArrayBuffer>;
  /** 0 to 1. */
  readonly alpha: Float32Array<ArrayBuffer>;
}

/** A layer of a size in pixels that covers nothing yet. */
export function createLayer(width: number, height: number): Layer {
  return { width, height, colour: new Float32Array(width * height * 3), alpha: new Float32Array(width * height) };
}

/** Pixels between the points at which a map is evaluated; bilinear in between. */
const GRID_STEP_PIXELS = 3;

/** Pixels with less coverage are not drawn. */
const ALPHA_MIN = 0.003;

/** A cut-out to draw: its colours, and its opacity at each pixel. */
export interface CutOut {
  readonly raster: Raster;
  readonly alpha: Float32Array;
}

/** Depth in pixels of a place of the layer within the outline; negative outside. */
export type Depth = (x: number, y: number) => number;

/**
 * Draws a warped cut-out over the layer. `map` leads from pixels of the layer to pixels of the cut-out. `box` ([left,
 * top, right, bottom]) limits the place and `depth`, if given, the outline. Takes four bilinear samples a pixel.
 */
export function drawWarped(
  layer: Layer,
  cutOut: CutOut,
  map: PointMap,
  box: readonly [number, number, number, number],
  depth?: Depth,
): void {
  const left = Math.max(0, Math.floor(box[0]));
  const top = Math.max(0, Math.floor(box[1]));
  const right = Math.min(layer.width, Math.ceil(box[2]));
  const bottom = Math.min(layer.height, Math.ceil(box[3]));
  if (right <= left || bottom <= top) return;
  const grid = evaluate(map, depth, left, top, right, bottom);
  const sample = new Float32Array(4);
  for (let y = top; y < bottom; y++) {
    checkpoint();
    for (let x = left; x < right; x++) {
      const cover = coverAt(grid, (x - left + 0.5) / GRID_STEP_PIXELS, (y - top + 0.5) / GRID_STEP_PIXELS);
      if (cover <= 0) continue;
      sample[0] = sample[1] = sample[2] = sample[3] = 0;
      for (let s = 0; s < 4; s++)
        accumulate(
          sample,
          cutOut,
          grid,
          (x - left + 0.25 + 0.5 * (s & 1)) / GRID_STEP_PIXELS,
          (y - top + 0.25 + 0.5 * (s >> 1)) / GRID_STEP_PIXELS,
        );
      if (cover < 1) for (let c = 0; c < 4; c++) sample[c] *= cover;
      if (sample[3] > ALPHA_MIN) over(layer, y * layer.width + x, sample);
    }
  }
}

interface Grid {
  readonly columns: number;
  /** The mapped place of each point, two values a point. */
  readonly targets: Float32Array;
  /** Depth of each point; null if no outline limits the cut-out. */
  readonly depths: Float32Array | null;
}

function evaluate(
  map: PointMap,
  depth: Depth | undefined,
  left: number,
  top: number,
  right: number,
  bottom: number,
): Grid {
  const columns = Math.ceil((right - left) / GRID_STEP_PIXELS) + 2;
  const rows = Math.ceil((bottom - top) / GRID_STEP_PIXELS) + 2;
  const targets = new Float32Array(columns * rows * 2);
  const depths = depth ? new Float32Array(columns * rows) : null;
  for (let row = 0; row < rows; row++) {
    checkpoint();
    for (let column = 0; column < columns; column++) {
      const [u, v] = [left + column * GRID_STEP_PIXELS, top + row * GRID_STEP_PIXELS];
      const [x, y] = map(u, v);
      targets[(row * columns + column) * 2] = x;
      targets[(row * columns + column) * 2 + 1] = y;
      if (depth && depths) depths[row * columns + column] = depth(u, v);
    }
  }
  return { columns, targets, depths };
}

/** Share of a pixel within the outline. The pixel's middle is at a place of the grid. */
function coverAt({ columns, depths }: Grid, gx: number, gy: number): number {
  if (!depths) return 1;
  const [column, row] = [gx | 0, gy | 0];
  const [tx, ty] = [gx - column, gy - row];
  const o = row * columns + column;
  const upper = depths[o] * (1 - tx) + depths[o + 1] * tx;
  const lower = depths[o + columns] * (1 - tx) + depths[o + columns + 1] * tx;
  return clamp(upper * (1 - ty) + lower * ty + 0.5);
}

/** Adds a quarter of the cut-out's value at a place of the grid: colour times coverage, and coverage. */
function accumulate(
  sample: Float32Array,
  { raster, alpha }: CutOut,
  { columns, targets }: Grid,
  gx: number,
  gy: number,
): void {
  const column = gx | 0;
  const row = gy | 0;
  const tx = gx - column;
  const ty = gy - row;
  const o = (row * columns + column) * 2;
  const n = o + columns * 2;
  const sx =
    (targets[o] * (1 - tx) + targets[o + 2] * tx) * (1 - ty) + (targets[n] * (1 - tx) + targets[n + 2] * tx) * ty - 0.5;
  const sy =
    (targets[o + 1] * (1 - tx) + targets[o + 3] * tx) * (1 - ty) +
    (targets[n + 1] * (1 - tx) + targets[n + 3] * tx) * ty -
    0.5;
  const { width, height, data } = raster;
  if (!(sx >= 0 && sy >= 0 && sx < width - 1 && sy < height - 1)) return;
  const ix = sx | 0;
  const iy = sy | 0;
  const fx = sx - ix;
  const fy = sy - iy;
  for (let k = 0; k < 4; k++) {
    const q = (iy + (k >> 1)) * width + ix + (k & 1);
    const weight = (k & 1 ? fx : 1 - fx) * (k >> 1 ? fy : 1 - fy) * alpha[q] * 0.25;
    if (weight <= 0) continue;
    sample[0] += data[q * 3] * weight;
    sample[1] += data[q * 3 + 1] * weight;
    sample[2] += data[q * 3 + 2] * weight;
    sample[3] += weight;
  }
}

/** Composites a sample (colour times coverage, coverage) over the layer at a pixel. */
function over({ colour, alpha }: Layer, pixel: number, sample: Float32Array): void {
  const own = alpha[pixel];
  const rest = 1 - sample[3];
  const total = sample[3] + own * rest;
  for (let c = 0; c < 3; c++) colour[pixel * 3 + c] = (sample[c] + colour[pixel * 3 + c] * own * rest) / total;
  alpha[pixel] = total;
}
