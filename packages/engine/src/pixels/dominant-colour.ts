import { boxFilter } from './filters.ts';
import { labOf } from './lab.ts';
import { medianAt } from './median.ts';
import { planeOf } from './planes.ts';
import type { Size } from './raster.ts';

/** The pixels of a picture that have its dominant colour in more or less light. */
export interface DominantColour {
  /** 1 at those pixels that have others of that colour around them, 0 elsewhere. */
  readonly mask: Float32Array;
  /** Share of the given pixels that have the colour, with others around them or not, 0 to 1. */
  readonly share: number;
  /** Every fifth of the given pixels, from which the dominant colour is the median. */
  readonly sample: readonly number[];
}

/** Every second pixel along rows and columns of a picture, in planes of 0 to 255. */
export interface HalvedPlanes extends Size {
  readonly rgb: readonly Float32Array[];
  /** The pixel of the picture that a pixel of the planes shows. */
  pixelAt(half: number): number;
}

/** Every second pixel of a picture. `colours` are three values a pixel, 0 to 255. */
export function everySecond(colours: ArrayLike<number>, { width, height }: Size): HalvedPlanes {
  const [halfWidth, halfHeight] = [(width + 1) >> 1, (height + 1) >> 1];
  const pixelAt = (j: number) => 2 * (Math.floor(j / halfWidth) * width + (j % halfWidth));
  const rgb = [0, 1, 2].map((c) => planeOf(halfWidth * halfHeight, (j) => colours[pixelAt(j) * 3 + c]));
  return { width: halfWidth, height: halfHeight, rgb, pixelAt };
}

/** Step between the pixels that give the dominant colour. */
const SAMPLED = 5;
/** Greatest distance in a* and b* of CIE Lab, and its growth with the dominant lightness: our estimates. */
const HUE = { least: 11, growth: 0.1 };
/** Shares of the dominant lightness between which pixels are that colour in shadow or in light, and their margins. */
const SHADOW = { share: 0.62, margin: 4 };
const LIGHT = { share: 1.5, margin: 8 };
/** Least share of the dominant colour around a pixel: less is a print or an edge. */
const SOLID = 0.72;

/**
 * Finds the dominant colour among some pixels of a picture. `rgb` are its planes, 0 to 255; `radius` is the distance in
 * pixels within which a pixel needs others of that colour.
 */
export function dominantColour(
  rgb: readonly Float32Array[],
  { width, height }: Size,
  pixels: readonly number[],
  radius: number,
): DominantColour {
  const size = width * height;
  const lab = [0, 1, 2].map(() => new Float32Array(size));
  for (const i of pixels) [lab[0][i], lab[1][i], lab[2][i]] = labOf(rgb[0][i] | 0, rgb[1][i] | 0, rgb[2][i] | 0);
  const sample = pixels.filter((_, k) => k % SAMPLED === 0);
  const [middle, a, b] = lab.map((plane) => medianAt(plane, sample));
  const mask = new Float32Array(size);
  let count = 0;
  for (const i of pixels) {
    const light = lab[0][i];
    if (Math.hypot(lab[1][i] - a, lab[2][i] - b) >= HUE.least + HUE.growth * middle) continue;
    if (light <= middle * SHADOW.share - SHADOW.margin || light >= middle * LIGHT.share + LIGHT.margin) continue;
    mask[i] = 1;
    count++;
  }
  const solid = boxFilter(mask, width, height, radius);
  for (let i = 0; i < size; i++) if (solid[i] <= SOLID) mask[i] = 0;
  return { mask, share: count / Math.max(1, pixels.length), sample };
}
