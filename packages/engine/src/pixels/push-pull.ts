import { checkpoint, checkpointAt } from '../checkpoint.ts';
import { bilinearSteps } from './filters.ts';
import { planeOf } from './planes.ts';
import type { Size } from './raster.ts';

/** A picture with gaps. */
export interface PartlyKnown extends Size {
  /** Three values a pixel, times their certainty. */
  readonly colours: Float32Array;
  /** Certainty of each pixel, 0 to 1. */
  readonly known: Float32Array;
}

/**
 * Fills unknown colours from their surroundings (push-pull: Gortler et al., The Lumigraph, 1996). `colours` has three
 * values a pixel, `known` the certainty of each, 0 to 1. Known colours stay; the result has no gaps.
 */
export function pushPull(
  colours: ArrayLike<number>,
  known: ArrayLike<number>,
  width: number,
  height: number,
): Float32Array {
  const levels = [weighted(colours, known, width, height)];
  for (let level = levels[0]; level.width > 1 || level.height > 1; ) {
    level = pull(level);
    levels.push(level);
  }
  settle(levels[levels.length - 1]);
  for (let index = levels.length - 2; index >= 0; index--) push(levels[index], levels[index + 1]);
  return levels[0].colours;
}

/** Colours at half the size, three values a pixel: means of the known pixels, which are 1 in `known`, others 0. */
export function halvedWithin(
  colours: ArrayLike<number>,
  known: ArrayLike<number>,
  width: number,
  height: number,
): PartlyKnown {
  return pull(weighted(colours, known, width, height));
}

function weighted(values: ArrayLike<number>, certainty: ArrayLike<number>, width: number, height: number): PartlyKnown {
  const known = planeOf(width * height, (i) => certainty[i]);
  const colours = new Float32Array(known.length * 3);
  for (let i = 0; i < known.length; i++) {
    checkpointAt(i);
    if (known[i]) for (let c = i * 3; c < i * 3 + 3; c++) colours[c] = values[c] * known[i];
  }
  return { width, height, colours, known };
}

/** The next coarser level: sums of two by two pixels, with no certainty above 1. */
function pull({ width, height, colours, known }: PartlyKnown): PartlyKnown {
  const [w, h] = [(width + 1) >> 1, (height + 1) >> 1];
  const coarse = { width: w, height: h, colours: new Float32Array(w * h * 3), known: new Float32Array(w * h) };
  for (let y = 0; y < height; y++) {
    checkpoint();
    for (let x = 0; x < width; x++) {
      const i = y * width + x;
      const j = (y >> 1) * w + (x >> 1);
      coarse.known[j] += known[i];
      for (let c = 0; c < 3; c++) coarse.colours[j * 3 + c] += colours[i * 3 + c];
    }
  }
  settle(coarse, 1);
  return coarse;
}

/** Divides the certainty out of colours where it is above a bound. On the coarsest level, any colour is the best. */
function settle({ colours, known }: PartlyKnown, above = 0): void {
  for (let j = 0; j < known.length; j++) {
    if (known[j] <= above) continue;
    for (let c = j * 3; c < j * 3 + 3; c++) colours[c] /= known[j];
    known[j] = 1;
  }
}

/** Fills the missing certainty of each pixel of the finer level from the coarser one, bilinearly. */
function push(fine: PartlyKnown, coarse: PartlyKnown): void {
  const columns = bilinearSteps(fine.width, coarse.width, 0.5);
  const rows = bilinearSteps(fine.height, coarse.height, 0.5);
  for (let y = 0, i = 0; y < fine.height; y++) {
    checkpoint();
    const [upper, lower, ty] = [rows.from[y] * coarse.width, rows.to[y] * coarse.width, rows.share[y]];
    for (let x = 0; x < fine.width; x++, i++) {
      const lack = 1 - fine.known[i];
      if (lack <= 0) continue;
      const [left, right, tx] = [columns.from[x], columns.to[x], columns.share[x]];
      const upperLeft = (1 - tx) * (1 - ty) * lack;
      const upperRight = tx * (1 - ty) * lack;
      const lowerLeft = (1 - tx) * ty * lack;
      const lowerRight = tx * ty * lack;
      for (let c = 0; c < 3; c++)
        fine.colours[i * 3 + c] +=
          coarse.colours[(upper + left) * 3 + c] * upperLeft +
          coarse.colours[(upper + right) * 3 + c] * upperRight +
          coarse.colours[(lower + left) * 3 + c] * lowerLeft +
          coarse.colours[(lower + right) * 3 + c] * lowerRight;
      fine.known[i] = 1;
    }
  }
}
