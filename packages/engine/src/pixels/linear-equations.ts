/** Least pivot: equations that determine nothing, such as those of points on a line, do not divide by 0. */
const PIVOT_MIN = 1e-12;

/**
 * Solves linear equations by Gauss–Jordan elimination with row pivoting. Each row has its coefficients, as many as
 * there are rows, then its right-hand sides. Returns the solution for each right-hand side. Changes the rows.
 */
export function solveLinear(rows: Float64Array[]): Float64Array[] {
  const size = rows.length;
  for (let i = 0; i < size; i++) {
    let pivot = i;
    for (let r = i + 1; r < size; r++) if (Math.abs(rows[r][i]) > Math.abs(rows[pivot][i])) pivot = r;
    [rows[i], rows[pivot]] = [rows[pivot], rows[i]];
    if (Math.abs(rows[i][i]) < PIVOT_MIN) rows[i][i] = PIVOT_MIN;
    for (let r = 0; r < size; r++) {
      const factor = rows[r][i] / rows[i][i];
      if (r !== i && factor !== 0) for (let c = i; c < rows[r].length; c++) rows[r][c] -= factor * rows[i][c];
    }
  }
  const sides = Array.from({ length: rows[0].length - size }, (_, side) => size + side);
  return sides.map((side) => Float64Array.from(rows, (row, i) => row[side] / row[i]));
}
