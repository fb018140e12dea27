import { clamp } from '../../../pixels/geometry.ts';
import { solveLinear } from '../../../pixels/linear-equations.ts';
import { median } from '../../../pixels/median.ts';
import { pixelsWhere } from '../../../pixels/planes.ts';
import type { Raster } from '../../../pixels/raster.ts';

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
/**
 * Light below which things around tint a shadow, as a share of the background's. Then the tint for each further share
 * that is missing, as a share of the background's brightness: up to 9 byte steps on white. Our estimates.
 */
const TINTED = 0.9;
const TINT = 0.05;
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
  /** Distance of a pixel's colour from it, in byte steps. */
  distanceAt(pixel: number): number;
  /** The same distance from the nearest colour that the background has in light or in tinted shadow. */
  shadowDistanceAt(pixel: number): number;
}

/** Returns the three values, 0 to 255, of a smooth function of the place for the pixel with the given index. */
type ColourAt = Background['colourAt'];

const terms = (x: number, y: number) => [1, x, y, x * x, x * y, y * y];

/** Fits a quadratic polynomial for each channel to the border of the photo, robustly. */
export function fitBackground(raster: Raster): Background {
  const { data } = raster;
  const ring = borderOf(raster);
  const middle = [0, 1, 2].map((c) => median(ring.map((i) => data[i * 3 + c])));
  let kept = ring.filter((i) => middle.reduce((sum, value, c) => sum + Math.abs(data[i * 3 + c] - value), 0) < 60);
  let colourAt: ColourAt = () => [middle[0], middle[1], middle[2]];
  let noise = 2;
  for (let round = 0; round < ROUNDS && kept.length >= 50; round++) {
    colourAt = leastSquares(kept, raster);
    const distanceAt = distanceFrom(raster, colourAt);
    const sorted = Float64Array.from(kept, distanceAt).sort();
    noise = Math.max(NOISE_MIN, sorted[Math.floor(sorted.length * NOISE_QUANTILE)]);
    kept = ring.filter((i) => distanceAt(i) < 4 * noise + 2);
  }
  const isEven = noise < EVEN_NOISE_MAX && kept.length > EVEN_SHARE_MIN * ring.length;
  return {
    colourAt,
    noise,
    isEven,
    distanceAt: distanceFrom(raster, colourAt),
    shadowDistanceAt: shadowDistanceFrom(raster, colourAt),
  };
}

function distanceFrom({ data }: Raster, colourAt: ColourAt): (pixel: number) => number {
  return (i) => {
    const [r, g, b] = colourAt(i);
    return lengthOf(data[i * 3] - r, data[i * 3 + 1] - g, data[i * 3 + 2] - b);
  };
}

function shadowDistanceFrom({ data }: Raster, colourAt: ColourAt): (pixel: number) => number {
  return (i) => {
    const [r, g, b] = colourAt(i);
    const [pr, pg, pb] = [data[i * 3], data[i * 3 + 1], data[i * 3 + 2]];
    const light = clamp((pr * r + pg * g + pb * b) / Math.max(1, r * r + g * g + b * b), SHADOW_MIN);
    const tint = TINT * Math.max(0, TINTED - light) * lengthOf(r, g, b);
    return Math.max(0, lengthOf(pr - light * r, pg - light * g, pb - light * b) - tint);
  };
}

const lengthOf = (x: number, y: number, z: number) => Math.sqrt(x * x + y * y + z * z);

/** Every second pixel of the border along rows and columns. */
function borderOf({ width, height }: Raster): number[] {
  const border = Math.max(4, Math.round(Math.min(width, height) * BORDER_SHARE));
  return pixelsWhere(width * height, (i) => {
    const [x, y] = [i % width, Math.floor(i / width)];
    return x % 2 === 0 && y % 2 === 0 && Math.min(x, y, width - 1 - x, height - 1 - y) < border;
  });
}

/** Fits quadratic polynomials of the three channels to some pixels by their normal equations. */
function leastSquares(pixels: readonly number[], { width, height, data }: Raster): ColourAt {
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
  const [red, green, blue] = solveLinear(rows);
  return (i) => {
    const x = (i % width) / width - 0.5;
    const y = Math.floor(i / width) / height - 0.5;
    return [polynomialAt(red, x, y), polynomialAt(green, x, y), polynomialAt(blue, x, y)];
  };
}

/** Sum of {@link terms} times their coefficients. */
const polynomialAt = (of: Float64Array, x: number, y: number) =>
  of[0] + of[2] * y + of[5] * y * y + x * (of[1] + of[4] * y + of[3] * x);
