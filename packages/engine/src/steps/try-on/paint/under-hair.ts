import { distanceTo } from '../../../pixels/distance.ts';
import { maskOf } from '../../../pixels/planes.ts';
import type { Scene } from '../scene.ts';

/** Reach of hair beyond its visible part, in shoulder widths. */
const REACH = 0.12;
/** Least share of hair in a pixel of it. */
export const HAIR_MIN = 0.5;
/** Greatest share of the person in a pixel of the background. */
const BACKGROUND_MAX = 0.05;

/**
 * Returns whether a pixel above the new shoulders lies nearer to hair than to the background of the photo. Hair then
 * falls on behind the new garment, as it fell behind the old one.
 */
export function underHair({ parts, matte, placement, body }: Scene): (pixel: number) => boolean {
  const { width, height, scale } = placement;
  const reach = REACH * body.shoulderWidth * scale;
  const hair = maskOf(matte.length, (i) => parts.hair[i] > HAIR_MIN);
  if (!hair.includes(1)) return () => false;
  const toHair = distanceTo(hair, width, height, 2 * reach);
  // Ground farther from all hair is not the nearer one for any pixel within the reach of hair.
  const ground = maskOf(matte.length, (i) => matte[i] < BACKGROUND_MAX && toHair[i] <= 2 * reach);
  const toGround = distanceTo(ground, width, height, reach);
  return (i) => toHair[i] <= reach && toHair[i] < toGround[i];
}
