import type { Raster } from '../pixels/raster.ts';

/** Leads from the coordinates of a square crop (0 to `side`) to pixels of the picture. */
export type CropMap = (u: number, v: number) => readonly [number, number];

/** Samples a square of the picture bilinearly into `side * side * 3` values of `scale * byte + offset`; outside it is black. */
export function cropSquare(
  { width, height, data }: Raster,
  side: number,
  map: CropMap,
  scale = 1 / 255,
  offset = 0,
): Float32Array {
  const out = new Float32Array(side * side * 3);
  for (let v = 0; v < side; v++) {
    for (let u = 0; u < side; u++) {
      const [px, py] = map(u + 0.5, v + 0.5);
      const x0 = Math.floor(px - 0.5);
      const y0 = Math.floor(py - 0.5);
      const fx = px - 0.5 - x0;
      const fy = py - 0.5 - y0;
      for (let k = 0; k < 4; k++) {
        const x = x0 + (k & 1);
        const y = y0 + (k >> 1);
        if (x < 0 || y < 0 || x >= width || y >= height) continue;
        const weight = (k & 1 ? fx : 1 - fx) * (k >> 1 ? fy : 1 - fy);
        const from = (y * width + x) * 3;
        const to = (v * side + u) * 3;
        for (let c = 0; c < 3; c++) out[to + c] += weight * data[from + c];
      }
    }
  }
  for (let i = 0; i < out.length; i++) out[i] = out[i] * scale + offset;
  return out;
}
