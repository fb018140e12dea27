import { distanceTo } from '../../../pixels/distance.ts';
import { toLab } from '../../../pixels/lab.ts';
import { medianAt } from '../../../pixels/median.ts';
import { inverted, maskOf } from '../../../pixels/planes.ts';
import type { Raster } from '../../../pixels/raster.ts';

/**
 * Distances from the cloth's colour within which a pixel is cloth, and beyond which it is not, in a*b*. The last is the
 * weight of L*.
 */
const CLOTH_MAX = 14;
const GROUND_MIN = 26;
const LIGHT_SHARE = 0.7;
/** Least share of a silhouette in that colour, and greatest share of its surroundings. */
const PLAIN_MIN = 0.8;
const GROUND_NEAR_MAX = 0.05;
/** Greatest distance in a*b* of a shadow from the background's colour. */
const SHADOW_HUE_MAX = 9;
/**
 * Search range for cloth beyond the outline, and the distance from which everything is background, as shares of the
 * height.
 */
const REACH = 0.035;
const FAR = 0.06;
/** Least share of the background's lightness in its shadow; a darker pixel is black cloth. */
const SHADOW_DEPTH_MAX = 0.4;
/** Step between sampled pixels. */
const STRIDE = 7;

/**
 * Completes the silhouette of plain cloth on a background of another colour. Adds neighbouring pixels of the cloth's
 * colour and removes the background's shadow along the edge. Returns other silhouettes unchanged.
 */
export function completePlainCloth(raster: Raster, silhouette: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const { width, height } = raster;
  const { l, a, b } = toLab(raster);
  const outside = distanceTo(silhouette, width, height);
  const sample = (isChosen: (i: number) => boolean) => {
    const chosen: number[] = [];
    for (let i = 0; i < silhouette.length; i += STRIDE) if (isChosen(i)) chosen.push(i);
    return chosen;
  };
  const [cloth, ground] = [sample((i) => silhouette[i] === 1), sample((i) => outside[i] > FAR * height)];
  if (cloth.length === 0 || ground.length === 0) return silhouette;
  const medians = (pixels: readonly number[]) => [l, a, b].map((plane) => medianAt(plane, pixels));
  const [light, red, yellow] = medians(cloth);
  const [groundLight, groundRed, groundYellow] = medians(ground);
  const away = (i: number) => Math.hypot((l[i] - light) * LIGHT_SHARE, a[i] - red, b[i] - yellow);
  const isPlain = cloth.filter((i) => away(i) < CLOTH_MAX).length > PLAIN_MIN * cloth.length;
  if (!isPlain || ground.filter((i) => away(i) < GROUND_MIN).length > GROUND_NEAR_MAX * ground.length)
    return silhouette;
  const inside = distanceTo(inverted(silhouette), width, height);
  const isShadow = (i: number) =>
    l[i] < groundLight &&
    l[i] > SHADOW_DEPTH_MAX * groundLight &&
    away(i) > GROUND_MIN &&
    Math.hypot(a[i] - groundRed, b[i] - groundYellow) < SHADOW_HUE_MAX;
  return maskOf(silhouette.length, (i) =>
    silhouette[i] === 1
      ? inside[i] > REACH * height || !isShadow(i)
      : outside[i] < REACH * height && away(i) < CLOTH_MAX,
  );
}
