import { labOf } from '../../src/pixels/lab.ts';
import { median } from '../../src/pixels/median.ts';
import type { Raster } from '../../src/pixels/raster.ts';
import { EXACT_DB } from './figures.ts';

/** A colour in CIE L*a*b*. */
export type Lab = readonly [number, number, number];

/** Whether a pixel is looked at. */
export type Counts = (pixel: number) => boolean;

/** Likeness of two pictures of one size where it counts, in dB (PSNR): EXACT_DB at most. */
export function likeness(a: Raster, b: Raster, counts: Counts): number {
  let squared = 0;
  let values = 0;
  for (let i = 0; i < a.width * a.height; i++) {
    if (!counts(i)) continue;
    values += 3;
    for (let c = 0; c < 3; c++) squared += (a.data[i * 3 + c] - b.data[i * 3 + c]) ** 2;
  }
  return squared === 0 ? EXACT_DB : Math.min(EXACT_DB, 10 * Math.log10((255 * 255 * values) / squared));
}

/** Greatest difference of a pixel in two pictures, 0 to 255. */
export function difference(a: Raster, b: Raster, pixel: number): number {
  const of = (c: number) => Math.abs(a.data[pixel * 3 + c] - b.data[pixel * 3 + c]);
  return Math.max(of(0), of(1), of(2));
}

/** L*, a*, b* of a pixel. */
export function labAt({ data }: Raster, pixel: number): Lab {
  return labOf(data[pixel * 3], data[pixel * 3 + 1], data[pixel * 3 + 2]);
}

/** Median of each of L*, a*, b* over the pixels that count; null where there are too few to tell. */
export function medianLab(picture: Raster, counts: Counts): Lab | null {
  const colours: Lab[] = [];
  for (let i = 0; i < picture.width * picture.height; i++) if (counts(i)) colours.push(labAt(picture, i));
  if (colours.length < PIXELS_MIN) return null;
  const middle = (axis: 0 | 1 | 2) => median(Float32Array.from(colours, (colour) => colour[axis]));
  return [middle(0), middle(1), middle(2)];
}

const PIXELS_MIN = 400;

/** Difference of two colours, ΔE*ab of 1976. */
export function deltaE(a: Lab, b: Lab): number {
  return Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
}

/** Mean difference of two pictures of one size where it counts, ΔE*ab of 1976. */
export function meanDeltaE(a: Raster, b: Raster, counts: Counts): number {
  let sum = 0;
  let pixels = 0;
  for (let i = 0; i < a.width * a.height; i++) {
    if (!counts(i)) continue;
    pixels++;
    sum += deltaE(labAt(a, i), labAt(b, i));
  }
  return pixels === 0 ? 0 : sum / pixels;
}

/** Share of the pixels that count which pass a test, in percent. */
export function percentOf(pixels: number, counts: Counts, passes: Counts): number {
  let all = 0;
  let passed = 0;
  for (let i = 0; i < pixels; i++) {
    if (!counts(i)) continue;
    all++;
    if (passes(i)) passed++;
  }
  return all === 0 ? 0 : (100 * passed) / all;
}
