import { boxFilter, halved, resizeValues } from './filters.ts';
import { clamp } from './geometry.ts';
import { planeOf } from './planes.ts';
import type { Raster, Size } from './raster.ts';

/** Added to the determinant, so that flat areas with a covariance near 0 do not divide by 0. */
const DETERMINANT_MIN = 1e-18;
/**
 * Radius in pixels above which a fit runs at half the size, where details of a single pixel count as flat. Its
 * coefficients are means over the radius (He, Sun: Fast Guided Filter, 2015).
 */
const HALVED_RADIUS = 3;

/**
 * A plane as a linear function of a guide's colour: the offset plus the sum of each channel times its slope. The
 * coefficients change slowly from pixel to pixel.
 */
export interface GuidedPlane extends Size {
  readonly slopes: readonly Float32Array[];
  readonly offset: Float32Array;
  /** The size of the picture that it covers, in its own pixels: the last column of an odd width is half outside. */
  readonly covered: Size;
}

/**
 * The colour guided filter (He, Sun, Tang: Guided Image Filtering, 2013): smooths a plane along the edges of the guide.
 * `radius` in pixels; `epsilon` is the variance (of colours 0 to 1) that counts as flat. Returns a function, so that
 * several planes share the work on the guide.
 */
export function guidedFilter(guide: Raster, radius: number, epsilon: number): (plane: Float32Array) => Float32Array {
  const fit = guidedFit(guide, radius, epsilon);
  return (plane) => applyGuide(fit(plane), guide);
}

/**
 * The colours of a picture smoothed along their own edges, three values a pixel, 0 to 255. Radius and epsilon are those
 * of {@link guidedFilter}.
 */
export function smoothedColours(picture: Raster, radius: number, epsilon: number): Float64Array {
  const filter = guidedFilter(picture, radius, epsilon);
  const out = new Float64Array(picture.data.length);
  for (let c = 0; c < 3; c++) {
    const smooth = filter(planeOf(out.length / 3, (i) => picture.data[i * 3 + c] / 255));
    for (let i = 0; i < smooth.length; i++) out[i * 3 + c] = smooth[i] * 255;
  }
  return out;
}

/**
 * The first half of the guided filter: fits planes to the guide's colours around each pixel. Apply the result to a
 * larger version of the guide to enlarge the plane with that version's sharp edges.
 */
export function guidedFit(guide: Raster, radius: number, epsilon: number): (plane: Float32Array) => GuidedPlane {
  const { width, height, data } = guide;
  const channels = [0, 1, 2].map((c) => planeOf(width * height, (i) => data[i * 3 + c] / 255));
  if (radius <= HALVED_RADIUS) return fitToChannels(channels, guide, radius, epsilon);
  const half = { width: (width + 1) >> 1, height: (height + 1) >> 1 };
  const smaller = channels.map((channel) => halved(channel, width, height));
  const fit = fitToChannels(smaller, half, Math.round(radius / 2), epsilon);
  const covered = { width: width / 2, height: height / 2 };
  return (plane) => ({ ...fit(halved(plane, width, height)), covered });
}

function fitToChannels(channels: readonly Float32Array[], { width, height }: Size, radius: number, epsilon: number) {
  const size = width * height;
  const mean = (values: Float32Array) => boxFilter(values, width, height, radius);
  const product = new Float32Array(size);
  const meanOfProduct = (a: Float32Array, b: Float32Array) => {
    for (let i = 0; i < size; i++) product[i] = a[i] * b[i];
    return mean(product);
  };
  const means = channels.map(mean);
  const covariance = (a: number, b: number) => {
    const values = meanOfProduct(channels[a], channels[b]);
    for (let i = 0; i < size; i++) values[i] -= means[a][i] * means[b][i];
    return values;
  };
  const [rr, gg, bb] = [covariance(0, 0), covariance(1, 1), covariance(2, 2)];
  const [rg, rb, gb] = [covariance(0, 1), covariance(0, 2), covariance(1, 2)];
  // The covariance plus epsilon of each pixel is inverted in place, by cofactors.
  for (let i = 0; i < size; i++) {
    const [a, d, f] = [rr[i] + epsilon, gg[i] + epsilon, bb[i] + epsilon];
    const [b, c, e] = [rg[i], rb[i], gb[i]];
    const [c00, c01, c02] = [d * f - e * e, c * e - b * f, b * e - c * d];
    const q = 1 / (a * c00 + b * c01 + c * c02 + DETERMINANT_MIN);
    rr[i] = c00 * q;
    rg[i] = c01 * q;
    rb[i] = c02 * q;
    gg[i] = (a * f - c * c) * q;
    gb[i] = (b * c - a * e) * q;
    bb[i] = (a * d - b * b) * q;
  }
  const [meanRed, meanGreen, meanBlue] = means;
  /** Turns the means of channel times plane into slopes, in place, and returns the offsets. */
  const slopesOf = ([red, green, blue]: readonly Float32Array[], planeMean: Float32Array) => {
    const offset = new Float32Array(size);
    for (let i = 0; i < size; i++) {
      const p = planeMean[i];
      const x = red[i] - meanRed[i] * p;
      const y = green[i] - meanGreen[i] * p;
      const z = blue[i] - meanBlue[i] * p;
      const slopeRed = rr[i] * x + rg[i] * y + rb[i] * z;
      const slopeGreen = rg[i] * x + gg[i] * y + gb[i] * z;
      const slopeBlue = rb[i] * x + gb[i] * y + bb[i] * z;
      red[i] = slopeRed;
      green[i] = slopeGreen;
      blue[i] = slopeBlue;
      offset[i] = p - slopeRed * meanRed[i] - slopeGreen * meanGreen[i] - slopeBlue * meanBlue[i];
    }
    return offset;
  };
  return (plane: Float32Array): GuidedPlane => {
    const cross = channels.map((channel) => meanOfProduct(channel, plane));
    const offset = mean(slopesOf(cross, mean(plane)));
    return { width, height, slopes: cross.map(mean), offset, covered: { width, height } };
  };
}

/** The plane at the size of a picture that shows the same as its guide. Values are clamped to 0 to 1. */
export function applyGuide(plane: GuidedPlane, { width, height, data }: Raster): Float32Array {
  const resized = (coefficients: Float32Array) =>
    resizeValues(coefficients, plane.width, plane.height, width, height, plane.covered);
  const sum = resized(plane.offset);
  // One channel after another, because planes of this size decide how much memory the service needs.
  for (const [c, slopes] of plane.slopes.entries()) {
    const slope = resized(slopes);
    for (let i = 0; i < sum.length; i++) sum[i] += (slope[i] * data[i * 3 + c]) / 255;
  }
  for (let i = 0; i < sum.length; i++) sum[i] = clamp(sum[i]);
  return sum;
}
