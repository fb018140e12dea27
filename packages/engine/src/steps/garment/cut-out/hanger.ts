import { boxesOf, findComponents } from '../../../pixels/components.ts';
import { boxAbove } from '../../../pixels/crop.ts';
import { distanceTo } from '../../../pixels/distance.ts';
import { median } from '../../../pixels/median.ts';
import { inverted, maskOf, pixelsWhere, planeOf } from '../../../pixels/planes.ts';
import { EDGE_PIXELS } from './cut-edge.ts';
import type { GarmentCutOut } from './cut-out.ts';

/** Half the width of the widest clip or bar, as a share of the garment's width. */
const THIN = 0.05;
/** Share of the garment's height, from its top, in which a hanger lies. */
const TOP = 0.2;
/**
 * Least height of a clip above the waistband, in units of that half width. Corners of waistbands and belt loops are
 * lower. Of 387 training photos of trousers and skirts, 21 have higher parts: clips, bars, tags and straps.
 */
const HEIGHT_MIN = 1.1;
/** Reach of the rest of a clip, such as its jaws on the cloth, around its thin parts, in the same units. */
const REST = 3;
/** Least difference of the colours of hanger and cloth, in byte steps. With less, that rest stays. */
const CONTRAST_MIN = 60;

/** Trousers or a skirt without the hanger at their waistband. Null if there is none. */
export function withoutHanger(cutOut: GarmentCutOut): GarmentCutOut | null {
  const { silhouette, alpha, raster } = cutOut;
  const { width, height } = alpha;
  const size = width * height;
  const box = boxAbove({ width, height, data: silhouette }, 0.5);
  const radius = Math.max(1, Math.round(THIN * box.width));
  const lowest = box.top + TOP * box.height;
  const isTop = (i: number) => silhouette[i] === 1 && Math.floor(i / width) < lowest;
  const inside = distanceTo(inverted(silhouette), width, height, radius + 2);
  const thick = maskOf(size, (i) => inside[i] > radius);
  const toThick = distanceTo(thick, width, height, radius + 2);
  const isThin = maskOf(size, (i) => isTop(i) && toThick[i] > radius + 0.5);
  const thin = findComponents(isThin, width, height);
  const isHigh = boxesOf(thin, width).map((part) => part.height > HEIGHT_MIN * radius);
  if (!isHigh.includes(true)) return null;
  const high = maskOf(size, (i) => isHigh[thin.labels[i]]);
  const toHigh = distanceTo(high, width, height, REST * radius);
  const colourAmong = (test: (pixel: number) => boolean) => {
    const pixels = pixelsWhere(size, test);
    return [0, 1, 2].map((c) => median(pixels.map((i) => raster.data[i * 3 + c])));
  };
  const [hanger, cloth] = [colourAmong((i) => high[i] === 1), colourAmong((i) => isTop(i) && !high[i])];
  const isTold = Math.hypot(...hanger.map((value, c) => value - cloth[c])) >= CONTRAST_MIN;
  const away = (i: number, colour: readonly number[]) =>
    Math.hypot(...colour.map((value, c) => raster.data[i * 3 + c] - value));
  const isLike = (i: number) => isTop(i) && toHigh[i] <= REST * radius && away(i, hanger) < away(i, cloth);
  const like = maskOf(size, (i) => high[i] === 1 || (isTold && isLike(i)));
  const { labels } = findComponents(like, width, height);
  // Cloth in the colour of the hanger, such as a print, stays unless it touches the hanger.
  const touches = new Set(pixelsWhere(size, (i) => high[i] === 1).map((i) => labels[i]));
  const off = maskOf(size, (i) => touches.has(labels[i]));
  const kept = maskOf(size, (i) => silhouette[i] === 1 && !off[i]);
  const toOff = distanceTo(off, width, height, EDGE_PIXELS);
  const data = planeOf(size, (i) => (kept[i] || toOff[i] > EDGE_PIXELS ? alpha.data[i] : 0));
  return { ...cutOut, silhouette: kept, alpha: { width, height, data } };
}
