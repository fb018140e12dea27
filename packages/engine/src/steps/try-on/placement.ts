import { type Box, padPlane } from '../../pixels/crop.ts';
import { bilinearSteps, resample } from '../../pixels/filters.ts';
import { pixelMiddle } from '../../pixels/geometry.ts';
import type { Plane, Point, Size } from '../../pixels/raster.ts';

/** The place of the analysed person in the output: one scale and one shift. */
export interface Placement extends Size {
  /** Output pixels to one analysed pixel. */
  readonly scale: number;
  toOutput(p: Point): Point;
  /** The same for a box. */
  boxToOutput(box: Box): Box;
  toPerson(p: Point): Point;
  /** The place on the analysed person of the middle of an output pixel, by its index. */
  placeOf(pixel: number): Point;
  /** The index of the output pixel at a place of the analysed person; null outside the output. */
  pixelAt(p: Point): number | null;
  /** The same person in a part of the output. */
  within(box: Box): Placement;
  /** Maps a plane of the person's size, or of the same shape, onto the output, bilinearly; `outside` elsewhere. */
  lay(plane: Plane, outside?: number): Float32Array;
}

/** The placement that puts the analysed picture's corner at `left`, `top` of an output of the given size. */
export function placementOf(person: Size, size: Size, scale: number, left: number, top: number): Placement {
  const { width, height } = size;
  const toPerson = ({ x, y }: Point): Point => ({ x: (x - left) / scale, y: (y - top) / scale });
  const toOutput = ({ x, y }: Point): Point => ({ x: x * scale + left, y: y * scale + top });
  return {
    width,
    height,
    scale,
    toOutput,
    boxToOutput: (box) => {
      const { x, y } = toOutput({ x: box.left, y: box.top });
      return { left: x, top: y, width: box.width * scale, height: box.height * scale };
    },
    toPerson,
    placeOf: (pixel) => toPerson(pixelMiddle(pixel, width)),
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
): Float32Array {
  /** The output pixels along a side whose middle lies on the plane, and the steps between them. */
  const along = (shift: number, length: number, room: number) => {
    const first = Math.max(0, Math.ceil(shift - 0.5));
    const count = Math.max(0, Math.min(room, Math.floor(shift + length * scale + 0.5)) - first);
    return { first, count, steps: bilinearSteps(count, length, 1 / scale, (first - shift) / scale) };
  };
  const [columns, rows] = [along(left, width, size.width), along(top, height, size.height)];
  const box = { left: columns.first, top: rows.first, width: columns.count, height: rows.count };
  const laid = { ...box, data: resample(data, width, columns.steps, rows.steps) };
  const isWhole = box.width === size.width && box.height === size.height;
  return (isWhole ? laid : padPlane(laid, size, box, outside)).data;
}
