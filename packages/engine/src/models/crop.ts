import type { Raster } from '../pixels/raster.ts';

/** Maps (u, v) of a square crop, each 0 to 1, to pixels of the picture: `origin + u · right + v · down`. */
export interface CropFrame {
  readonly originX: number;
  readonly originY: number;
  readonly rightX: number;
  readonly rightY: number;
  readonly downX: number;
  readonly downY: number;
}

/** An upright rectangle of the picture, stretched to a square. Pixels. */
export function uprightCrop(left: number, top: number, width: number, height: number): CropFrame {
  return { originX: left, originY: top, rightX: width, rightY: 0, downX: 0, downY: height };
}

/**
 * Samples a crop of the picture bilinearly into `side × side` pixels of three values, each `scale · byte + offset`.
 * Places outside the picture are black.
 */
export function cropSquare(raster: Raster, side: number, frame: CropFrame, scale = 1 / 255, offset = 0): Float32Array {
  const { width, height, data } = raster;
  const out = new Float32Array(side * side * 3).fill(offset);
  const stepX = frame.rightX / side;
  const stepY = frame.rightY / side;
  for (let v = 0; v < side; v++) {
    const share = (v + 0.5) / side;
    let px = frame.originX + share * frame.downX + 0.5 * stepX - 0.5;
    let py = frame.originY + share * frame.downY + 0.5 * stepY - 0.5;
    for (let u = 0; u < side; u++, px += stepX, py += stepY) {
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
