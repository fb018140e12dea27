import { hashed } from '../maths/random.ts';
import { clamp } from '../maths/scalar.ts';

/** How linear light becomes picture values. */
export interface Film {
  /** Factor on the light before the curve. */
  readonly exposure: number;
  /** Standard deviation of the grain, in 8-bit steps. */
  readonly grain: number;
  /** Darkening of the corners, 0 … 1. */
  readonly vignette: number;
}

/** How much of an S-curve is laid over the shoulder: the contrast of a portrait film. */
const contrast = 0.3;

/** Soft shoulder that approaches white like negative film (1 − e^−x), with an S-curve on the encoded value. */
function toned(value: number): number {
  const exposed = encoded(1 - Math.exp(-1.75 * Math.max(0, value)));
  return exposed + contrast * (exposed * exposed * (3 - 2 * exposed) - exposed);
}

/** sRGB transfer function (IEC 61966-2-1). */
function encoded(value: number): number {
  return value <= 0.0031308 ? value * 12.92 : 1.055 * value ** (1 / 2.4) - 0.055;
}

/** Develops linear RGB (three numbers a pixel) into 8-bit sRGB. */
export function develop(light: Float32Array, width: number, height: number, film: Film): Buffer {
  const pixels = Buffer.alloc(width * height * 3);
  for (let i = 0; i < width * height; i++) {
    const [x, y] = [i % width, Math.floor(i / width)];
    const radius = Math.hypot(x / width - 0.5, y / height - 0.5) / Math.SQRT1_2;
    const gain = film.exposure * (1 - film.vignette * radius ** 2.5);
    // Sum of three uniform numbers: near enough to a bell, with a deviation of 0.5.
    const grain = (hashed(x, y, 11) + hashed(x, y, 12) + hashed(x, y, 13) - 1.5) * 2 * film.grain;
    for (let c = 0; c < 3; c++)
      pixels[i * 3 + c] = Math.round(clamp(toned(light[i * 3 + c] * gain) * 255 + grain, 0, 255));
  }
  return pixels;
}
