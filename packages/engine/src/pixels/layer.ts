import { checkpoint, checkpointAt } from '../checkpoint.ts';
import { type Box, cropValues, grownWithin, laidInto } from './crop.ts';
import { clamp, point } from './geometry.ts';
import type { Point, Raster, Size } from './raster.ts';
import type { PointMap } from './thin-plate-spline.ts';

/** A drawing that covers a part of the picture: colour and coverage of each pixel. */
export interface Layer extends Size {
  /** Three values a pixel, 0 to 255; meaningless where `alpha` is 0. */
  readonly colour: Float32Array;
  /** 0 to 1. */
  readonly alpha: Float32Array;
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
export type Depth = (p: Point) => number;

/**
 * Draws a warped cut-out over the layer. `map` leads from pixels of the layer to pixels of the cut-out. `box` limits
 * the place and `depth`, if given, the outline. Takes four bilinear samples a pixel.
 */
export function drawWarped(layer: Layer, cutOut: CutOut, map: PointMap, box: Box, depth?: Depth): void {
  const { left, top, width, height } = grownWithin(box, layer, 0);
  if (width <= 0 || height <= 0) return;
  const grid = evaluate(map, depth, { left, top, width, height });
  const sample = new Float32Array(4);
  for (let y = top; y < top + height; y++) {
    checkpoint();
    for (let x = left; x < left + width; x++) {
      const cover = grid.depths ? clamp(between(grid.depths, grid.columns, x - left + 0.5, y - top + 0.5) + 0.5) : 1;
      if (cover <= 0) continue;
      sample[0] = sample[1] = sample[2] = sample[3] = 0;
      for (let s = 0; s < 4; s++) {
        const dx = x - left + 0.25 + 0.5 * (s & 1);
        const dy = y - top + 0.25 + 0.5 * (s >> 1);
        const sx = between(grid.xs, grid.columns, dx, dy) - 0.5;
        accumulate(sample, cutOut, sx, between(grid.ys, grid.columns, dx, dy) - 0.5);
      }
      if (cover < 1) for (let c = 0; c < 4; c++) sample[c] *= cover;
      if (sample[3] > ALPHA_MIN) over(layer, y * layer.width + x, sample);
    }
  }
}

/**
 * The mapped place and the depth of points of a box that are {@link GRID_STEP_PIXELS} apart. The depths are null if no
 * outline limits the cut-out.
 */
function evaluate(map: PointMap, depth: Depth | undefined, { left, top, width, height }: Box) {
  const columns = Math.ceil(width / GRID_STEP_PIXELS) + 2;
  const rows = Math.ceil(height / GRID_STEP_PIXELS) + 2;
  const [xs, ys] = [new Float32Array(columns * rows), new Float32Array(columns * rows)];
  const depths = depth ? new Float32Array(columns * rows) : null;
  for (let i = 0; i < xs.length; i++) {
    checkpointAt(i);
    const place = point(left + (i % columns) * GRID_STEP_PIXELS, top + Math.floor(i / columns) * GRID_STEP_PIXELS);
    const { x, y } = map(place);
    xs[i] = x;
    ys[i] = y;
    if (depth && depths) depths[i] = depth(place);
  }
  return { columns, xs, ys, depths };
}

/** The bilinear value of a grid at a place in pixels from its first point. */
function between(values: Float32Array, columns: number, x: number, y: number): number {
  const gx = x / GRID_STEP_PIXELS;
  const gy = y / GRID_STEP_PIXELS;
  const tx = gx - (gx | 0);
  const ty = gy - (gy | 0);
  const o = (gy | 0) * columns + (gx | 0);
  const upper = values[o] * (1 - tx) + values[o + 1] * tx;
  const lower = values[o + columns] * (1 - tx) + values[o + columns + 1] * tx;
  return upper * (1 - ty) + lower * ty;
}

/** Adds a quarter of the cut-out's value at a place: colour times coverage, and coverage. */
function accumulate(sample: Float32Array, { raster, alpha }: CutOut, x: number, y: number): void {
  const { width, height, data } = raster;
  if (!(x >= 0 && y >= 0 && x < width - 1 && y < height - 1)) return;
  const ix = x | 0;
  const iy = y | 0;
  const fx = x - ix;
  const fy = y - iy;
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

/** Raises the coverage of a layer, in the given colours. */
export function coverUp(layer: Layer, cover: Float32Array, colours: Float32Array): void {
  for (let i = 0; i < cover.length; i++) {
    if (cover[i] <= layer.alpha[i]) continue;
    const own = layer.alpha[i] / cover[i];
    for (let c = i * 3; c < i * 3 + 3; c++) layer.colour[c] = layer.colour[c] * own + colours[c] * (1 - own);
    layer.alpha[i] = cover[i];
  }
}

/** A copy of the part of a layer within a box. */
export function partOf({ width, colour, alpha }: Layer, box: Box): Layer {
  return { ...box, colour: cropValues(colour, 3, width, box), alpha: cropValues(alpha, 1, width, box) };
}

/** Lays a part back into its layer. */
export function layPart({ width, colour, alpha }: Layer, part: Layer, box: Box): void {
  laidInto(colour, part.colour, 3, width, box);
  laidInto(alpha, part.alpha, 1, width, box);
}
