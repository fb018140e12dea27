import { clamp } from '../../../pixels/geometry.ts';
import type { LegPlace } from '../body/leg-shape.ts';

/**
 * Share of a pixel around a place that is the nearest leg; its outline is one pixel soft. `scale` is output pixels to
 * one analysed pixel.
 */
export function legCover({ radii, radius }: Pick<LegPlace, 'radii' | 'radius'>, scale: number): number {
  return clamp(0.5 + (1 - radii) * radius * scale);
}
