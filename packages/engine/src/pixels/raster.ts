/** A decoded picture: sRGB, three bytes a pixel (R, G, B), rows from top to bottom without padding. */
export interface Raster extends Size {
  /** `width * height * 3` bytes. */
  readonly data: Uint8ClampedArray<ArrayBuffer>;
}

/** One value a pixel, rows from top to bottom. A mask or matte holds 0 (outside) to 1 (inside). */
export interface Plane extends Size {
  /** `width * height` values. */
  readonly data: Float32Array;
}

/** A position in pixels; the centre of the top-left pixel is (0.5, 0.5). */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/** Width and height in pixels. */
export interface Size {
  readonly width: number;
  readonly height: number;
}

/** A black picture. */
export function createRaster(width: number, height: number): Raster {
  return { width, height, data: new Uint8ClampedArray(width * height * 3) };
}

/** The value of a plane at a place; `scale` pixels of the place make one of the plane. 0 outside. */
export function valueAt({ width, height, data }: Plane, { x, y }: Point, scale = 1): number {
  const [column, row] = [Math.floor(x / scale), Math.floor(y / scale)];
  return column < 0 || row < 0 || column >= width || row >= height ? 0 : data[row * width + column];
}
