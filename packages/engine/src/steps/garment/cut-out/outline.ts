import { findComponents, largestComponent, largestPart } from '../../../pixels/components.ts';
import { distanceTo } from '../../../pixels/distance.ts';
import { blur } from '../../../pixels/filters.ts';
import { inverted, maskAbove, maskOf, planeOf } from '../../../pixels/planes.ts';
import type { Plane } from '../../../pixels/raster.ts';

/** Parts smaller than this share of the largest are dust. */
const PART_SHARE_MIN = 0.2;
/** Holes smaller than this share of the picture are prints, tags and loops of knitwear, and are filled. */
const HOLE_MIN = 0.0005;
/** Holes of a solid part that are smaller than this share of the picture are closed. */
const HOLE_SHARE = 0.01;
/** Half the width of the widest wire or thread, in pixels: straps are wider. */
const WIRE_PIXELS = 1;
/** Radius in pixels of the smoothing of an outline, because landmarks are found at its corners. */
const SMOOTH_PIXELS = 2;

/**
 * The silhouette of a product by its matte, a plane of the size of the photo: 1 on the product, 0 off it. It holds the
 * largest part and other parts above dust, without wires, threads and small holes, and its outline is smooth. `from` is
 * the least probability of its pixels.
 */
export function outlineOf({ width, height, data }: Plane, from = 0.5): Uint8Array {
  const product = maskAbove(data, from);
  const solid = open(product, width, height, WIRE_PIXELS);
  const parts = findComponents(solid, width, height);
  const least = (parts.sizes[largestComponent(parts)] ?? 0) * PART_SHARE_MIN;
  const main = planeOf(solid.length, (i) => (solid[i] === 1 && parts.sizes[parts.labels[i]] >= least ? 1 : 0));
  const smooth = blur(main, width, height, SMOOTH_PIXELS);
  return withoutHoles(maskAbove(smooth, 0.5), width, height, HOLE_MIN);
}

/**
 * The largest connected piece of a mask (4-neighbourhood), with holes below a hundredth of the picture closed. Empty
 * for an empty mask.
 */
export function solidPart(mask: Uint8Array, width: number, height: number): Uint8Array {
  return withoutHoles(largestPart(mask, width, height), width, height, HOLE_SHARE);
}

/** A mask with its holes below a share of the picture closed. */
function withoutHoles(mask: Uint8Array, width: number, height: number, share: number): Uint8Array {
  const { labels, sizes } = findComponents(inverted(mask), width, height);
  return maskOf(mask.length, (i) => mask[i] === 1 || sizes[labels[i]] < share * mask.length);
}

/** Morphological opening of a mask by a disc of a radius in pixels: removes parts thinner than the disc. */
export function open(mask: Uint8Array, width: number, height: number, radius: number): Uint8Array {
  const inside = distanceTo(inverted(mask), width, height, radius);
  const eroded = maskOf(inside.length, (i) => inside[i] > radius);
  const near = distanceTo(eroded, width, height, radius + 1);
  return maskOf(mask.length, (i) => mask[i] === 1 && near[i] <= radius + 1);
}
