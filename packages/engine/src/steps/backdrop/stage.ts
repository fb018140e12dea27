import { checkpoint } from '../../checkpoint.ts';
import type { Raster, Size } from '../../pixels/raster.ts';

/** sRGB, 0 to 255, not always whole numbers. */
export type Rgb = readonly [red: number, green: number, blue: number];

/** The requirements of a backdrop. */
export interface Stage extends Size {
  /**
   * Row of the soles of a person on the floor. Null if the picture does not show them; the backdrop then has no floor.
   */
  readonly soles: number | null;
  /** The requested colour; null for the usual one. Outdoor places have their own colours. */
  readonly tint: Rgb | null;
}

/** A picture of the given size with the colour of each pixel by its column and row. */
export function painted({ width, height }: Size, colourAt: (x: number, y: number) => Rgb): Raster {
  const data = new Uint8ClampedArray(width * height * 3);
  for (let y = 0; y < height; y++) {
    checkpoint();
    for (let x = 0; x < width; x++) {
      const colour = colourAt(x, y);
      for (let c = 0; c < 3; c++) data[(y * width + x) * 3 + c] = colour[c];
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
