import { checkpoint } from '../checkpoint.ts';
import { clamp } from './geometry.ts';
import { maskAbove, planeOf } from './planes.ts';
import type { Raster, Size } from './raster.ts';

/**
 * Mean over a square of side `2 · radius + 1`, clipped at the borders. Running sums make the time independent of the
 * radius. Each further pass filters the result again.
 */
export function boxFilter(
  values: Float32Array,
  width: number,
  height: number,
  radius: number,
  passes = 1,
): Float32Array {
  if (radius < 1) return values.slice();
  // All passes share two planes, because allocating new ones would cost as much as the sums.
  const rows = new Float32Array(values.length);
  const out = new Float32Array(values.length);
  for (let pass = 0; pass < passes; pass++) {
    checkpoint();
    boxRows(pass === 0 ? values : out, width, height, radius, rows);
    boxColumns(rows, width, height, radius, out);
  }
  return out;
}

/** Mean over a square above which it holds a value: running sums leave small rests. */
const REST = 0.002;

/** 1 where the square of side `2 · radius + 1` around a pixel holds values of a plane of 0 to 1, 0 elsewhere. */
export function nearValues(values: Float32Array, width: number, height: number, radius: number): Uint8Array {
  return maskAbove(boxFilter(values, width, height, radius), REST);
}

function boxRows(values: Float32Array, width: number, height: number, radius: number, rows: Float32Array): void {
  for (let y = 0; y < height; y++) {
    const row = y * width;
    let sum = 0;
    let count = Math.min(width, radius + 1);
    for (let x = 0; x < count; x++) sum += values[row + x];
    let inverse = 1 / count;
    for (let x = 0; x < width; x++) {
      rows[row + x] = sum * inverse;
      const entering = x + radius + 1;
      const leaving = x - radius;
      if (entering < width) sum += values[row + entering];
      if (leaving >= 0) sum -= values[row + leaving];
      // The window changes its size only near the ends, so the loop divides only there.
      if (entering < width !== leaving >= 0) {
        count += entering < width ? 1 : -1;
        inverse = 1 / count;
      }
    }
  }
}

function boxColumns(rows: Float32Array, width: number, height: number, radius: number, out: Float32Array): void {
  const sums = new Float32Array(width);
  let count = Math.min(height, radius + 1);
  for (let y = 0; y < count; y++) for (let x = 0; x < width; x++) sums[x] += rows[y * width + x];
  for (let y = 0; y < height; y++) {
    const row = y * width;
    const inverse = 1 / count;
    const entering = y + radius + 1 < height ? (y + radius + 1) * width : -1;
    const leaving = y - radius >= 0 ? (y - radius) * width : -1;
    for (let x = 0; x < width; x++) {
      const sum = sums[x];
      out[row + x] = sum * inverse;
      sums[x] = sum + (entering < 0 ? 0 : rows[entering + x]) - (leaving < 0 ? 0 : rows[leaving + x]);
    }
    count += (entering >= 0 ? 1 : 0) - (leaving >= 0 ? 1 : 0);
  }
}

/** Standard deviation from which a blur runs at half the size, where its result still fits. */
const HALVED_SIGMA = 5;

/**
 * Approximates a Gaussian blur by three box filters (Wells 1986), wide ones at half the size. `sigma` is its standard
 * deviation in pixels.
 */
export function blur(values: Float32Array, width: number, height: number, sigma: number): Float32Array {
  if (sigma >= HALVED_SIGMA) {
    const [halfWidth, halfHeight] = [(width + 1) >> 1, (height + 1) >> 1];
    const small = blur(halved(values, width, height), halfWidth, halfHeight, sigma / 2);
    return resizeValues(small, halfWidth, halfHeight, width, height);
  }
  return boxFilter(values, width, height, Math.round(sigma), 3);
}

/**
 * The shape where a plane is over a half, with the outline of its blur, one pixel soft. `sigma` is the standard
 * deviation of the blur in pixels.
 */
export function evenOutline(values: Float32Array, width: number, height: number, sigma: number): Float32Array {
  const shape = planeOf(values.length, (i) => (values[i] > 0.5 ? 1 : 0));
  // The slope of a blurred straight edge is 1 / (sigma √(2π)) a pixel.
  const slope = sigma * Math.sqrt(2 * Math.PI);
  const outline = blur(shape, width, height, sigma);
  for (let i = 0; i < outline.length; i++) outline[i] = clamp((outline[i] - 0.5) * slope + 0.5);
  return outline;
}

/** A blur of colours, three values a pixel. `sigma` in pixels. */
export function blurColours(colours: ArrayLike<number>, width: number, height: number, sigma: number): Float32Array {
  const out = new Float32Array(width * height * 3);
  for (let c = 0; c < 3; c++) {
    const channel = planeOf(width * height, (i) => colours[i * 3 + c]);
    const soft = blur(channel, width, height, sigma);
    for (let i = 0; i < soft.length; i++) out[i * 3 + c] = soft[i];
  }
  return out;
}

/** A picture blurred by a Gaussian. `sigma` in pixels. */
export function blurRaster({ width, height, data }: Raster, sigma: number): Raster {
  return { width, height, data: new Uint8ClampedArray(blurColours(data, width, height, sigma)) };
}

/** Means of two by two pixels; at odd borders, of the pixels that exist. */
export function halved(values: Float32Array, width: number, height: number): Float32Array {
  const [halfWidth, halfHeight] = [(width + 1) >> 1, (height + 1) >> 1];
  return resizeValues(values, width, height, halfWidth, halfHeight, { width: 2 * halfWidth, height: 2 * halfHeight });
}

/** Blurs the values within a mask without mixing in values outside it; 0 far from the mask. */
export function maskedBlur(
  values: Float32Array,
  mask: Float32Array,
  width: number,
  height: number,
  sigma: number,
): Float32Array {
  const product = new Float32Array(values.length);
  for (let i = 0; i < values.length; i++) product[i] = values[i] * mask[i];
  const [sum, weight] = [product, mask].map((plane) => blur(plane, width, height, sigma));
  for (let i = 0; i < sum.length; i++) sum[i] = weight[i] > 1e-3 ? sum[i] / weight[i] : 0;
  return sum;
}

/**
 * The bilinear value of a plane at a position, where (0, 0) is the middle of the first pixel. Beyond the borders the
 * border value.
 */
export function valueBetween(values: Float32Array, width: number, height: number, x: number, y: number): number {
  const fx = Math.min(width - 1, Math.max(0, x));
  const fy = Math.min(height - 1, Math.max(0, y));
  const x0 = fx | 0;
  const y0 = fy | 0;
  const x1 = Math.min(width - 1, x0 + 1);
  const y1 = Math.min(height - 1, y0 + 1);
  const [tx, ty] = [fx - x0, fy - y0];
  const top = values[y0 * width + x0] * (1 - tx) + values[y0 * width + x1] * tx;
  const bottom = values[y1 * width + x0] * (1 - tx) + values[y1 * width + x1] * tx;
  return top * (1 - ty) + bottom * ty;
}

/** Bilinear resize of a plane. The result covers `covered` pixels of the plane, from its upper left corner. */
export function resizeValues(
  values: Float32Array,
  width: number,
  height: number,
  toWidth: number,
  toHeight: number,
  covered: Size = { width, height },
): Float32Array {
  if (width === toWidth && height === toHeight) return values.slice();
  const columns = bilinearSteps(toWidth, width, covered.width / toWidth);
  return resample(values, width, columns, bilinearSteps(toHeight, height, covered.height / toHeight));
}

/** The values of a plane, which is `width` pixels wide, between pixels of the given columns and rows. */
export function resample(
  values: Float32Array,
  width: number,
  columns: BilinearSteps,
  rows: BilinearSteps,
): Float32Array {
  const wide = columns.share.length;
  const out = new Float32Array(wide * rows.share.length);
  // Between two rows of the plane first, once for all pixels of a row of the result.
  const between = new Float64Array(width);
  for (let i = 0, y = 0; y < rows.share.length; y++) {
    checkpoint();
    const [above, below, ty] = [rows.from[y] * width, rows.to[y] * width, rows.share[y]];
    for (let x = 0; x < width; x++) between[x] = values[above + x] * (1 - ty) + values[below + x] * ty;
    for (let x = 0; x < wide; x++, i++) {
      const left = between[columns.from[x]];
      out[i] = left + (between[columns.to[x]] - left) * columns.share[x];
    }
  }
  return out;
}

/** For each pixel of a row or column, its two neighbours in another one, and the share of the way to the second. */
export interface BilinearSteps {
  readonly from: Int32Array;
  readonly to: Int32Array;
  readonly share: Float64Array;
}

/** The neighbours of `count` pixels among `source` others, in steps of `step` of these. The first begins at `start`. */
export function bilinearSteps(count: number, source: number, step = source / count, start = 0): BilinearSteps {
  const from = new Int32Array(count);
  const to = new Int32Array(count);
  const share = new Float64Array(count);
  for (let k = 0; k < count; k++) {
    const at = Math.min(source - 1, Math.max(0, start + (k + 0.5) * step - 0.5));
    from[k] = Math.floor(at);
    to[k] = Math.min(source - 1, from[k] + 1);
    share[k] = at - from[k];
  }
  return { from, to, share };
}
