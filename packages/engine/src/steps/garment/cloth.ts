import type { GarmentLandmark, NetCategory } from '../../analysis.ts';
import type { Point } from '../../pixels/raster.ts';

/** Garments below the waist. */
export const BOTTOMS: readonly NetCategory[] = ['trousers', 'skirt'];

/** The places of a garment's landmarks, in pixels of its photo. */
export type Landmarks = Record<GarmentLandmark, Point>;

/** The sides of a garment in its photo, as suffixes of landmark names. */
export const SIDES = ['Left', 'Right'] as const;
/** One of them. */
export type SideName = (typeof SIDES)[number];

/** Returns whether a point lies on cloth: within the picture, at a pixel that `isSet` accepts by its index. */
export function clothWhere(width: number, height: number, isSet: (index: number) => boolean): (p: Point) => boolean {
  return ({ x, y }) => {
    const [column, row] = [Math.floor(x), Math.floor(y)];
    return column >= 0 && row >= 0 && column < width && row < height && isSet(row * width + column);
  };
}
