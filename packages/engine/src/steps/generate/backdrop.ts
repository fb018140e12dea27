import { pictureOf, pixelsOf } from '../../pixels/decode.ts';
import { clamp } from '../../pixels/geometry.ts';
import { laidOver } from '../../pixels/laid-over.ts';
import type { Raster } from '../../pixels/raster.ts';

/** Radius of the blur of the farthest background, as a share of the height, as with a portrait lens. */
const DEFOCUS = 0.0032;
/** Height above the soles where the blur of a scene is greatest, as a share of the picture's height. */
const FAR = 0.55;

/**
 * The scene with the focus on the person: sharp on the floor at their feet, softer the farther behind. Soft everywhere
 * without a visible floor (`soles` is null).
 */
export async function behindSomebody(scene: Raster, soles: number | null): Promise<Raster> {
  const { width, height } = scene;
  const soft = await pixelsOf(pictureOf(scene).blur(Math.max(0.5, DEFOCUS * height)), scene);
  const behind = (row: number) => (soles === null ? 1 : clamp((soles - row) / (FAR * height)));
  return laidOver(scene, soft.data, (i) => behind(Math.floor(i / width)));
}
