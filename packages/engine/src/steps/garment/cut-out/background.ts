import { checkpointAt } from '../../../checkpoint.ts';
import { clamp } from '../../../pixels/geometry.ts';
import { median } from '../../../pixels/median.ts';
import type { Raster, Size } from '../../../pixels/raster.ts';

/** Width of the border that counts as background, as a share of the shorter side. */
const BORDER_SHARE = 0.03;
/** Rounds that drop border pixels which differ from the background. */
const ROUNDS = 3;
/** Least noise of any photo, in byte steps, and the quantile of the border's distances that is the noise. */
const NOISE_MIN = 0.8;
const NOISE_QUANTILE = 0.7;
/** Greatest noise of an even background, in byte steps, and the least share of the border that it fills. */
const EVEN_NOISE_MAX = 7;
const EVEN_SHARE_MIN = 0.6;
/** Light of the darkest shadow, as a share of the background's. */
const SHADOW_MIN = 0.5;
/** Distance in byte steps from the colour of an even background within which a pixel shows it. */
export const PAPER = 14;
/** Terms of a quadratic polynomial in x and y. */
const TERMS = 6;

/** The background of a product photo as a smooth function of the place. */
export interface Background {
  /** Its colour at the pixel of an index, 0 to 255, not rounded. */
  colourAt(pixel: number): readonly [number, number, number];
  /** Distance of the border's pixels from it, in byte steps: noise and texture. */
  readonly noise: number;
  /** True for paper, a wall or a screen of one colour or gradient; false for floors, beds and rooms. */
  readonly isEven: boolean;
  /** Distance of every pixel's colour from it, in byte steps. */
  readonly distance: Float32Array<ArrayBuffer>;
  /** The same distance from the nearest colour that the background has in light or in shadow. */
  readonly shadowDistance: Float32Array<ArrayBuffer>;
}

/** Coefficients of the three channels, in the order of {@link terms}. */
type Polynomials = readonly (readonly number[])[];

const terms = (x: number, y: number) => [1, x, y, x * x, x * y, y * y];

/** Sum of {@link terms} times their coefficients. */
const polynomialAt = (of: readonly number[], x: number, y: number) =>
  of[0] + of[2] * y + of[5] * y * y + x * (of[1] + of[4] * y + of[3] * x);

/** Fits a quadratic polynomial for each channel to the border of the photo, robustly. */
export function fitBackground(raster: Raster): Background {
  const { data } = raster;
  const ring = borderOf(raster);
  const middle = [0, 1, 2].map((c) => median(ring.map((i) => data[i * 3 + c])));
  let kept = ring.filter((i) => middle.reduce((sum, value, c) => sum + Math.abs(data[i * 3 + c] - value), 0) < 60);
  let polynomials: Polynomials = middle.map((value) => [value, 0, 0, 0, 0, 0]);
  let noise = 2;
  for (let round = 0; round < ROUNDS && kept.length >= 50; round++) {
    polynomials = leastSquares(kept, raster);
    const sorted = Float64Array.from(kept, (i) => distanceAt(raster, polynomials, i).whole).sort();
    noise = Math.max(NOISE_MIN, sorted[Math.floor(sorted.length * NOISE_QUANTILE)]);
    kept = ring.filter((i) => distanceAt(raster, polynomials, i).whole < 4 * noise + 2);
  }
  const isEven = noise < EVEN_NOISE_MAX && kept.length > EVEN_SHARE_MIN * ring.length;
  const distance = new Float32Array(raster.width * raster.height);
  const shadowDistance = new Float32Array(distance.length);
  for (let i = 0; i < distance.length; i++) {
    checkpointAt(i);
    const { whole, shadow } = distanceAt(raster, polynomials, i);
    distance[i] = whole;
    shadowDistance[i] = shadow;
  }
  return { colourAt: (i) => colourAt(raster, polynomials, i), noise, isEven, distance, shadowDistance };
}

/** Distances of a pixel's colour from the background, in light and in shadow. */
function distanceAt(raster: Raster, polynomials: Polynomials, i: number) {
  const [r, g, b] = colourAt(raster, polynomials, i);
  const pr = raster.data[i * 3];
  const pg = raster.data[i * 3 + 1];
  const pb = raster.data[i * 3 + 2];
  const light = clamp((pr * r + pg * g + pb * b) / Math.max(1, r * r + g * g + b * b), SHADOW_MIN);
  return {
    whole: lengthOf(pr - r, pg - g, pb - b),
    shadow: lengthOf(pr - light * r, pg - light * g, pb - light * b),
  };
}

function colourAt({ width, height }: Size, of: Polynomials, i: number): [number, number, number] {
  const x = (i % width) / width - 0.5;
  const y = Math.floor(i / width) / height - 0.5;
  return [polynomialAt(of[0], x, y), polynomialAt(of[1], x, y), polynomialAt(of[2], x, y)];
}

const lengthOf = (x: number, y: number, z: number) => Math.sqrt(x * x + y * y + z * z);

function borderOf({ width, height }: Raster): number[] {
  const border = Math.max(4, Math.round(Math.min(width, height) * BORDER_SHARE));
  const found: number[] = [];
  for (let y = 0; y < height; y += 2) {
    for (let x = 0; x < width; x += 2) {
      if (x < border || y < border || x >= width - border || y >= height - border) found.push(y * width + x);
    }
  }
  return found;
}

/** Fits the polynomials of the three channels to some pixels by their normal equations. */
function leastSquares(pixels: readonly number[], { width, height, data }: Raster): Polynomials {
  const rows = Array.from({ length: TERMS }, () => new Float64Array(TERMS + 3));
  for (const i of pixels) {
    const at = terms((i % width) / width - 0.5, Math.floor(i / width) / height - 0.5);
    for (let r = 0; r < TERMS; r++) {
      for (let c = 0; c < TERMS; c++) rows[r][c] += at[r] * at[c];
      for (let c = 0; c < 3; c++) rows[r][TERMS + c] += at[r] * data[i * 3 + c];
    }
  }
  // A small ridge limits the slopes of a narrow sample.
  for (let r = 1; r < TERMS; r++) rows[r][r] += 1e-3 * pixels.length;
  return solve(rows);
}

/** Solves linear equations for the three columns beyond the square of coefficients, by Gauss–Jordan elimination. */
function solve(rows: Float64Array[]): number[][] {
  const size = rows.length;
  for (let i = 0; i < size; i++) {
    let pivot = i;
    for (let r = i + 1; r < size; r++) if (Math.abs(rows[r][i]) > Math.abs(rows[pivot][i])) pivot = r;
    [rows[i], rows[pivot]] = [rows[pivot], rows[i]];
    for (let r = 0; r < size; r++) {
      if (r === i) continue;
      const factor = rows[r][i] / rows[i][i];
      for (let c = i; c < rows[r].length; c++) rows[r][c] -= factor * rows[i][c];
    }
  }
  return [0, 1, 2].map((c) => rows.map((row, i) => row[size + c] / row[i]));
}
