import type { GarmentAnalysis, NetCategory } from '../../analysis.ts';
import { clamp, mix, pixelMiddle } from '../../pixels/geometry.ts';
import { planeOf } from '../../pixels/planes.ts';
import type { Plane } from '../../pixels/raster.ts';

/** A garment that is fitted as one piece: a jumpsuit is fitted as its top and its trousers. */
export interface FittedGarment extends GarmentAnalysis {
  readonly category: NetCategory;
}

/** The top and the trousers of a jumpsuit, in this order; otherwise the garment itself. */
export function partsOf(
  garment: GarmentAnalysis,
): readonly [FittedGarment] | readonly [top: FittedGarment, trousers: FittedGarment] {
  if (isInOnePiece(garment)) return [garment];
  const { legs } = garment;
  if (!legs) throw new Error('a jumpsuit was analysed without its legs');
  return [
    // The top of a jumpsuit is sewn to its trousers, so it is not worn open.
    { ...garment, category: 'top', front: null, alpha: topOf(garment, legs) },
    { ...garment, category: 'trousers', neckline: null, alpha: weighted(garment.alpha, (i) => legs.data[i]) },
  ];
}

const isInOnePiece = (garment: GarmentAnalysis): garment is FittedGarment => garment.category !== 'jumpsuit';

/** The part above the waist, and the part of the trousers above the hem of the top. */
function topOf({ alpha, landmarks: { hemLeft, hemRight } }: GarmentAnalysis, legs: Plane): Plane {
  const hem = mix(hemLeft, hemRight, 0.5).y;
  return weighted(alpha, (i) => 1 - legs.data[i] * clamp(pixelMiddle(i, alpha.width).y - hem + 0.5));
}

const weighted = ({ width, height, data }: Plane, share: (pixel: number) => number): Plane => ({
  width,
  height,
  data: planeOf(data.length, (i) => data[i] * share(i)),
});
