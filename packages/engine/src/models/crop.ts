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
      const [fx, fy] = [px - x, py - y];
      const to = (v * side + u) * 3;
      for (let k = 0; k < 4; k++) {
        const [column, row] = [x + (k & 1), y + (k >> 1)];
        if (column < 0 || row < 0 || column >= width || row >= height) continue;
        const weight = (k & 1 ? fx : 1 - fx) * ((k >> 1 ? fy : 1 - fy) * scale);
        for (let c = 0; c < 3; c++) out[to + c] += weight * data[(row * width + column) * 3 + c];
      }
    }
  }
  return out;
}
