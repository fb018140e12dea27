import { checkpoint, checkpointAt } from '../checkpoint.ts';
import { bilinearSteps } from './filters.ts';

interface Level {
  readonly width: number;
  readonly height: number;
  /** Colour times weight, three values a pixel. */
  readonly colour: Float32Array;
  readonly weight: Float32Array;
}

/**
 * Fills unknown colours from their surroundings (push-pull: Gortler et al., The Lumigraph, 1996). `colours` has three
 * values a pixel, `weights` the certainty of each, 0 to 1. Known colours stay; the result has no gaps.
 */
export function pushPull(
  colours: ArrayLike<number>,
  weights: ArrayLike<number>,
  width: number,
  height: number,
): Float32Array<ArrayBuffer> {
  const size = width * height;
  const colour = new Float32Array(size * 3);
  const weight = new Float32Array(size);
  for (let i = 0; i < size; i++) {
    checkpointAt(i);
    weight[i] = weights[i];
    for (let c = 0; c < 3; c++) colour[i * 3 + c] = colours[i * 3 + c] * weights[i];
  }
  const levels: Level[] = [{ width, height, colour, weight }];
  for (let level = levels[0]; level.width > 1 || level.height > 1; ) {
    level = pull(level);
    levels.push(level);
  }
  settle(levels[levels.length - 1]);
  for (let index = levels.length - 2; index >= 0; index--) push(levels[index], levels[index + 1]);
  return colour;
}

/** The next coarser level: sums of two by two pixels, with no weight above 1. */
function pull({ width, height, colour, weight }: Level): Level {
  const w = Math.max(1, (width + 1) >> 1);
  const h = Math.max(1, (height + 1) >> 1);
  const coarse = { width: w, height: h, colour: new Float32Array(w * h * 3), weight: new Float32Array(w * h) };
  for (let y = 0; y < height; y++) {
    checkpoint();
    for (let x = 0; x < width; x++) {
      const i = y * width + x;
      const j = (y >> 1) * w + (x >> 1);
      coarse.weight[j] += weight[i];
      for (let c = 0; c < 3; c++) coarse.colour[j * 3 + c] += colour[i * 3 + c];
    }
  }
  for (let j = 0; j < w * h; j++) {
    if (coarse.weight[j] <= 1) continue;
    for (let c = 0; c < 3; c++) coarse.colour[j * 3 + c] /= coarse.weight[j];
    coarse.weight[j] = 1;
  }
  return coarse;
}

/** Divides the weight out of the coarsest level, where even an uncertain colour is the best available. */
function settle({ colour, weight }: Level): void {
  for (let j = 0; j < weight.length; j++) {
    if (weight[j] <= 0) continue;
    for (let c = 0; c < 3; c++) colour[j * 3 + c] /= weight[j];
    weight[j] = 1;
  }
}

/** Fills the missing weight of each pixel of the finer level from the coarser one, bilinearly. */
function push(fine: Level, coarse: Level): void {
  const columns = bilinearSteps(fine.width, coarse.width, 0.5);
  const rows = bilinearSteps(fine.height, coarse.height, 0.5);
  for (let y = 0, i = 0; y < fine.height; y++) {
    checkpoint();
    const [upper, lower, ty] = [rows.from[y] * coarse.width, rows.to[y] * coarse.width, rows.share[y]];
    for (let x = 0; x < fine.width; x++, i++) {
      const lack = 1 - fine.weight[i];
      if (lack <= 0) continue;
      const [left, right, tx] = [columns.from[x], columns.to[x], columns.share[x]];
      const upperLeft = (1 - tx) * (1 - ty) * lack;
      const upperRight = tx * (1 - ty) * lack;
      const lowerLeft = (1 - tx) * ty * lack;
      const lowerRight = tx * ty * lack;
      for (let c = 0; c < 3; c++)
        fine.colour[i * 3 + c] +=
          coarse.colour[(upper + left) * 3 + c] * upperLeft +
          coarse.colour[(upper + right) * 3 + c] * upperRight +
          coarse.colour[(lower + left) * 3 + c] * lowerLeft +
          coarse.colour[(lower + right) * 3 + c] * lowerRight;
      fine.weight[i] = 1;
    }
  }
}
