import type { PersonAnalysis } from '../../../analysis.ts';
import { extentsOf, findComponents } from '../../../pixels/components.ts';
import { pixelMiddle } from '../../../pixels/geometry.ts';
import { maskOf } from '../../../pixels/planes.ts';
import type { Plane } from '../../../pixels/raster.ts';
import type { BodyModel } from './body-model.ts';

/** Least probability of hair that leaves any of it in a hardened pixel. */
const HAIR = 1 / 3;
/**
 * Largest isolated piece of hair that is noise, in squares of the shoulder width. Then the share of the torso below
 * which no head is beside it.
 */
const CRUMB_MAX = 0.004;
const BELOW_HEAD = 0.2;

/**
 * Share of each pixel of the region map that is hair of the head. Small pieces lower down, with the colour of hair, are
 * left out.
 */
export function hangingHair({ regions }: PersonAnalysis, { shoulderWidth, torsoPlace }: BodyModel): Plane {
  const { width, height, scale, probability } = regions;
  const { data } = probability.hair;
  const locks = findComponents(
    maskOf(data.length, (i) => data[i] > HAIR),
    width,
    height,
  );
  const least = CRUMB_MAX * (shoulderWidth / scale) ** 2;
  const isCrumb = extentsOf(locks, width).map(
    ({ left, right, top }, lock) =>
      lock > 0 &&
      locks.sizes[lock] < least &&
      torsoPlace(pixelMiddle(top * width + Math.round((left + right) / 2), width, scale)).share > BELOW_HEAD,
  );
  return { width, height, data: data.map((value, i) => (isCrumb[locks.labels[i]] ? 0 : value)) };
}
