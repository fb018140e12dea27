import { findComponents, largestComponent } from '../../../pixels/components.ts';
import { blur } from '../../../pixels/filters.ts';
import { maskAbove, planeOf } from '../../../pixels/planes.ts';
import type { Plane } from '../../../pixels/raster.ts';
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
 * The silhouette of a product by its matte, a plane of the size of the photo: 1 on the product, 0 off it. It holds the
 * largest part and other parts above dust, without wires, threads and small holes, and its outline is smooth.
 */
export function outlineOf({ width, height, data }: Plane): Uint8Array<ArrayBuffer> {
  const product = maskAbove(data, 0.5);
  const solid = open(product, width, height, WIRE_PIXELS);
  const parts = findComponents(solid, width, height);
  const least = (parts.sizes[largestComponent(parts)] ?? 0) * PART_SHARE_MIN;
  const main = planeOf(solid.length, (i) => (solid[i] === 1 && parts.sizes[parts.labels[i]] >= least ? 1 : 0));
  const smooth = blur(main, width, height, SMOOTH_PIXELS);
  return withoutHoles(maskAbove(smooth, 0.5), width, height, HOLE_MIN);
}
