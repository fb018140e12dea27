import type { LabPlanes } from './lab.ts';
import { sumOf } from './planes.ts';

const L_BINS = 12;
const A_BINS = 20;
const B_BINS = 20;
/** Share of its count that a bin gives to each neighbour along one axis. */
const SPILL = 0.35;
/** Least probability of a bin in `colourOdds`, so the logarithm stays finite. */
const RARE = 1e-5;

const binOf = (value: number, low: number, high: number, bins: number) =>
  Math.max(0, Math.min(bins - 1, Math.floor(((value - low) / (high - low)) * bins)));

/**
 * The histogram bin of each pixel's colour: 12 bins of lightness by 20 of a* by 20 of b*. Colours beyond the range fall
 * into the outermost bin.
 */
export function colourBins({ l, a, b }: LabPlanes): Int32Array {
  const bins = new Int32Array(l.length);
  for (let i = 0; i < bins.length; i++)
    bins[i] =
      (binOf(l[i], 0, 100, L_BINS) * A_BINS + binOf(a[i], -50, 60, A_BINS)) * B_BINS + binOf(b[i], -55, 65, B_BINS);
  return bins;
}

/**
 * Probability of each bin, smoothed over neighbouring bins; the sum is 1. Each pixel counts by its weight, 0 or more.
 * Returns null if the total weight is below `weightMin`.
 */
export function colourHistogram(
  bins: Int32Array,
  weights: Float32Array | Uint8Array,
  weightMin: number,
): Float32Array | null {
  const counts = new Float32Array(L_BINS * A_BINS * B_BINS);
  let total = 0;
  for (let i = 0; i < bins.length; i++) {
    if (weights[i] <= 0) continue;
    counts[bins[i]] += weights[i];
    total += weights[i];
  }
  if (total < weightMin) return null;
  const smooth = spill(spill(spill(counts, 1, B_BINS), B_BINS, A_BINS), A_BINS * B_BINS, L_BINS);
  const sum = sumOf(smooth);
  return smooth.map((value) => value / sum);
}

/** Overlap of two histograms, 0 to 1. */
export function likenessOf(one: Float32Array, other: Float32Array): number {
  return one.reduce((sum, share, bin) => sum + Math.min(share, other[bin]), 0);
}

/**
 * Log odds of each bin's colours under one histogram against the other. Finite even if a histogram has none of them.
 */
export function colourOdds(one: Float32Array, other: Float32Array, bin: number): number {
  return Math.log((one[bin] + RARE) / (other[bin] + RARE));
}

/** Adds a share of each bin to its neighbours along the axis with the given stride. */
function spill(counts: Float32Array, stride: number, bins: number): Float32Array {
  const out = new Float32Array(counts.length);
  for (let i = 0; i < counts.length; i++) {
    const position = Math.floor(i / stride) % bins;
    out[i] =
      counts[i] +
      (position > 0 ? counts[i - stride] * SPILL : 0) +
      (position < bins - 1 ? counts[i + stride] * SPILL : 0);
  }
  return out;
}
