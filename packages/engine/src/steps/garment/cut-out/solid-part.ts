import { findComponents, largestPart } from '../../../pixels/components.ts';
import { distanceTo } from '../../../pixels/distance.ts';
import { inverted, maskOf } from '../../../pixels/planes.ts';

/** Holes of a solid part that are smaller than this share of the picture are closed. */
const HOLE_SHARE = 0.01;

/**
 * The largest connected piece of a mask (4-neighbourhood), with holes below a hundredth of the picture closed. Empty
 * for an empty mask.
 */
export function solidPart(mask: Uint8Array, width: number, height: number): Uint8Array<ArrayBuffer> {
  return withoutHoles(largestPart(mask, width, height), width, height, HOLE_SHARE);
}

/** A mask with its holes below a share of the picture closed. */
export function withoutHoles(
  mask: Uint8Array<ArrayBuffer>,
  width: number,
  height: number,
  share: number,
): Uint8Array<ArrayBuffer> {
  const { labels, sizes } = findComponents(inverted(mask), width, height);
  return maskOf(mask.length, (i) => mask[i] === 1 || sizes[labels[i]] < share * mask.length);
}

/** Morphological opening of a mask by a disc of a radius in pixels: removes parts thinner than the disc. */
export function open(
  mask: Uint8Array<ArrayBuffer>,
  width: number,
  height: number,
  radius: number,
): Uint8Array<ArrayBuffer> {
  const inside = distanceTo(inverted(mask), width, height, radius);
  const eroded = maskOf(inside.length, (i) => inside[i] > radius);
  const near = distanceTo(eroded, width, height, radius + 1);
  return maskOf(mask.length, (i) => mask[i] === 1 && near[i] <= radius + 1);
}
