import { blur } from '../src/pixels/filters.ts';
import { labOf, luma } from '../src/pixels/lab.ts';
import type { Raster } from '../src/pixels/raster.ts';
import { mean } from './score.ts';

/** Constants of the structural similarity and its window (Wang et al. 2004, with a dynamic range of 255). */
const C1 = (0.01 * 255) ** 2;
const C2 = (0.03 * 255) ** 2;
const SIGMA = 1.5;

/** Pixels that a figure is taken of. */
export type Inside = (pixel: number) => boolean;

/** The structural similarity of the lightness of two pictures of one size at each pixel, −1 to 1. */
export function structure(a: Raster, b: Raster): Float32Array {
  const [x, y] = [a, b].map(({ data }) => Float32Array.from({ length: data.length / 3 }, (_, i) => luma(data, i)));
  const smooth = (values: Float32Array) => blur(values, a.width, a.height, SIGMA);
  const product = (p: Float32Array, q: Float32Array) => p.map((value, i) => value * q[i]);
  const [mx, my] = [smooth(x), smooth(y)];
  const [xx, yy, xy] = [smooth(product(x, x)), smooth(product(y, y)), smooth(product(x, y))];
  return mx.map((m, i) => {
    const n = my[i];
    const shared = (2 * m * n + C1) * (2 * (xy[i] - m * n) + C2);
    return shared / ((m * m + n * n + C1) * (xx[i] - m * m + yy[i] - n * n + C2));
  });
}

/** The mean of values over some pixels. */
export const meanOf = (values: Float32Array, inside: Inside) => mean([...values.filter((_, i) => inside(i))]);

/** The mean distance of the colours of two pictures over some pixels (CIE 1976). */
export function colourDistance(a: Raster, b: Raster, inside: Inside): number {
  const lab = ({ data }: Raster, i: number) => labOf(data[i * 3], data[i * 3 + 1], data[i * 3 + 2]);
  const distances: number[] = [];
  for (let i = 0; i < a.width * a.height; i++) {
    if (!inside(i)) continue;
    const [p, q] = [lab(a, i), lab(b, i)];
    distances.push(Math.hypot(p[0] - q[0], p[1] - q[1], p[2] - q[2]));
  }
  return mean(distances);
}
