import { checkpoint, checkpointAt } from '../checkpoint.ts';
import { type Box, grownWithin } from './crop.ts';
import { bilinearSteps } from './filters.ts';
import type { Size } from './raster.ts';

/** A picture with gaps. */
interface Weighted extends Size {
  /** Three values a pixel, times their certainty. */
  readonly colours: ArrayLike<number>;
  /** Certainty of each pixel, 0 to 1. */
  readonly known: ArrayLike<number>;
}

/** The same in planes of its own. */
export interface PartlyKnown extends Weighted {
  readonly colours: Float32Array;
  readonly known: Float32Array;
}

/**
 * Fills unknown colours from their surroundings (push-pull: Gortler et al., The Lumigraph, 1996). `colours` has three
 * values a pixel, `known` the certainty of each, 0 to 1. Known colours stay. The result has no gaps within `box`, and
 * means nothing outside it.
 */
export function pushPull(
  colours: ArrayLike<number>,
  known: ArrayLike<number>,
  width: number,
  height: number,
  box: Box = { left: 0, top: 0, width, height },
): Float32Array {
  const finest = weighted(colours, known, width, height);
  fill(finest, box);
  return finest.colours;
}

/** Fills the unknown colours within a box of a level from coarser levels. */
function fill(level: PartlyKnown, box: Box): void {
  if (level.width === 1 && level.height === 1) {
    normalise(level);
    return;
  }
  const coarse = pull(level);
  const half = { left: box.left / 2, top: box.top / 2, width: box.width / 2, height: box.height / 2 };
  fill(coarse, grownWithin(half, coarse, 1));
  push(level, coarse, box);
}

/** Colours at half the size, three values a pixel: means of the known pixels, which are 1 in `known`, others 0. */
export function halvedWithin(
  colours: ArrayLike<number>,
  known: ArrayLike<number>,
  width: number,
  height: number,
): PartlyKnown {
  return pull({ width, height, colours, known });
}

function weighted(values: ArrayLike<number>, certainty: ArrayLike<number>, width: number, height: number): PartlyKnown {
  const known = new Float32Array(width * height);
  const colours = new Float32Array(known.length * 3);
  for (let i = 0, c = 0; i < known.length; i++, c += 3) {
    checkpointAt(i);
    const share = certainty[i];
    if (!share) continue;
    known[i] = share;
    colours[c] = values[c] * known[i];
    colours[c + 1] = values[c + 1] * known[i];
    colours[c + 2] = values[c + 2] * known[i];
  }
  return { width, height, colours, known };
}

/**
 * The next coarser level of colours times their certainty: sums of two by two pixels, with no certainty above 1.
 */
function pull({ width, height, colours, known }: Weighted): PartlyKnown {
  const [w, h] = [(width + 1) >> 1, (height + 1) >> 1];
  const sums = new Float32Array(w * h * 3);
  const shares = new Float32Array(w * h);
  for (let y = 0, i = 0; y < height; y++) {
    checkpoint();
    for (let x = 0; x < width; x++, i++) {
      if (!known[i]) continue;
      const j = (y >> 1) * w + (x >> 1);
      shares[j] += known[i];
      sums[j * 3] += colours[i * 3];
      sums[j * 3 + 1] += colours[i * 3 + 1];
      sums[j * 3 + 2] += colours[i * 3 + 2];
    }
  }
  const coarse = { width: w, height: h, colours: sums, known: shares };
  normalise(coarse, 1);
  return coarse;
}

/** Divides the certainty out of colours where it is above a bound. On the coarsest level, any colour is the best. */
function normalise({ colours, known }: PartlyKnown, above = 0): void {
  for (let j = 0; j < known.length; j++) {
    if (known[j] <= above) continue;
    for (let c = j * 3; c < j * 3 + 3; c++) colours[c] /= known[j];
    known[j] = 1;
  }
}

/** Fills the missing certainty of each pixel of a box of the finer level from the coarser one, bilinearly. */
function push({ width, height, colours, known }: PartlyKnown, coarse: PartlyKnown, box: Box): void {
  const columns = bilinearSteps(width, coarse.width, 0.5);
  const rows = bilinearSteps(height, coarse.height, 0.5);
  const from = coarse.colours;
  for (let y = box.top; y < box.top + box.height; y++) {
    checkpoint();
    const upper = rows.from[y] * coarse.width;
    const lower = rows.to[y] * coarse.width;
    const down = rows.share[y];
    for (let x = box.left; x < box.left + box.width; x++) {
      const i = y * width + x;
      const missing = 1 - known[i];
      if (missing <= 0) continue;
      const across = columns.share[x];
      const upperLeft = (1 - across) * (1 - down) * missing;
      const upperRight = across * (1 - down) * missing;
      const lowerLeft = (1 - across) * down * missing;
      const lowerRight = across * down * missing;
      const a = (upper + columns.from[x]) * 3;
      const b = (upper + columns.to[x]) * 3;
      const c = (lower + columns.from[x]) * 3;
      const d = (lower + columns.to[x]) * 3;
      for (let k = 0; k < 3; k++)
        colours[i * 3 + k] +=
          from[a + k] * upperLeft + from[b + k] * upperRight + from[c + k] * lowerLeft + from[d + k] * lowerRight;
      known[i] = 1;
    }
  }
}
