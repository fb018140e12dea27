import { checkpoint } from '../../checkpoint.ts';
import type { Raster, Size } from '../../pixels/raster.ts';
import type { Rgb } from './stage.ts';

/** A picture of the given size with the colour of each pixel by its column and row. */
export function painted({ width, height }: Size, colourAt: (x: number, y: number) => Rgb): Raster {
  const data = new Uint8ClampedArray(width * height * 3);
  for (let y = 0; y < height; y++) {
    checkpoint();
    for (let x = 0; x < width; x++) {
      const colour = colourAt(x, y);
      const at = (y * width + x) * 3;
      data[at] = colour[0];
      data[at + 1] = colour[1];
      data[at + 2] = colour[2];
    }
  }
  return { width, height, data };
}

/** A colour multiplied by `light`: 1 leaves it unchanged. Bytes may exceed 255; pictures clip them. */
export function lit([red, green, blue]: Rgb, light: number): Rgb {
  return [red * light, green * light, blue * light];
}

/** The colour at the share `t`, 0 to 1, of the way from one to another. */
export function blended(a: Rgb, b: Rgb, t: number): Rgb {
  return [a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t, a[2] + (b[2] - a[2]) * t];
}
