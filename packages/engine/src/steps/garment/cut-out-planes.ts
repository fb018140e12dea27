import { boxAbove } from '../../pixels/crop.ts';
import type { Point, Raster } from '../../pixels/raster.ts';
import type { Silhouetted } from './cut-out/cut-out.ts';

/** Samples along each side of an input pixel. */
const SAMPLES = 3;

/**
 * A cut-out as the input of a net. Planes of red, green and blue times coverage come first, then one of coverage, 0 to
 * 1. Each has `side` × `side` pixels. `toPhoto` converts a place of the input, 0 to 1, into pixels of the photo.
 * `coverAt` gives the coverage of a pixel of the photo, 0 to 1. Places beyond the photo are 0.
 */
export function cutOutPlanes(
  { width, height, data }: Raster,
  coverAt: (index: number) => number,
  side: number,
  toPhoto: (place: Point) => Point,
): Float32Array {
  const size = side * side;
  const planes = new Float32Array(4 * size);
  const place = (cell: number, sample: number) => (cell + (sample + 0.5) / SAMPLES) / side;
  for (let i = 0; i < size; i++)
    for (let s = 0; s < SAMPLES * SAMPLES; s++) {
      const at = toPhoto({ x: place(i % side, s % SAMPLES), y: place(Math.floor(i / side), Math.floor(s / SAMPLES)) });
      const [column, row] = [Math.floor(at.x), Math.floor(at.y)];
      if (column < 0 || row < 0 || column >= width || row >= height) continue;
      const from = row * width + column;
      const cover = coverAt(from) / (SAMPLES * SAMPLES);
      for (let c = 0; c < 3; c++) planes[c * size + i] += (cover * data[from * 3 + c]) / 255;
      planes[3 * size + i] += cover;
    }
  return planes;
}

/** Share of its square that a garment's longer side fills. */
const FILL = 0.9;

/**
 * {@link cutOutPlanes} of the square around the silhouette of a garment, which may extend beyond the photo. `toPhoto`
 * converts a place of it, 0 to 1, into pixels of the photo.
 */
export function framedGarment({ raster, silhouette }: Silhouetted, pixels: number) {
  const { width, height } = raster;
  const box = boxAbove({ width, height, data: silhouette }, 0);
  const side = Math.max(box.width, box.height) / FILL;
  const left = box.left + (box.width - 1 - side) / 2;
  const top = box.top + (box.height - 1 - side) / 2;
  const toPhoto = ({ x, y }: Point) => ({ x: left + x * side, y: top + y * side });
  return { planes: cutOutPlanes(raster, (index) => silhouette[index], pixels, toPhoto), toPhoto };
}
