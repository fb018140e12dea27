import { REGIONS } from '../../analysis.ts';
import type { Nets } from '../../models/nets.ts';
import { findPoseOf } from '../../models/pose.ts';
import { resizeValues } from '../../pixels/filters.ts';
import type { Raster } from '../../pixels/raster.ts';
import { findMatte, regionRaster } from './matte.ts';

/**
 * Hips of a person in a photo from the waist down, and the rim of the circle around the whole body. Both are y in
 * heights of the picture.
 */
const HIPS = 0.08;
const RIM = -0.9;

/** Probabilities of bare skin, belly and hands included, and of shoes at each pixel of a photo, 0 to 1. */
export interface SkinAndShoes {
  readonly skin: Float32Array;
  readonly shoes: Float32Array;
}

/**
 * Finds bare skin and shoes in a photo of a person from the waist down, by the net of person classes. Where the net
 * sees no person, both are near 0.
 */
export async function skinAndShoesBelowWaist(raster: Raster, nets: Nets): Promise<SkinAndShoes> {
  const { width, height } = raster;
  const small = await regionRaster(raster);
  const whole = { centre: { x: width / 2, y: HIPS * height }, rim: { x: width / 2, y: RIM * height }, score: 1 };
  const found = await findPoseOf(whole, raster, small, nets.pose.landmarks);
  const { guess } = await findMatte(raster, small, found, nets);
  const [skin, shoes] = (['skin', 'shoes'] as const).map((region) =>
    resizeValues(guess.probability[REGIONS.indexOf(region)], small.width, small.height, width, height),
  );
  return { skin, shoes };
}
