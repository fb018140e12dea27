import { clamp } from '../../../pixels/geometry.ts';
import type { LegPlace } from '../body/leg-shape.ts';

/**
 * How much of a pixel around a place is the leg it is nearest to: along its outline that ends within a pixel. `scale`
 * is output pixels to one analysed pixel.
 */
export function legCover({ radii, radius }: Pick<LegPlace, 'radii' | 'radius'>, scale: number): number {
  return clamp(0.5 + (1 - radii) * radius * scale);
}
