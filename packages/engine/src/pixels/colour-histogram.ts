import type { LabPlanes } from './lab.ts';

const L_BINS = 12;
const A_BINS = 20;
const B_BINS = 20;
/** Share of its count that a bin gives to each neighbour along one axis. */
const SPILL = 0.35;
/** How likely the colours of every bin are at least where odds are told. */
const RARE = 1e-5;

const binOf = (value: number, low: number, high: number, bins: number) =>
  Math.max(0, Math.min(bins - 1, Math.floor(((value - low) / (high - low)) * bins)));

/**
 * The number of the histogram bin that the colour of each pixel falls into: 12 of lightness by 20 by 20 of a* and b*;
 * what lies beyond counts to the outermost.
 */
export function colourBins({ l, a, b }: LabPlanes): Int32Array {
  const bins = new Int32Array(l.length);
  for (let i = 0; i < bins.length; i++)
    bins[i] =
      (binOf(l[i], 0, 100, L_BINS) * A_BINS + binOf(a[i], -50, 60, A_BINS)) * B_BINS + binOf(b[i], -55, 65, B_BINS);
  return bins;
}

/**
 * How likely each bin is, 0 to 1 and 1 in all, given pixels with weights from 0, smoothed over neighbouring bins; null
 * below so much weight.
 */
export function colourHistogram(bins: Int32Array, weights: Float32Array, weightMin: number): Float32Array | null {
  const counts = new Float32Array(L_BINS * A_BINS * B_BINS);
  let total = 0;
  for (let i = 0; i < bins.length; i++) {
    if (weights[i] <= 0) continue;
    counts[bins[i]] += weights[i];
    total += weights[i];
  }
  if (total < weightMin) return null;
  const smooth = spill(spill(spill(counts, 1, B_BINS), B_BINS, A_BINS), A_BINS * B_BINS, L_BINS);
  let sum = 0;
  for (const value of smooth) sum += value;
  for (let i = 0; i < smooth.length; i++) smooth[i] /= sum;
  return smooth;
}

/** How much two histograms have in common, 0 to 1. */
export function likenessOf(one: Float32Array, other: Float32Array): number {
  return one.reduce((sum, share, bin) => sum + Math.min(share, other[bin]), 0);
}

/**
 * How much likelier the colours of a bin are by one histogram than by another, in log odds; finite also where one has
 * none of them.
 */
export function colourOdds(one: Float32Array, other: Float32Array, bin: number): number {
  return Math.log((one[bin] + RARE) / (other[bin] + RARE));
}

/** Lets each bin spill over into its neighbours along the axis with that stride. */
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
