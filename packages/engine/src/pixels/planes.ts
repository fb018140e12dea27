import { checkpointAt } from '../checkpoint.ts';

/**
 * A plane with the value of each pixel by its index. A plain loop takes a tenth of the time of `Float32Array.from` with
 * a function.
 */
export function planeOf(size: number, value: (pixel: number) => number): Float32Array {
  const out = new Float32Array(size);
  for (let i = 0; i < size; i++) {
    checkpointAt(i);
    out[i] = value(i);
  }
  return out;
}

/** 1 where the test holds, 0 elsewhere. */
export function maskOf(size: number, test: (pixel: number) => boolean): Uint8Array {
  const out = new Uint8Array(size);
  for (let i = 0; i < size; i++) {
    checkpointAt(i);
    if (test(i)) out[i] = 1;
  }
  return out;
}

/** 1 where a value is above a threshold, 0 elsewhere. */
export function maskAbove(values: Float32Array, threshold: number): Uint8Array {
  return maskOf(values.length, (i) => values[i] > threshold);
}

/** The indices of the pixels for which the test holds. */
export function pixelsWhere(size: number, test: (pixel: number) => boolean): number[] {
  const pixels: number[] = [];
  for (let i = 0; i < size; i++) if (test(i)) pixels.push(i);
  return pixels;
}

/** The sum of a plane; of a mask it is the number of its pixels. */
export function sumOf(values: Uint8Array | Float32Array): number {
  let sum = 0;
  for (let i = 0; i < values.length; i++) sum += values[i];
  return sum;
}

/** The opposite of a mask. */
export function inverted(mask: Uint8Array): Uint8Array {
  return maskOf(mask.length, (i) => mask[i] === 0);
}
