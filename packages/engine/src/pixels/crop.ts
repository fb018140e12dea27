import { checkpoint } from '../checkpoint.ts';
import type { Plane, Point, Raster, Size } from './raster.ts';

/** An upright rectangle in pixels; whole ones where it cuts a picture. */
export interface Box extends Size {
  readonly left: number;
  readonly top: number;
}

/** Values of pixels, one after another. */
type Values = Float32Array | Uint8Array | Uint8ClampedArray;

/** The smallest box around every value above a threshold. Without such a value, the box of the whole plane. */
export function boxAbove({ width, height, data }: Size & { readonly data: ArrayLike<number> }, threshold: number): Box {
  return boxWhere({ width, height }, (i) => data[i] > threshold);
}

/** The same for every pixel that passes a test. */
export function boxWhere({ width, height }: Size, holds: (pixel: number) => boolean): Box {
  let [left, right, top, bottom] = [width, -1, -1, -1];
  for (let y = 0; y < height; y++) {
    checkpoint();
    // Pixels between the outermost ones of a row do not matter.
    const row = y * width;
    let first = 0;
    while (first < width && !holds(row + first)) first++;
    if (first === width) continue;
    let last = width - 1;
    while (last > right && !holds(row + last)) last--;
    left = Math.min(left, first);
    right = last;
    bottom = y;
    if (top < 0) top = y;
  }
  if (right < 0) return { left: 0, top: 0, width, height };
  return { left, top, width: right + 1 - left, height: bottom + 1 - top };
}

/** The smallest box around points, grown by a margin on all sides. */
export function boundingBox(points: readonly Point[], margin = 0): Box {
  const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)];
  const [left, top] = [Math.min(...xs) - margin, Math.min(...ys) - margin];
  return { left, top, width: Math.max(...xs) + margin - left, height: Math.max(...ys) + margin - top };
}

/** The smallest box around boxes. */
export function hullOf(boxes: readonly Box[]): Box {
  return boundingBox(
    boxes.flatMap(({ left, top, width, height }) => [
      { x: left, y: top },
      { x: left + width, y: top + height },
    ]),
  );
}

/** A box grown by margins on all sides and clipped to the borders of a picture. */
export function grownWithin(box: Box, { width, height }: Size, marginX: number, marginY = marginX): Box {
  const from = { left: Math.max(0, Math.floor(box.left - marginX)), top: Math.max(0, Math.floor(box.top - marginY)) };
  return {
    ...from,
    width: Math.min(width, Math.ceil(box.left + box.width + marginX)) - from.left,
    height: Math.min(height, Math.ceil(box.top + box.height + marginY)) - from.top,
  };
}

/** A copy of the part of a picture within a box. The box must lie within the picture. */
export function cropRaster({ width, data }: Raster, box: Box): Raster {
  const out = new Uint8ClampedArray(box.width * box.height * 3);
  return { width: box.width, height: box.height, data: cutInto(out, data, 3, width, box) };
}

/** A copy of the part of a plane within a box. The box must lie within the plane. */
export function cropPlane({ width, data }: Plane, box: Box): Plane {
  return { width: box.width, height: box.height, data: cropValues(data, 1, width, box) };
}

/** The part of an array within a box. The array has `channels` values a pixel, in rows of `width` pixels. */
export function cropValues(values: Values, channels: number, width: number, box: Box): Float32Array {
  return cutInto(new Float32Array(box.width * box.height * channels), values, channels, width, box);
}

function cutInto<T extends Values>(part: T, whole: Values, channels: number, width: number, box: Box): T {
  const row = box.width * channels;
  for (let y = 0; y < box.height; y++) {
    const from = ((box.top + y) * width + box.left) * channels;
    part.set(whole.subarray(from, from + row), y * row);
  }
  return part;
}

/** Pastes the values of a part into those of a whole picture with rows of `width` pixels, and returns the latter. */
export function laidInto<T extends Values>(whole: T, part: Values, channels: number, width: number, box: Box): T {
  const row = box.width * channels;
  for (let y = 0; y < box.height; y++)
    whole.set(part.subarray(y * row, (y + 1) * row), ((box.top + y) * width + box.left) * channels);
  return whole;
}

/** The plane of a part pasted into a plane of the full size, which holds `outside` elsewhere. */
export function padPlane(plane: Plane, { width, height }: Size, box: Box, outside = 0): Plane {
  const data = new Float32Array(width * height).fill(outside);
  return { width, height, data: laidInto(data, plane.data, 1, width, box) };
}
