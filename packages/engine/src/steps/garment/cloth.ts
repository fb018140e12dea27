import type { GarmentLandmark, NetCategory } from '../../analysis.ts';
import type { Point } from '../../pixels/raster.ts';

/** What is worn below the waist. */
export const BOTTOMS: readonly NetCategory[] = ['trousers', 'skirt'];

/** Where the landmarks of a garment lie, in pixels of its photo. */
export type Landmarks = Record<GarmentLandmark, Point>;

/** The sides of a garment in its photo, as the names of landmarks end. */
export const SIDES = ['Left', 'Right'] as const;
/** One of them. */
export type SideName = (typeof SIDES)[number];

/** Tells whether a point lies on cloth: in the picture, where `isSet` is true of the pixel's index. */
export function clothWhere(width: number, height: number, isSet: (index: number) => boolean): (p: Point) => boolean {
  return ({ x, y }) => {
    const [column, row] = [Math.floor(x), Math.floor(y)];
    return column >= 0 && row >= 0 && column < width && row < height && isSet(row * width + column);
  };
}
