import { inverted, sumOf } from '../../../pixels/planes.ts';
import type { Raster } from '../../../pixels/raster.ts';
import { agreement } from './agreement.ts';
import { cutOutByHue, type GarmentCutOut } from './cut-out.ts';
import { outlineContrast } from './flood.ts';

/** Least agreement of two silhouettes of one garment, as in cut-outs by colours. */
const AGREED_MIN = 0.75;
/**
 * Mean change along an outline, in byte steps, above which it follows edges, and the least ratio of that change by hue.
 * Measured on 51 photos of garments on uneven backgrounds. Wrong outlines by colour have at most 52, and 1.06 to 1.33
 * times as much by hue. Right ones have at most 1.02 times.
 */
const CLEAR = 55.5;
const CLEARER = 1.04;

/**
 * Returns the cut-out by hue if the background varies in light only and that cut-out has clearer edges and no less of
 * the garment. Otherwise returns `found`. The weave of a blanket can have the lightness of pale cloth but not its hue.
 * The confidence stays that of `found`.
 */
export function clearerByHue(raster: Raster, found: GarmentCutOut): GarmentCutOut {
  const contrast = contrastOf(found, raster);
  const inHue = contrast < CLEAR ? cutOutByHue(raster) : null;
  if (!inHue || areaOf(inHue) < areaOf(found) || agreement(inHue.silhouette, found.silhouette) < AGREED_MIN)
    return found;
  return contrastOf(inHue, raster) > CLEARER * contrast ? { ...inHue, confidence: found.confidence } : found;
}

const contrastOf = ({ silhouette }: GarmentCutOut, raster: Raster) => outlineContrast(inverted(silhouette), raster);
const areaOf = ({ silhouette }: GarmentCutOut) => sumOf(silhouette);
