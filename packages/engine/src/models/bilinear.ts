/**
 * The bilinear value of a net's answer at a position, where (0, 0) is the middle of the first pixel. The position must
 * have a pixel to its right and one below.
 */
export function bilinear(answer: Float32Array, width: number, x: number, y: number): number {
  const column = x | 0;
  const row = y | 0;
  const at = row * width + column;
  const above = answer[at] + (answer[at + 1] - answer[at]) * (x - column);
  const below = answer[at + width] + (answer[at + width + 1] - answer[at + width]) * (x - column);
  return above + (below - above) * (y - row);
}
