import fs from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { samples } from '../samples/index.ts';
import { labOf } from '../src/pixels/lab.ts';
import type { Raster } from '../src/pixels/raster.ts';

/** Size the samples are worked on at in these tests. */
export const SIZE = { width: 480, height: 640 };

/** The bytes of a sample. */
export const sample = (name: keyof typeof samples): Promise<Buffer> => fs.readFile(fileURLToPath(samples[name].url));

/** An avatar or a scene of the shared library that every service begins with. */
export function fromLibrary(name: string): Promise<Buffer> {
  return fs.readFile(new URL(`../../server/library/${name}.webp`, import.meta.url));
}

/** Places in the picture of the woman, in shares of it: her chest. */
export const CHEST = [0.45, 0.3, 0.55, 0.4] as const;
/** The wall beside her. */
export const WALL = [0.03, 0.2, 0.15, 0.5] as const;

/** Raw bytes of a picture at a size. */
export async function raw(bytes: Uint8Array, { width, height } = SIZE): Promise<Uint8Array> {
  return sharp(bytes).flatten({ background: '#ffffff' }).resize(width, height, { fit: 'fill' }).raw().toBuffer();
}

/** Mean colour of a box, given in shares of the picture. */
export function meanOf(
  { width, height, data }: Raster,
  [left, top, right, bottom]: readonly number[],
): [number, number, number] {
  const sum = [0, 0, 0];
  let count = 0;
  for (let y = Math.round(top * height); y < bottom * height; y++)
    for (let x = Math.round(left * width); x < right * width; x++, count++)
      for (let c = 0; c < 3; c++) sum[c] += data[(y * width + x) * 3 + c];
  return [Math.round(sum[0] / count), Math.round(sum[1] / count), Math.round(sum[2] / count)];
}

/** Difference of two colours, CIE 1976. */
export function deltaE(a: readonly [number, number, number], b: readonly [number, number, number]): number {
  const [la, lb] = [labOf(...a), labOf(...b)];
  return Math.hypot(la[0] - lb[0], la[1] - lb[1], la[2] - lb[2]);
}
