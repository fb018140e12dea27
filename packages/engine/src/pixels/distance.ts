import { checkpoint } from '../checkpoint.ts';

/** Distance in a picture without any mask: larger than any distance within a picture. */
const FAR = 1e6;

/**
 * Exact distance in pixels of each pixel to the nearest one whose mask is not 0. It counts down the columns, then takes
 * the lower envelope along the rows (Felzenszwalb and Huttenlocher 2012). Time is linear in the pixels. Distances above
 * `reach` become infinite; a short reach saves most of the work.
 */
export function distanceTo(
  mask: ArrayLike<number>,
  width: number,
  height: number,
  reach = Number.POSITIVE_INFINITY,
): Float32Array<ArrayBuffer> {
  checkpoint();
  const out = columnDistances(mask, width, height);
  const { input, output, run } = lineTransform(width, reach * reach);
  for (let y = 0; y < height; y++) {
    const row = y * width;
    checkpoint();
    for (let x = 0; x < width; x++) input[x] = out[row + x] * out[row + x];
    if (run(width)) for (let x = 0; x < width; x++) out[row + x] = Math.sqrt(output[x]);
    else out.fill(Number.POSITIVE_INFINITY, row, row + width);
  }
  return out;
}

/** Distance to the nearest pixel of the mask within the same column. */
function columnDistances(mask: ArrayLike<number>, width: number, height: number): Float32Array<ArrayBuffer> {
  const out = new Float32Array(width * height);
  for (let i = 0; i < out.length; i++) out[i] = mask[i] ? 0 : i < width ? FAR : out[i - width] + 1;
  for (let i = out.length - width - 1; i >= 0; i--) if (out[i] > out[i + width] + 1) out[i] = out[i + width] + 1;
  return out;
}

/**
 * The lower envelope of parabolas along one line, with its buffers. Values above `most` become infinite; the function
 * returns false if all of them do.
 */
function lineTransform(capacity: number, most: number) {
  const input = new Float64Array(capacity);
  const output = new Float64Array(capacity);
  const vertex = new Int32Array(capacity);
  const border = new Float64Array(capacity + 1);
  const run = (count: number) => {
    let k = -1;
    for (let q = 0; q < count; q++) {
      if (input[q] > most) continue;
      let crossing = Number.NEGATIVE_INFINITY;
      for (; k >= 0; k--) {
        crossing = intersection(input, q, vertex[k]);
        if (crossing > border[k]) break;
      }
      vertex[++k] = q;
      border[k] = crossing;
      border[k + 1] = Number.POSITIVE_INFINITY;
    }
    if (k < 0) return false;
    k = 0;
    for (let q = 0; q < count; q++) {
      while (border[k + 1] < q) k++;
      const square = (q - vertex[k]) ** 2 + input[vertex[k]];
      output[q] = square <= most ? square : Number.POSITIVE_INFINITY;
    }
    return true;
  };
  return { input, output, run };
}

function intersection(heights: Float64Array, q: number, v: number): number {
  return (heights[q] + q * q - (heights[v] + v * v)) / (2 * q - 2 * v);
}
