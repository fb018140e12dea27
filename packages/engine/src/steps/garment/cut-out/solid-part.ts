import { findComponents, largestComponent, largestPart } from '../../../pixels/components.ts';
import { distanceTo } from '../../../pixels/distance.ts';
import { blur } from '../../../pixels/filters.ts';
import { inverted, maskOf, planeOf } from '../../../pixels/planes.ts';
import type { Size } from '../../../pixels/raster.ts';

/** Holes smaller than this share of the picture are closed. */
const HOLE_SHARE = 0.01;
/** Parts smaller than this share of the largest are dust. */
const PART_SHARE_MIN = 0.2;
/** Half the width of the widest wire or cord, in pixels: straps are wider. */
const WIRE_PIXELS = 2;
/** Radius in pixels of the smoothing of an outline, because landmarks are found at its corners. */
const SMOOTH_PIXELS = 2;

/**
 * The largest connected piece of a mask (4-neighbourhood), with holes below a hundredth of the picture closed. Empty
 * for an empty mask.
 */
export function solidPart(mask: Uint8Array, width: number, height: number): Uint8Array<ArrayBuffer> {
  const part = largestPart(mask, width, height);
  const gaps = findComponents(inverted(part), width, height);
  for (let i = 0; i < part.length; i++)
    if (gaps.labels[i] && gaps.sizes[gaps.labels[i]] < part.length * HOLE_SHARE) part[i] = 1;
  return part;
}

/** Morphological opening of a mask by a disc of a radius in pixels: removes parts thinner than the disc. */
export function open(
  mask: Uint8Array<ArrayBuffer>,
  width: number,
  height: number,
  radius: number,
): Uint8Array<ArrayBuffer> {
  const inside = distanceTo(inverted(mask), width, height);
  const eroded = maskOf(inside.length, (i) => inside[i] > radius);
  const near = distanceTo(eroded, width, height, radius + 1);
  return maskOf(mask.length, (i) => mask[i] === 1 && near[i] <= radius + 1);
}

/** Morphological closing of a mask by a disc of a radius in pixels: fills gaps narrower than the disc. */
export function close(
  mask: Uint8Array<ArrayBuffer>,
  width: number,
  height: number,
  radius: number,
): Uint8Array<ArrayBuffer> {
  const away = distanceTo(mask, width, height, radius);
  const grown = maskOf(mask.length, (i) => away[i] <= radius);
  const inside = distanceTo(inverted(grown), width, height, 2 * radius);
  return maskOf(mask.length, (i) => inside[i] > radius);
}

/** The largest part of a mask and other parts above dust, without wires and cords, with a smooth outline. */
export function mainParts(mask: Uint8Array<ArrayBuffer>, { width, height }: Size): Uint8Array<ArrayBuffer> {
  const solid = open(mask, width, height, WIRE_PIXELS);
  const parts = findComponents(solid, width, height);
  const least = (parts.sizes[largestComponent(parts)] ?? 0) * PART_SHARE_MIN;
  const main = planeOf(solid.length, (i) => (solid[i] === 1 && parts.sizes[parts.labels[i]] >= least ? 1 : 0));
  const smooth = blur(main, width, height, SMOOTH_PIXELS);
  return maskOf(smooth.length, (i) => smooth[i] > 0.5);
}
