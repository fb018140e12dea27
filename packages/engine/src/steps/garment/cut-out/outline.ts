import { findComponents, largestComponent } from '../../../pixels/components.ts';
import { blur } from '../../../pixels/filters.ts';
import { smoothstep } from '../../../pixels/geometry.ts';
import { maskOf, planeOf } from '../../../pixels/planes.ts';
import type { Plane, Raster } from '../../../pixels/raster.ts';
import { meanContrast, outlineContrast, smoothChannels } from './edges.ts';
import { open, withoutHoles } from './solid-part.ts';

/** Parts smaller than this share of the largest are dust. */
const PART_SHARE_MIN = 0.2;
/** Holes smaller than this share of the picture are prints, tags and loops of knitwear, and are filled. */
const HOLE_MIN = 0.0005;
/** Half the width of the widest wire or thread, in pixels: straps are wider. */
const WIRE_PIXELS = 1;
/** Radius in pixels of the smoothing of an outline, because landmarks are found at its corners. */
const SMOOTH_PIXELS = 2;
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

/** The outline of a product by its matte, a plane of the size of the photo. */
export function outlineOf(photo: Raster, matte: Plane): Outline {
  const product = maskOf(matte.data.length, (i) => matte.data[i] > 0.5);
  const silhouette = mainParts(product, photo);
  const channels = smoothChannels(photo);
  const contrast = outlineContrast(silhouette, channels, photo);
  const elsewhere = meanContrast(channels, photo);
  return { silhouette, clearness: contrast < CONTRAST_MIN ? 0 : smoothstep(...CLEAR_RATIOS, contrast / elsewhere) };
}

/** The largest part and other parts above dust, without wires, threads and small holes, with a smooth outline. */
function mainParts(mask: Uint8Array<ArrayBuffer>, { width, height }: Raster): Uint8Array<ArrayBuffer> {
  const solid = open(mask, width, height, WIRE_PIXELS);
  const parts = findComponents(solid, width, height);
  const least = (parts.sizes[largestComponent(parts)] ?? 0) * PART_SHARE_MIN;
  const main = planeOf(solid.length, (i) => (solid[i] === 1 && parts.sizes[parts.labels[i]] >= least ? 1 : 0));
  const smooth = blur(main, width, height, SMOOTH_PIXELS);
  return withoutHoles(
    maskOf(smooth.length, (i) => smooth[i] > 0.5),
    width,
    height,
    HOLE_MIN,
  );
}
