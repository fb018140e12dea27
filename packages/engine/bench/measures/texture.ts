import { luma } from '../../src/pixels/lab.ts';
import type { Raster } from '../../src/pixels/raster.ts';
import type { Counts } from './pixels.ts';

/** How much detail a part of a picture has: mean difference in luma of neighbouring pixels, 0 to 255. */
export function textureOf({ width, height, data }: Raster, counts: Counts): number {
  let sum = 0;
  let pixels = 0;
  for (let y = 0; y < height - 1; y++) {
    for (let x = 0; x < width - 1; x++) {
      const i = y * width + x;
      if (!counts(i)) continue;
      pixels++;
      sum += Math.abs(luma(data, i) - luma(data, i + 1)) + Math.abs(luma(data, i) - luma(data, i + width));
    }
  }
  return pixels === 0 ? 0 : sum / (2 * pixels);
}
