import { checkpoint } from '../../checkpoint.ts';
import type { Box } from '../../pixels/crop.ts';
import type { Plane, Point, Size } from '../../pixels/raster.ts';

/** The place of the analysed person in the output: one scale and one shift. */
export interface Placement extends Size {
  /** Output pixels to one analysed pixel. */
  readonly scale: number;
  toOutput(p: Point): Point;
  toPerson(x: number, y: number): Point;
  /** The place on the analysed person of the middle of an output pixel, by its index. */
  placeOf(pixel: number): Point;
  /** The index of the output pixel at a place of the analysed person; null outside the output. */
  pixelAt(p: Point): number | null;
  /** The same person in a part of the output. */
  within(box: Box): Placement;
  /** Maps a plane of the person's size, or of the same shape, onto the output, bilinearly; `outside` elsewhere. */
  lay(plane: Plane, outside?: number): Float32Array<ArrayBuffer>;
}

/** The placement that puts the analysed picture's corner at `left`, `top` of an output of the given size. */
export function placementOf(person: Size, size: Size, scale: number, left: number, top: number): Placement {
  const { width, height } = size;
  const toPerson = (x: number, y: number): Point => ({ x: (x - left) / scale, y: (y - top) / scale });
  const toOutput = ({ x, y }: Point): Point => ({ x: x * scale + left, y: y * scale + top });
  return {
    width,
    height,
    scale,
    toOutput,
    toPerson,
    placeOf: (pixel) => toPerson((pixel % width) + 0.5, Math.floor(pixel / width) + 0.5),
    pixelAt: (p) => {
      const { x, y } = toOutput(p);
      return x >= 0 && y >= 0 && x < width && y < height ? Math.floor(y) * width + Math.floor(x) : null;
    },
    within: (box) =>
      placementOf(person, { width: box.width, height: box.height }, scale, left - box.left, top - box.top),
    lay: (plane, outside = 0) => layPlane(plane, size, (scale * person.width) / plane.width, left, top, outside),
  };
}

function layPlane(
  { width, height, data }: Plane,
  size: Size,
  scale: number,
  left: number,
  top: number,
  outside: number,
): Float32Array<ArrayBuffer> {
  const out = new Float32Array(size.width * size.height);
  const row = new Float64Array(width);
  // For each column of the output, its left neighbour in a row of the plane, and the distance beyond it; −1 outside.
  const lefts = new Int32Array(size.width).fill(-1);
  const shares = new Float64Array(size.width);
  for (let x = 0; x < size.width; x++) {
    const fx = (x + 0.5 - left) / scale - 0.5;
    if (fx < -0.5 || fx > width - 0.5) continue;
    lefts[x] = Math.max(0, Math.floor(fx));
    shares[x] = Math.max(0, fx - lefts[x]);
  }
  for (let y = 0; y < size.height; y++) {
    checkpoint();
    const fy = (y + 0.5 - top) / scale - 0.5;
    if (fy < -0.5 || fy > height - 0.5) {
      if (outside) out.fill(outside, y * size.width, (y + 1) * size.width);
      continue;
    }
    const y0 = Math.max(0, Math.floor(fy));
    const y1 = Math.min(height - 1, y0 + 1);
    const ty = Math.max(0, fy - y0);
    for (let x = 0; x < width; x++) row[x] = data[y0 * width + x] * (1 - ty) + data[y1 * width + x] * ty;
    for (let x = 0; x < size.width; x++) {
      const x0 = lefts[x];
      if (x0 < 0) {
        out[y * size.width + x] = outside;
        continue;
      }
      const x1 = Math.min(width - 1, x0 + 1);
      const tx = shares[x];
      out[y * size.width + x] = row[x0] * (1 - tx) + row[x1] * tx;
    }
  }
  return out;
}
