import type { Box } from '../pixels/crop.ts';
import { point } from '../pixels/geometry.ts';
import type { Point, Raster } from '../pixels/raster.ts';

/** A crop that a net sees as a square. Its `(u, v)`, each 0 to 1, is the pixel `origin + u · right + v · down`. */
export interface CropFrame {
  readonly origin: Point;
  readonly right: Point;
  readonly down: Point;
}

/** An upright rectangle of the picture, stretched to a square. */
export function uprightCrop({ left, top, width, height }: Box): CropFrame {
  return { origin: point(left, top), right: point(width, 0), down: point(0, height) };
}

/**
 * Samples a crop of the picture bilinearly into `side × side` pixels of three values, each `scale · byte + offset`.
 * Places outside the picture are black.
 */
export function cropSquare(raster: Raster, side: number, frame: CropFrame, scale = 1 / 255, offset = 0): Float32Array {
  const { width, height, data } = raster;
  const out = new Float32Array(side * side * 3).fill(offset);
  const { origin, down } = frame;
  const step = point(frame.right.x / side, frame.right.y / side);
  for (let v = 0; v < side; v++) {
    const share = (v + 0.5) / side;
    let px = origin.x + share * down.x + 0.5 * step.x - 0.5;
    let py = origin.y + share * down.y + 0.5 * step.y - 0.5;
    for (let u = 0; u < side; u++, px += step.x, py += step.y) {
      const x = Math.floor(px);
      const y = Math.floor(py);
      if (x < -1 || y < -1 || x >= width || y >= height) continue;
      const fx = px - x;
      const fy = py - y;
      const left = x >= 0 ? 1 - fx : 0;
      const right = x + 1 < width ? fx : 0;
      const top = (y >= 0 ? 1 - fy : 0) * scale;
      const bottom = (y + 1 < height ? fy : 0) * scale;
      const a = (y * width + x) * 3;
      const to = (v * side + u) * 3;
      if (left * top > 0) blend(out, to, data, a, left * top);
      if (right * top > 0) blend(out, to, data, a + 3, right * top);
      if (left * bottom > 0) blend(out, to, data, a + width * 3, left * bottom);
      if (right * bottom > 0) blend(out, to, data, a + width * 3 + 3, right * bottom);
    }
  }
  return out;
}

function blend(out: Float32Array, to: number, data: Uint8ClampedArray, from: number, weight: number): void {
  out[to] += weight * data[from];
  out[to + 1] += weight * data[from + 1];
  out[to + 2] += weight * data[from + 2];
}
