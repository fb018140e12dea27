import { distanceTo } from '../../pixels/distance.ts';
import { clamp } from '../../pixels/geometry.ts';
import { type LabPlanes, toLab } from '../../pixels/lab.ts';
import { medianAt } from '../../pixels/median.ts';
import { maskOf, pixelsWhere, planeOf } from '../../pixels/planes.ts';
import type { Plane, Raster } from '../../pixels/raster.ts';

/**
 * A pixel has the cloth's hue within this cosine, if the cloth has enough chroma and the pixel this share of its
 * saturation.
 */
const HUE_COSINE = 0.9;
const CHROMA_MIN = 14;
const SATURATION_SHARE = 0.5;
/** Added to L* before it divides chroma, because nearly black pixels have no reliable hue. */
const DARKEST = 6;
/** Search range beyond an uncertain edge of a part of one colour, as a share of the picture's height. */
const REACH = 0.045;
/**
 * Weighted distances in a*b* and L* within which a pixel is the same cloth, and beyond which it is not. The last is the
 * weight of L*.
 */
const SAME_NEAR = 7;
const SAME_FAR = 14;
const LIGHT_SHARE = 0.35;

/** The colour of a cloth. */
export interface Cloth {
  /** Medians of L*, a*, b*. */
  readonly typical: readonly number[];
  /** Distance of a pixel's hue and chroma from the cloth's, in a*b*; 0 for the cloth in other light. */
  away(pixel: number): number;
}

/** The colour of a part; null if the part has too few pixels. */
export function clothOf({ l, a, b }: LabPlanes, part: Float32Array): Cloth | null {
  const sure = pixelsWhere(part.length, (i) => i % 3 === 0 && part[i] > 0.7);
  if (sure.length < 30) return null;
  const typical = [l, a, b].map((plane) => medianAt(plane, sure));
  return {
    typical,
    away: (i) => (isShade(l[i], a[i], b[i], typical) ? 0 : Math.hypot(a[i] - typical[1], b[i] - typical[2])),
  };
}

/**
 * The part, extended to neighbouring pixels of its colour as far as `allowed` permits, 0 to 1: missed seams and
 * armpits. `picture` is a crop of one that is `wholeHeight` pixels high.
 */
export function withSameCloth(picture: Raster, part: Plane, allowed: Float32Array, wholeHeight: number): Plane {
  const { width, height } = picture;
  const lab = toLab(picture);
  const cloth = clothOf(lab, part.data);
  if (!cloth) return part;
  const likely = maskOf(part.data.length, (i) => part.data[i] > 0.5);
  const beside = distanceTo(likely, width, height, REACH * wholeHeight);
  const data = planeOf(part.data.length, (i) => {
    if (beside[i] > REACH * wholeHeight || allowed[i] <= part.data[i]) return part.data[i];
    const away = Math.hypot(cloth.away(i), (lab.l[i] - cloth.typical[0]) * LIGHT_SHARE);
    return Math.max(part.data[i], allowed[i] * clamp((SAME_FAR - away) / (SAME_FAR - SAME_NEAR)));
  });
  return { width, height, data };
}

/** True for the cloth's hue in other light. In deep folds a strong colour changes much but stays as saturated. */
function isShade(l: number, a: number, b: number, [clothL, clothA, clothB]: readonly number[]): boolean {
  const chroma = Math.hypot(a, b);
  const clothChroma = Math.hypot(clothA, clothB);
  if (clothChroma < CHROMA_MIN || chroma * (clothL + DARKEST) < SATURATION_SHARE * clothChroma * (l + DARKEST))
    return false;
  return a * clothA + b * clothB > HUE_COSINE * chroma * clothChroma;
}
