import { clamp } from '../../../pixels/geometry.ts';
import type { Point } from '../../../pixels/raster.ts';
import { SIDES } from '../body/side.ts';
import type { Scene } from '../scene.ts';

/** Share of a hand at a place, 0 to 1. A hand at the face, or around a thing, is in front of it. */
export function handInFront({ body, parts }: Scene, p: Point, pixel: number): number {
  const hand = Math.min(...SIDES.map((side) => body.arm(p, side).hand));
  return parts.skin[pixel] * clamp((1.25 - hand) / 0.2);
}
