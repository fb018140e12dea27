import { checkpointAt } from '../../checkpoint.ts';
import { dominantColour, everySecond } from '../../pixels/dominant-colour.ts';
import { maskedBlur, resizeValues } from '../../pixels/filters.ts';
import { clamp } from '../../pixels/geometry.ts';
import { medianAt } from '../../pixels/median.ts';
import { pixelsWhere, planeOf } from '../../pixels/planes.ts';
import type { Plane, Raster } from '../../pixels/raster.ts';

/**
 * Share of the uneven light that goes, as an exponent. Half of it and three quarters are equally near to 25 true photos
 * of people in their garments; all of it is farther.
 */
const STRENGTH = 0.5;
/** Width of the blur that keeps light and loses texture, in square roots of the garment's pixels. */
const FOLD = 0.02;
/** Shares of the dominant colour between which a garment goes from patterned to plain. A pattern keeps its light. */
const PLAIN = [0.5, 0.8] as const;
/** Shares of that colour around a pixel between which its light becomes known. */
const KNOWN = [0.3, 0.7] as const;
/** Range of the change of a pixel. */
const GAIN = [0.6, 1.8] as const;
/** Level that keeps the ratio of two dark values near 1, of 255. */
const DARK = 6;
/** Least coverage of a pixel of cloth alone. */
const SURE = 0.9;
/** Radius in which cloth is of one colour, in pixels of the halved picture. */
const RADIUS = 2;

/**
 * The picture of a garment that lies flat or hangs, in more even light. Its folds, shadows and tinted reflections
 * belong to the place of its photo. `alpha` is its coverage.
 */
export function evenLight(raster: Raster, alpha: Plane): Raster {
  const { width, height, rgb, pixelAt } = everySecond(raster.data, raster);
  const size = width * height;
  const sure = planeOf(size, (j) => (alpha.data[pixelAt(j)] > SURE ? 1 : 0));
  const cloth = pixelsWhere(size, (j) => sure[j] > 0);
  const { mask, share, sample } = dominantColour(rgb, { width, height }, cloth, RADIUS);
  const strength = STRENGTH * clamp((share - PLAIN[0]) / (PLAIN[1] - PLAIN[0]));
  if (strength === 0) return raster;
  const sigma = FOLD * Math.sqrt(cloth.length);
  const around = maskedBlur(mask, sure, width, height, sigma);
  const [red, green, blue] = rgb.map((plane) => {
    const usual = medianAt(plane, sample) + DARK;
    const seen = maskedBlur(plane, mask, width, height, sigma);
    const gain = planeOf(size, (j) => {
      const even = clamp((usual / (seen[j] + DARK)) ** strength, ...GAIN);
      return 1 + (even - 1) * clamp((around[j] - KNOWN[0]) / (KNOWN[1] - KNOWN[0]));
    });
    return resizeValues(gain, width, height, raster.width, raster.height);
  });
  const data = new Uint8ClampedArray(raster.data.length);
  for (let i = 0, k = 0; k < data.length; i++, k += 3) {
    checkpointAt(i);
    data[k] = raster.data[k] * red[i];
    data[k + 1] = raster.data[k + 1] * green[i];
    data[k + 2] = raster.data[k + 2] * blue[i];
  }
  return { width: raster.width, height: raster.height, data };
}
