/** Share of a frame that the product's longer side fills. */
const FILL = 0.9;

/** The square of a product photo that is a net's input, in pixels of the photo. */
export interface Frame {
  readonly left: number;
  readonly top: number;
  readonly side: number;
}

/**
 * The square around a silhouette (0 is outside), which is centred and fills 0.9 of it. The square may extend beyond the
 * photo.
 */
export function frameOf(silhouette: Uint8Array, width: number, height: number): Frame {
  let [left, top, right, bottom] = [width, height, 0, 0];
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      if (!silhouette[y * width + x]) continue;
      left = Math.min(left, x);
      right = Math.max(right, x);
      top = Math.min(top, y);
      bottom = y;
    }
  }
  const side = Math.max(right - left + 1, bottom - top + 1) / FILL;
  return { left: (left + right) / 2 - side / 2, top: (top + bottom) / 2 - side / 2, side };
}
