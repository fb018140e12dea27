import { labOfColour } from '../src/pixels/lab.ts';
import type { Raster } from '../src/pixels/raster.ts';

/** A place in a picture, as shares of its width and height: [left, top, right, bottom]. */
export type Place = readonly [left: number, top: number, right: number, bottom: number];

/** Mean colour of a place in L*a*b*. */
export function colourOf({ width, height, data }: Raster, [left, top, right, bottom]: Place): [number, number, number] {
  const sum = [0, 0, 0];
  let count = 0;
  for (let y = Math.floor(top * height); y < bottom * height; y++)
    for (let x = Math.floor(left * width); x < right * width; x++, count++)
      for (let c = 0; c < 3; c++) sum[c] += data[(y * width + x) * 3 + c];
  return labOfColour(sum.map((value) => value / count));
}

/** Whether a colour, given as bytes, is one of a kind. */
export type Kind = (red: number, green: number, blue: number) => boolean;

/** How many pixels of a place are of a kind. */
export function countOf({ width, height, data }: Raster, [left, top, right, bottom]: Place, isKind: Kind): number {
  let count = 0;
  for (let y = Math.floor(top * height); y < bottom * height; y++)
    for (let x = Math.floor(left * width); x < right * width; x++) {
      const at = (y * width + x) * 3;
      if (isKind(data[at], data[at + 1], data[at + 2])) count++;
    }
  return count;
}
