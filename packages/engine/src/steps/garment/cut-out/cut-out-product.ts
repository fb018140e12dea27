import type { Net } from '../../../models/sessions.ts';
import { colourBins, colourHistogram, colourOdds } from '../../../pixels/colour-histogram.ts';
import { clamp } from '../../../pixels/geometry.ts';
import { toLab } from '../../../pixels/lab.ts';
import { maskOf } from '../../../pixels/planes.ts';
import type { Plane, Raster } from '../../../pixels/raster.ts';
import type { Background } from './background.ts';
import { cutOutAlong, type GarmentCutOut } from './cut-out.ts';
import { openGapHoles } from './gap-holes.ts';
import { withoutHanger } from './hanger.ts';
import { outlineOf } from './outline.ts';
import { findProductMatte, MATTE_SIDE } from './product-matte.ts';
import { withoutRail } from './rail.ts';

/** Least confidence of a usable cut-out, 0 to 1. Below it, the engine would dress the person in the background. */
export const CUT_OUT_CONFIDENCE_MIN = 0.25;
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
/** Distance in byte steps from the colour of an even background within which a pixel shows it. */
const PAPER = 14;
/** Light of the darkest shadow on an even background, as a share of its full light. */
const SHADOW_MIN = 0.5;
/**
 * Distance from the colours of an even background and its shadows that shows a product: it begins at this multiple of
 * the background's noise, and is sure this many byte steps further on. A sure pixel needs nothing of the net, an unsure
 * one up to half.
 */
const NOISE_FACTOR = 3;
const UNLIKE = 3;
const UNLIKE_WEIGHT = 0.55;
/** Plausible range of a product's share of a photo. */
const COVERED_MIN = 0.005;
const COVERED_MAX = 0.95;

/** Cuts a product out of its photo, on any background, by a net. The confidence is 0 if the net finds none. */
export async function cutOutProduct(photo: Raster, background: Background, net: Net): Promise<GarmentCutOut> {
  const matte = withColourOf(background, photo, await findProductMatte(photo, net));
  const { silhouette: whole, clearness } = outlineOf(photo, matte, MATTE_SIDE);
  const hung = withoutHanger(photo, withoutRail(whole, photo.width, photo.height));
  const silhouette = openGapHoles(hung, unlikeBackground(photo, background, matte), photo);
  const certainty = clearness * certaintyOf(matte, silhouette);
  return cutOutAlong(photo, silhouette, confidenceOf(certainty), background);
}

/** Confidence of an outline, 0 to 1, by the certainty of its product. */
function confidenceOf(certainty: number): number {
  const sure = clamp((certainty - CERTAINTY_MIN) / (CERTAINTY_SURE - CERTAINTY_MIN));
  return certainty < CERTAINTY_MIN ? 0 : CONFIDENCE_MIN + (1 - CONFIDENCE_MIN) * sure;
}

/** A matte, raised where the colour of a pixel is neither that of an even background nor of a shadow on it. */
function withColourOf(background: Background, photo: Raster, { width, height, data }: Plane): Plane {
  if (!background.isEven) return { width, height, data };
  const least = NOISE_FACTOR * background.noise;
  const corrected = data.map((share, i) => {
    if (background.distance[i] < least) return share;
    const unlike = clamp((distanceFromShadow(background, photo, i) - least) / UNLIKE);
    return clamp(share + UNLIKE_WEIGHT * unlike);
  });
  return { width, height, data: corrected };
}

/** Distance of a pixel's colour, in byte steps, from the nearest one that the background has in light or shadow. */
function distanceFromShadow({ colourAt }: Background, { width, data }: Raster, i: number): number {
  const [red, green, blue] = colourAt(i % width, Math.floor(i / width));
  const [r, g, b] = [data[i * 3], data[i * 3 + 1], data[i * 3 + 2]];
  const light = clamp((r * red + g * green + b * blue) / (red * red + green * green + blue * blue), SHADOW_MIN);
  return Math.hypot(r - light * red, g - light * green, b - light * blue);
}

/** 1 where the colour of a pixel is not plainly that of the background. */
function unlikeBackground(photo: Raster, background: Background, { data }: Plane): Uint8Array<ArrayBuffer> {
  const { isEven, distance } = background;
  if (isEven) return maskOf(distance.length, (i) => distance[i] > PAPER);
  const bins = colourBins(toLab(photo));
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
