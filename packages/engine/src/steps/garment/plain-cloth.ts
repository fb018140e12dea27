import { distanceTo } from '../../pixels/distance.ts';
import { toLab } from '../../pixels/lab.ts';
import { maskOf } from '../../pixels/planes.ts';
import type { Raster } from '../../pixels/raster.ts';

/** Distances from the cloth's own colour within which a pixel is cloth, and beyond which it is none; in a*b*, and in L* by the share. */
const CLOTH_MAX = 14;
const GROUND_MIN = 26;
const LIGHT_SHARE = 0.7;
/** Share of a silhouette that must be cloth of that colour, and share of all around it that may be. */
const PLAIN_MIN = 0.8;
const GROUND_NEAR_MAX = 0.05;
/** How far beyond the outline cloth is looked for, and from where on all is ground, as shares of the height. */
const REACH = 0.035;
const FAR = 0.06;
/** Every so many pixels are looked at where a sample is enough. */
const STRIDE = 7;

/** The silhouette of plain cloth on ground of quite another colour, with what lies beside it and has its colour; of other cloth as it is. */
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
  const [light, red, yellow] = [l, a, b].map((plane) => Float32Array.from(cloth, (i) => plane[i]).sort()[cloth.length >> 1]);
  const away = (i: number) => Math.hypot((l[i] - light) * LIGHT_SHARE, a[i] - red, b[i] - yellow);
  const isPlain = cloth.filter((i) => away(i) < CLOTH_MAX).length > PLAIN_MIN * cloth.length;
  if (!isPlain || ground.filter((i) => away(i) < GROUND_MIN).length > GROUND_NEAR_MAX * ground.length) return silhouette;
  return maskOf(silhouette.length, (i) => silhouette[i] === 1 || (outside[i] < REACH * height && away(i) < CLOTH_MAX));
}
