import type { Net } from '../../../models/sessions.ts';
import { meanShares, squarePlanes } from '../../../models/square-input.ts';
import { colourBins, colourHistogram, colourOdds } from '../../../pixels/colour-histogram.ts';
import { valueBetween } from '../../../pixels/filters.ts';
import { clamp } from '../../../pixels/geometry.ts';
import { toLab } from '../../../pixels/lab.ts';
import { maskOf } from '../../../pixels/planes.ts';
import type { Plane, Raster } from '../../../pixels/raster.ts';
import { cutOutAlong, type GarmentCutOut } from './cut-out.ts';
import { openGapHoles } from './gap-holes.ts';
import { withoutHanger } from './hanger.ts';
import { outlineOf } from './outline.ts';
import { withoutRail } from './rail.ts';

/** Sides of the net's input and of its output, in pixels. */
const SIDE = 384;
const MATTE_SIDE = SIDE / 2;
/**
 * Certainty of a product below which there is none, and at which its outline is sure. Measured: 207 garments have 0.75
 * or more. Of 22 scenes without a product, 21 have 0.61 or less.
 */
const CERTAINTY_MIN = 0.63;
const CERTAINTY_SURE = 0.85;
/** Confidence at that least certainty. */
const CONFIDENCE_MIN = 0.3;
/** Probability above which a pixel surely shows the product. Below 1 − SURE it surely shows the background. */
const SURE = 0.95;
/** Log odds of a colour below which it is the background's. */
const BACKGROUND_ODDS = -1.5;
/** Plausible range of a product's share of a photo. */
const COVERED_MIN = 0.005;
const COVERED_MAX = 0.95;

/** Cuts a product out of its photo, on any background, by a net. The confidence is 0 if the net finds none. */
export async function cutOutByNet(photo: Raster, net: Net): Promise<GarmentCutOut> {
  const matte = await findProductMatte(photo, net);
  const { silhouette: whole, clearness } = outlineOf(photo, matte, MATTE_SIDE);
  const hung = withoutHanger(photo, withoutRail(whole, photo.width, photo.height));
  const silhouette = openGapHoles(hung, unlikeBackground(photo, matte), photo);
  const certainty = clearness * certaintyOf(matte, silhouette);
  return cutOutAlong(photo, silhouette, confidenceOf(certainty));
}

/** Confidence of an outline, 0 to 1, by the certainty of its product. */
function confidenceOf(certainty: number): number {
  const sure = clamp((certainty - CERTAINTY_MIN) / (CERTAINTY_SURE - CERTAINTY_MIN));
  return certainty < CERTAINTY_MIN ? 0 : CONFIDENCE_MIN + (1 - CONFIDENCE_MIN) * sure;
}

/** 1 where the colour of a pixel is not plainly that of the background. */
function unlikeBackground(photo: Raster, { data }: Plane): Uint8Array<ArrayBuffer> {
  const bins = colourBins(toLab(photo));
  const coloursWhere = (isChosen: (share: number) => boolean) =>
    colourHistogram(
      bins,
      data.map((share) => (isChosen(share) ? 1 : 0)),
      1,
    );
  const product = coloursWhere((share) => share > SURE);
  const background = coloursWhere((share) => share < 1 - SURE);
  return maskOf(
    data.length,
    (i) => !product || !background || colourOdds(product, background, bins[i]) > BACKGROUND_ODDS,
  );
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
 * over the photo and its mirror image, at the size of the photo. Its detail has {@link MATTE_SIDE} pixels along the
 * longer side.
 */
export async function findProductMatte(photo: Raster, net: Net): Promise<Plane> {
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
