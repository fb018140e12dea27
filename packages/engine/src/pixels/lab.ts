import { checkpointAt } from '../checkpoint.ts';
import type { Raster, Size } from './raster.ts';

/** A picture in CIE L*a*b* (D65, 1976): L* 0 to 100, a* and b* about −100 to 100. */
export interface LabPlanes extends Size {
  readonly l: Float32Array;
  readonly a: Float32Array;
  readonly b: Float32Array;
}

/** sRGB bytes to linear light 0 to 1 (IEC 61966-2-1). */
const LINEAR = Float32Array.from({ length: 256 }, (_, byte) => {
  const value = byte / 255;
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
});

/** Steps of the cube-root table over 0 to 1. */
const ROOT_STEPS = 4096;

/** The CIE function f of L*a*b*: a cube root with a straight foot. */
const ROOT = Float32Array.from({ length: ROOT_STEPS + 1 }, (_, step) => {
  const value = step / ROOT_STEPS;
  return value > 0.008856 ? Math.cbrt(value) : 7.787 * value + 16 / 116;
});

const root = (value: number) => ROOT[Math.min(ROOT_STEPS, Math.max(0, (value * ROOT_STEPS + 0.5) | 0))];

/** L*, a*, b* of one sRGB colour, bytes 0 to 255. */
export function labOf(red: number, green: number, blue: number): [number, number, number] {
  const r = LINEAR[red];
  const g = LINEAR[green];
  const b = LINEAR[blue];
  const x = root((0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.9505);
  const y = root(0.2126 * r + 0.7152 * g + 0.0722 * b);
  const z = root((0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.089);
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}

/** L*, a*, b* of a colour of three values between the bytes 0 and 255. */
export function labOfColour(colour: ArrayLike<number>): [number, number, number] {
  return labOf(Math.round(colour[0]), Math.round(colour[1]), Math.round(colour[2]));
}

/** Distance of two colours in L*a*b* (CIE 1976). */
export function labDistance(one: readonly number[], other: readonly number[]): number {
  return Math.hypot(one[0] - other[0], one[1] - other[1], one[2] - other[2]);
}

/** The colours of a whole picture in CIE L*a*b*. */
export function toLab({ width, height, data }: Raster): LabPlanes {
  const size = width * height;
  const l = new Float32Array(size);
  const a = new Float32Array(size);
  const b = new Float32Array(size);
  for (let i = 0; i < size; i++) {
    checkpointAt(i);
    [l[i], a[i], b[i]] = labOf(data[i * 3], data[i * 3 + 1], data[i * 3 + 2]);
  }
  return { width, height, l, a, b };
}

/** BT.601 luma of the pixel with the given index. `data` has three values a pixel; the result is in their unit. */
export function luma(data: ArrayLike<number>, pixel: number): number {
  return 0.299 * data[pixel * 3] + 0.587 * data[pixel * 3 + 1] + 0.114 * data[pixel * 3 + 2];
}

/** sRGB bytes 0 to 255 of L*, a*, b*; colours outside sRGB are clipped. */
export function rgbOf(l: number, a: number, b: number): [number, number, number] {
  const y = (l + 16) / 116;
  const light = [y + a / 500, y, y - b / 200].map((value) =>
    value ** 3 > 0.008856 ? value ** 3 : (value - 16 / 116) / 7.787,
  );
  const [x, , z] = [light[0] * 0.9505, light[1], light[2] * 1.089];
  const encode = (value: number) =>
    255 * (value <= 0.0031308 ? 12.92 * Math.max(0, value) : 1.055 * Math.min(1, value) ** (1 / 2.4) - 0.055);
  return [
    encode(3.2406 * x - 1.5372 * light[1] - 0.4986 * z),
    encode(-0.9689 * x + 1.8758 * light[1] + 0.0415 * z),
    encode(0.0557 * x - 0.204 * light[1] + 1.057 * z),
  ];
}
