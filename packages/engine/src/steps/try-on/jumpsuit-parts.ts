import type { GarmentAnalysis, NetCategory } from '../../analysis.ts';
import { clamp, mix, pixelMiddle } from '../../pixels/geometry.ts';
import { planeOf } from '../../pixels/planes.ts';
import type { Plane } from '../../pixels/raster.ts';

/** A garment that is fitted onto the body by itself: a jumpsuit is fitted as its top and its trousers. */
export interface FittedGarment extends GarmentAnalysis {
  readonly category: NetCategory;
}

/** The top and the trousers of a jumpsuit, in this order; the garment itself where it is none. */
export function partsOf(
  garment: GarmentAnalysis,
): readonly [FittedGarment] | readonly [top: FittedGarment, trousers: FittedGarment] {
  if (isInOnePiece(garment)) return [garment];
  const { legs } = garment;
  if (!legs) throw new Error('a jumpsuit was analysed without its legs');
  return [
    // What opens at its front is sewn to the trousers: it is neither a gilet nor worn open.
    { ...garment, category: 'top', front: null, alpha: topOf(garment, legs) },
    { ...garment, category: 'trousers', neckline: null, alpha: weighted(garment.alpha, (i) => legs.data[i]) },
  ];
}

const isInOnePiece = (garment: GarmentAnalysis): garment is FittedGarment => garment.category !== 'jumpsuit';

/** What lies above the waist, and of the trousers what lies above the hem that the top is taken to have. */
function topOf({ alpha, landmarks: { hemLeft, hemRight } }: GarmentAnalysis, legs: Plane): Plane {
  const hem = mix(hemLeft, hemRight, 0.5).y;
  return weighted(alpha, (i) => 1 - legs.data[i] * clamp(pixelMiddle(i, alpha.width).y - hem + 0.5));
}

const weighted = ({ width, height, data }: Plane, share: (pixel: number) => number): Plane => ({
  width,
  height,
  data: planeOf(data.length, (i) => data[i] * share(i)),
});
