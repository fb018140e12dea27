import { clamp } from '../pixels/geometry.ts';
import type { Raster } from '../pixels/raster.ts';
import type { Net } from './sessions.ts';
import { sigmoid } from './softmax.ts';

/** Samples along each side of an input pixel. */
const SAMPLES = 3;

/**
 * Red, green and blue planes, 0 to 1, of a square of `side` pixels. The photo is centred and its longer side fills the
 * square. Its outermost pixels repeat beside it.
 */
export function squarePlanes({ width, height, data }: Raster, side: number): Float32Array {
  const scale = Math.max(width, height) / side;
  const placesOf = (length: number) =>
    Int32Array.from({ length: side * SAMPLES }, (_, k) =>
      clamp(Math.floor(((k + 0.5) / SAMPLES - side / 2) * scale + length / 2), 0, length - 1),
    );
  const [columns, rows] = [placesOf(width), placesOf(height)];
  const planes = new Float32Array(3 * side * side);
  for (let y = 0; y < rows.length; y++)
    for (let x = 0; x < columns.length; x++) {
      const from = (rows[y] * width + columns[x]) * 3;
      const to = Math.floor(y / SAMPLES) * side + Math.floor(x / SAMPLES);
      for (let c = 0; c < 3; c++) planes[c * side * side + to] += data[from + c];
    }
  for (let k = 0; k < planes.length; k++) planes[k] /= 255 * SAMPLES * SAMPLES;
  return planes;
}

/** The mirror image of planes whose rows have `side` values. */
function mirrored(planes: Float32Array, side: number): Float32Array {
  const out = planes.slice();
  for (let row = 0; row < out.length; row += side) out.subarray(row, row + side).reverse();
  return out;
}

/** The first outputs of a net for planes of `side` × `side` pixels and for their mirror image. */
export async function bothWays(net: Net, planes: Float32Array, side: number) {
  const shape = [1, planes.length / side ** 2, side, side];
  const [straight] = await net.run(planes, shape);
  const [turned] = await net.run(mirrored(planes, side), shape);
  return [straight, turned] as const;
}

/**
 * Shares, 0 to 1, that a net gives each pixel of its output of `outputSide` pixels. They are the mean of planes of
 * `side` pixels and their mirror images.
 */
export async function meanShares(net: Net, planes: Float32Array, side: number, outputSide: number) {
  const [straight, turned] = await bothWays(net, planes, side);
  const back = mirrored(turned, outputSide);
  return straight.map((logit, i) => (sigmoid(logit) + sigmoid(back[i])) / 2);
}
