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
