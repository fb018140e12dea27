/** Least width of a row of the body, as a share of the greatest width. */
const BODY_WIDTH_MIN = 0.6;

/**
 * The first row of a product's body, nearly as wide as its widest row. Handles and straps are above. A pixel above 0.5
 * is product.
 */
export function topOfBody(silhouette: ArrayLike<number>, width: number, height: number): number {
  const rows = Array.from({ length: height }, (_, y) => {
    let count = 0;
    for (let x = 0; x < width; x++) if (silhouette[y * width + x] > 0.5) count++;
    return count;
  });
  const widest = Math.max(...rows);
  return rows.findIndex((count) => count >= BODY_WIDTH_MIN * widest);
}
