import type { Net } from '../../../models/sessions.ts';
import { meanShares, squarePlanes } from '../../../models/square-input.ts';
import { valueBetween } from '../../../pixels/filters.ts';
import { clamp } from '../../../pixels/geometry.ts';
import type { Plane, Raster } from '../../../pixels/raster.ts';
import { cutOutAlong, finishCutOut, type GarmentCutOut } from './cut-out.ts';
import { withoutHanger } from './hanger.ts';
import { clearestOutline } from './outline.ts';

/** Sides of the net's input and of its output, in pixels. */
const SIDE = 256;
const MATTE_SIDE = SIDE / 2;
/**
 * Least certainty of a product. Measured on training photos: products 0.47 and above, places without one 0.3 and below
 * with two exceptions.
 */
const CERTAINTY_MIN = 0.4;
/** Plausible range of a product's share of a photo. */
const COVERED_MIN = 0.005;
const COVERED_MAX = 0.95;

/** Cuts a product out of its photo, on any background, by a net. The confidence is 0 if the net finds none. */
export async function cutOutByNet(photo: Raster, net: Net): Promise<GarmentCutOut> {
  const matte = await findProductMatte(photo, net);
  const { silhouette: whole, ground, clearness } = clearestOutline(photo, matte, MATTE_SIDE);
  const silhouette = withoutHanger(photo, whole);
  const certainty = clearness * certaintyOf(matte, silhouette);
  const confidence = certainty < CERTAINTY_MIN ? 0 : certainty;
  return ground ? finishCutOut(photo, ground, silhouette, confidence) : cutOutAlong(photo, silhouette, confidence);
}

/** Certainty of a matte within a silhouette, 0 to 1, less its doubts elsewhere. */
function certaintyOf({ data }: Plane, silhouette: Uint8Array): number {
  let [covered, certain] = [0, 0];
  for (let i = 0; i < data.length; i++) {
    covered += silhouette[i];
    certain += silhouette[i] ? 2 * data[i] - 1 : -Math.min(data[i], 1 - data[i]);
  }
  const share = covered / data.length;
  return share < COVERED_MIN || share > COVERED_MAX ? 0 : clamp(certain / covered);
}

/**
 * Probability that each pixel of a photo shows its product, 0 to 1, by a net (`training/product-matte`). It is the mean
 * over the photo and its mirror image. The longer side has {@link MATTE_SIDE} pixels.
 */
async function findProductMatte(photo: Raster, net: Net): Promise<Plane> {
  const { width, height } = photo;
  const shares = await meanShares(net, squarePlanes(photo, SIDE), 3, SIDE, MATTE_SIDE);
  const data = new Float32Array(width * height);
  const scale = MATTE_SIDE / Math.max(width, height);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const column = (x + 0.5 - width / 2) * scale + MATTE_SIDE / 2 - 0.5;
      const row = (y + 0.5 - height / 2) * scale + MATTE_SIDE / 2 - 0.5;
      data[y * width + x] = valueBetween(shares, MATTE_SIDE, MATTE_SIDE, column, row);
    }
  return { width, height, data };
}
