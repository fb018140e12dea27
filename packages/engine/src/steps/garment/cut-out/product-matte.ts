import type { Net } from '../../../models/sessions.ts';
import { meanShares, squarePlanes } from '../../../models/square-input.ts';
import { bilinearSteps, resample } from '../../../pixels/filters.ts';
import type { Plane, Raster } from '../../../pixels/raster.ts';

/** Side of the net's input, in pixels. */
const SIDE = 384;
/** Side of the net's output, in pixels. */
const MATTE_SIDE = SIDE / 2;

/**
 * Probability that each pixel of a photo shows its product, 0 to 1, by a net (`training/product-matte`). It is the mean
 * over the photo and its mirror image, at the size of the photo. Its detail has {@link MATTE_SIDE} pixels along the
 * longer side.
 */
export async function findProductMatte(photo: Raster, net: Net): Promise<Plane> {
  const { width, height } = photo;
  const shares = await meanShares(net, squarePlanes(photo, SIDE), SIDE, MATTE_SIDE);
  const scale = MATTE_SIDE / Math.max(width, height);
  const steps = (length: number) => bilinearSteps(length, MATTE_SIDE, scale, (MATTE_SIDE - length * scale) / 2);
  return { width, height, data: resample(shares, MATTE_SIDE, steps(width), steps(height)) };
}
