import { resizeRaster } from '../../../pixels/decode.ts';
import { resizeValues } from '../../../pixels/filters.ts';
import { logOdds, smoothstep } from '../../../pixels/geometry.ts';
import { guidedFilter } from '../../../pixels/guided-filter.ts';
import { inverted, maskOf } from '../../../pixels/planes.ts';
import type { Plane, Raster } from '../../../pixels/raster.ts';
import { meanContrast, outlineEdges, smoothChannels } from './edges.ts';
import { shareByColour } from './even-outline.ts';
import { mainParts } from './solid-part.ts';

/** Longer side of the picture for the comparison of colours, and the greatest certainty of a matte beside them. */
const COLOURS_SIDE = 256;
const CERTAIN = 0.8;
/** Matte above which a pixel of the surroundings' colour is a print or a stripe. Gaps beside sleeves have less. */
const PRINT_MIN = 0.92;
/** The guided filter that aligns the result with the photo's edges: radius in pixels, and variance of flat colour. */
const GUIDE_RADIUS = 5;
const GUIDE_VARIANCE = 2e-4;
/**
 * Change along an outline without an edge, in byte steps, and the factor of a clear outline (measured: noise 1.0,
 * products 1.17).
 */
const CONTRAST_MIN = 5;
const CLEAR_RATIOS = [1, 1.15] as const;

/** The outline of a product. */
export interface Outline {
  /** 1 on the product, 0 off it. */
  readonly silhouette: Uint8Array<ArrayBuffer>;
  /**
   * 0 if the picture changes no more along the outline than elsewhere, as in an empty picture; 1 if it clearly does.
   */
  readonly clearness: number;
}

/** The outline of a product by its matte, its colours and the photo's edges. */
export async function outlineOf(photo: Raster, matte: Plane): Promise<Outline> {
  const silhouette = mainParts(await byColours(photo, matte), photo);
  const channels = smoothChannels(photo);
  const { contrast } = outlineEdges(inverted(silhouette), channels, photo);
  const elsewhere = meanContrast(channels, photo);
  return { silhouette, clearness: contrast < CONTRAST_MIN ? 0 : smoothstep(...CLEAR_RATIOS, contrast / elsewhere) };
}

/**
 * The matte where the colours of the product and of its surroundings agree with it, along the photo's edges.
 */
async function byColours(photo: Raster, { data }: Plane): Promise<Uint8Array<ArrayBuffer>> {
  const { width, height } = photo;
  const scale = Math.min(1, COLOURS_SIDE / Math.max(width, height));
  const small = await resizeRaster(photo, { width: Math.round(width * scale), height: Math.round(height * scale) });
  const matte = resizeValues(data, width, height, small.width, small.height);
  const others = matte.map((value) => 1 - value);
  const share = shareByColour(small, matte, others, (i) => logOdds(matte[i], CERTAIN));
  const full = resizeValues(share, small.width, small.height, width, height);
  const fine = guidedFilter(photo, GUIDE_RADIUS, GUIDE_VARIANCE)(full);
  return maskOf(fine.length, (i) => fine[i] > 0.5 || data[i] > PRINT_MIN);
}
