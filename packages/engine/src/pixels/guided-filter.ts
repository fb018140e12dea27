import { boxFilter } from './filters.ts';
import type { Raster } from './raster.ts';

/** Added to the determinant so that flat areas, whose covariance is all rounding, divide by something. */
const DETERMINANT_MIN = 1e-18;

/**
 * The colour guided filter (He, Sun, Tang: Guided Image Filtering, 2013) with a picture as guide: smooths a plane while
 * its edges follow those of the picture. `radius` in pixels; `epsilon` is the variance (of colours 0 to 1) that counts as
 * flat. Returns a function, so that several planes share the work on the guide.
 */
export function guidedFilter(
  guide: Raster,
  radius: number,
  epsilon: number,
): (plane: Float32Array) => Float32Array<ArrayBuffer> {
  const { width, height } = guide;
  const size = width * height;
  const mean = (values: Float32Array) => boxFilter(values, width, height, radius);
  const channels = [0, 1, 2].map((channel) => {
    const values = new Float32Array(size);
    for (let i = 0; i < size; i++) values[i] = guide.data[i * 3 + channel] / 255;
    return values;
  });
  const means = channels.map(mean);
  const covariance = (a: number, b: number) => {
    const values = mean(product(channels[a], channels[b]));
    for (let i = 0; i < size; i++) values[i] -= means[a][i] * means[b][i];
    return values;
  };
  const [rr, rg, rb, gg, gb, bb] = [
    covariance(0, 0),
    covariance(0, 1),
    covariance(0, 2),
    covariance(1, 1),
    covariance(1, 2),
    covariance(2, 2),
  ];

  return (plane) => {
    const planeMean = mean(plane);
    const cross = channels.map((channel, index) => {
      const values = mean(product(channel, plane));
      for (let i = 0; i < size; i++) values[i] -= means[index][i] * planeMean[i];
      return values;
    });
    const slopes = [new Float32Array(size), new Float32Array(size), new Float32Array(size)];
    const offset = new Float32Array(size);
    for (let i = 0; i < size; i++) {
      // The inverse of the 3 × 3 covariance by cofactors: small, symmetric, and the same for every pixel.
      const a = rr[i] + epsilon;
      const b = rg[i];
      const c = rb[i];
      const d = gg[i] + epsilon;
      const e = gb[i];
      const f = bb[i] + epsilon;
      const i00 = d * f - e * e;
      const i01 = c * e - b * f;
      const i02 = b * e - c * d;
      const q = 1 / (a * i00 + b * i01 + c * i02 + DETERMINANT_MIN);
      const x = cross[0][i];
      const y = cross[1][i];
      const z = cross[2][i];
      slopes[0][i] = (i00 * x + i01 * y + i02 * z) * q;
      slopes[1][i] = (i01 * x + (a * f - c * c) * y + (b * c - a * e) * z) * q;
      slopes[2][i] = (i02 * x + (b * c - a * e) * y + (a * d - b * b) * z) * q;
      offset[i] = planeMean[i] - slopes[0][i] * means[0][i] - slopes[1][i] * means[1][i] - slopes[2][i] * means[2][i];
    }
    const [sr, sg, sb] = slopes.map(mean);
    const so = mean(offset);
    const out = new Float32Array(size);
    for (let i = 0; i < size; i++) {
      const value = sr[i] * channels[0][i] + sg[i] * channels[1][i] + sb[i] * channels[2][i] + so[i];
      out[i] = value < 0 ? 0 : value > 1 ? 1 : value;
    }
    return out;
  };
}

function product(a: Float32Array, b: Float32Array): Float32Array {
  const out = new Float32Array(a.length);
  for (let i = 0; i < out.length; i++) out[i] = a[i] * b[i];
  return out;
}
