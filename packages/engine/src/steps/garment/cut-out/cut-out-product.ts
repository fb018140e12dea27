import type { Net } from '../../../models/sessions.ts';
import { colourBins, colourHistogram, colourOdds } from '../../../pixels/colour-histogram.ts';
import { clamp } from '../../../pixels/geometry.ts';
import { type LabPlanes, toLab } from '../../../pixels/lab.ts';
import { maskOf } from '../../../pixels/planes.ts';
import type { Plane, Raster } from '../../../pixels/raster.ts';
import { type Background, PAPER } from './background.ts';
import { cutOutAlong, type GarmentCutOut } from './cut-out.ts';
import { openGapHoles } from './gap-holes.ts';
import { withoutHanger } from './hanger.ts';
import { outlineOf } from './outline.ts';
import { findProductMatte, MATTE_SIDE } from './product-matte.ts';
import { withoutRail } from './rail.ts';

/** Least confidence of a usable cut-out, 0 to 1. Below it, the engine would dress the person in the background. */
export const CUT_OUT_CONFIDENCE_MIN = 0.25;
/** Certainty of a product below which there is none, and at which its outline is sure. */
const CERTAINTY_MIN = 0.63;
const CERTAINTY_SURE = 0.85;
/** Confidence at that least certainty. */
const CONFIDENCE_MIN = 0.3;
/** Probability above which a pixel surely shows the product. Below 1 − SURE it surely shows the background. */
const SURE = 0.95;
/** Log odds of a colour below which it is the background's. */
const BACKGROUND_ODDS = -1.5;
/**
 * Least distance of a product's colour from those of an even background and its shadows, as a multiple of the
 * background's noise.
 */
const NOISE_FACTOR = 3;
/** Byte steps above that distance at which the colour surely is the product's. */
const UNLIKE = 3;
/** Addition of a sure colour to the probability of the net. It is more than half, so the colour alone suffices. */
const UNLIKE_WEIGHT = 0.55;
/** Subtraction where a pixel has the colour of an even background. White cloth on paper keeps enough. */
const LIKE_WEIGHT = 0.1;
/** Plausible range of a product's share of a photo. */
const COVERED_MIN = 0.005;
const COVERED_MAX = 0.95;

/** Cuts a product out of its photo, on any background, by a net. The confidence is 0 if the net finds none. */
export async function cutOutProduct(photo: Raster, background: Background, net: Net): Promise<GarmentCutOut> {
  const matte = withColourOf(background, await findProductMatte(photo, net));
  const { silhouette: whole, clearness } = outlineOf(photo, matte, MATTE_SIDE);
  const lab = toLab(photo);
  const hung = withoutHanger(lab, withoutRail(whole, photo.width, photo.height));
  const silhouette = openGapHoles(hung, unlikeBackground(lab, background, matte), photo);
  const certainty = clearness * certaintyOf(matte, silhouette);
  return cutOutAlong(photo, silhouette, confidenceOf(certainty), background);
}

/** Confidence of an outline, 0 to 1, by the certainty of its product. */
function confidenceOf(certainty: number): number {
  const sure = clamp((certainty - CERTAINTY_MIN) / (CERTAINTY_SURE - CERTAINTY_MIN));
  return certainty < CERTAINTY_MIN ? 0 : CONFIDENCE_MIN + (1 - CONFIDENCE_MIN) * sure;
}

/**
 * A matte, corrected by the colour of an even background. It is lower where a pixel has that colour. It is higher where
 * a pixel has neither that colour nor that of a shadow.
 */
function withColourOf({ isEven, noise, distance, shadowDistance }: Background, matte: Plane): Plane {
  if (!isEven) return matte;
  const least = NOISE_FACTOR * noise;
  const data = matte.data.map((share, i) => {
    if (distance[i] < least) return clamp(share - LIKE_WEIGHT);
    return clamp(share + UNLIKE_WEIGHT * clamp((shadowDistance[i] - least) / UNLIKE));
  });
  return { ...matte, data };
}

/** 1 where the colour of a pixel is not plainly that of the background. */
function unlikeBackground(lab: LabPlanes, background: Background, { data }: Plane): Uint8Array<ArrayBuffer> {
  const { isEven, distance } = background;
  if (isEven) return maskOf(distance.length, (i) => distance[i] > PAPER);
  const bins = colourBins(lab);
  const coloursWhere = (isChosen: (share: number) => boolean) =>
    colourHistogram(
      bins,
      data.map((share) => (isChosen(share) ? 1 : 0)),
      1,
    );
  const product = coloursWhere((share) => share > SURE);
  const ground = coloursWhere((share) => share < 1 - SURE);
  return maskOf(data.length, (i) => !product || !ground || colourOdds(product, ground, bins[i]) > BACKGROUND_ODDS);
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
