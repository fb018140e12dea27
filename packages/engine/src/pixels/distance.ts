import { checkpoint } from '../checkpoint.ts';
import { boxWhere, grownWithin } from './crop.ts';

/** Distance in a picture without any mask: larger than any distance within a picture. */
const FAR = 1e6;

/**
 * Exact distance in pixels of each pixel to the nearest one whose mask is not 0. It counts along the columns, then
 * takes the lower envelope along the rows (Felzenszwalb and Huttenlocher 2012). Time is linear in the pixels. Distances
 * above `reach` become infinite. A short reach saves most of the work: pixels outside the grown box of the mask are
 * skipped.
 */
export function distanceTo(
  mask: Uint8Array | Float32Array,
  width: number,
  height: number,
  reach = Number.POSITIVE_INFINITY,
): Float32Array {
  const out = new Float32Array(width * height).fill(Number.POSITIVE_INFINITY);
  const box = grownWithin(
    boxWhere({ width, height }, (i) => mask[i] !== 0),
    { width, height },
    reach,
  );
  const rows = Array.from({ length: box.height }, (_, y) => {
    const from = (box.top + y) * width + box.left;
    return out.subarray(from, from + box.width);
  });
  // First the distance from the mask above in the same column.
  const alongColumn = new Float64Array(box.width).fill(FAR);
  for (const [y, row] of rows.entries()) {
    const from = (box.top + y) * width + box.left;
    for (let x = 0; x < row.length; x++) row[x] = alongColumn[x] = mask[from + x] ? 0 : alongColumn[x] + 1;
  }
  alongColumn.fill(FAR);
  const acrossRow = lineTransform(box.width, reach * reach);
  for (const row of rows.toReversed()) {
    checkpoint();
    for (let x = 0; x < row.length; x++) alongColumn[x] = Math.min(row[x], alongColumn[x] + 1);
    acrossRow(alongColumn, row);
  }
  return out;
}

/**
 * Returns a function that writes the distances of a row, by the distances along the columns: the lower envelope of
 * parabolas. Squares above `most` become infinite.
 */
function lineTransform(width: number, most: number): (heights: Float64Array, row: Float32Array) => void {
  const vertex = new Int32Array(width);
  /** The square of each parabola's height, and of its distance from the left. */
  const lifted = new Float64Array(width);
  const border = new Float64Array(width + 1);
  return (heights, row) => {
    let k = -1;
    for (let q = 0; q < width; q++) {
      const square = heights[q] * heights[q];
      // Between two pixels of the mask none is nearest to a pixel outside it.
      const isBetween = square === 0 && q > 0 && q < width - 1 && heights[q - 1] === 0 && heights[q + 1] === 0;
      if (square > most || isBetween) continue;
      lifted[q] = square + q * q;
      let crossing = Number.NEGATIVE_INFINITY;
      for (; k >= 0; k--) {
        crossing = (lifted[q] - lifted[vertex[k]]) / (2 * (q - vertex[k]));
        if (crossing > border[k]) break;
      }
      vertex[++k] = q;
      border[k] = crossing;
      border[k + 1] = Number.POSITIVE_INFINITY;
    }
    if (k < 0) {
      row.fill(Number.POSITIVE_INFINITY);
      return;
    }
    k = 0;
    for (let q = 0; q < width; q++) {
      if (heights[q] === 0) {
        row[q] = 0;
        continue;
      }
      while (border[k + 1] < q) k++;
      const height = heights[vertex[k]];
      const square = (q - vertex[k]) ** 2 + height * height;
      row[q] = square <= most ? Math.sqrt(square) : Number.POSITIVE_INFINITY;
    }
  };
}
