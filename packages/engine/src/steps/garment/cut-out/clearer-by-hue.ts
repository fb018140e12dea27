import { inverted } from '../../../pixels/planes.ts';
import type { Raster } from '../../../pixels/raster.ts';
import { agreement } from './agreement.ts';
import { cutOutByHue, type GarmentCutOut } from './cut-out.ts';
import { outlineContrast } from './flood.ts';

/** Least agreement of two silhouettes of one garment, as in cut-outs by colours. */
const AGREED_MIN = 0.75;
/**
 * Mean change along an outline, in byte steps, from which it runs along edges all over, and how many times as much of
 * it the outline by hue has at least (measured on 51 photos of garments on uneven ground: 52 and less, and 1.06 to 1.33
 * times as much, where the outline by colours cuts through cloth; up to 1.02 times as much of what is less than 55
 * where it does not).
 */
const CLEAR = 55.5;
const CLEARER = 1.04;

/**
 * A cut-out from ground that is not even, or that by hue where the ground is uneven in light alone and it holds no less
 * of the garment, within an outline of clearer edges: the weave of a blanket has the lightness of pale cloth on it,
 * such as turned-up cuffs, which is told from it by hue and not by colours learned from both. The trust in it stays
 * that in `found`.
 */
export function clearerByHue(raster: Raster, found: GarmentCutOut): GarmentCutOut {
  const contrast = contrastOf(found, raster);
  const inHue = contrast < CLEAR ? cutOutByHue(raster) : null;
  if (!inHue || areaOf(inHue) < areaOf(found) || agreement(inHue.silhouette, found.silhouette) < AGREED_MIN)
    return found;
  return contrastOf(inHue, raster) > CLEARER * contrast ? { ...inHue, confidence: found.confidence } : found;
}

const contrastOf = ({ silhouette }: GarmentCutOut, raster: Raster) => outlineContrast(inverted(silhouette), raster);
const areaOf = ({ silhouette }: GarmentCutOut) => silhouette.reduce((sum, value) => sum + value, 0);
