import type { Net } from '../../../models/sessions.ts';
import { colourBins, colourHistogram, colourOdds } from '../../../pixels/colour-histogram.ts';
import { distanceTo } from '../../../pixels/distance.ts';
import { boxFilter } from '../../../pixels/filters.ts';
import { clamp } from '../../../pixels/geometry.ts';
import { toLab } from '../../../pixels/lab.ts';
import { maskAbove, maskOf, planeOf } from '../../../pixels/planes.ts';
import type { Plane, Raster } from '../../../pixels/raster.ts';
import type { Background } from './background.ts';
import { cutOutAlong, type GarmentCutOut } from './cut-out.ts';
import { outlineOf } from './outline.ts';
import { findProductMatte } from './product-matte.ts';

/** Least confidence of a usable cut-out, 0 to 1. Below it, the engine would dress the person in the background. */
export const CUT_OUT_CONFIDENCE_MIN = 0.25;
/**
 * Least certainty of a usable outline, and of a sure one. Chosen on some 380 clothes of the test senders
 * (`score/photo-sets.ts`). Four of them lie between 0.7 and 0.8: they have parts of the ground, or lack a sleeve.
 */
const CERTAINTY_MIN = 0.8;
const CERTAINTY_SURE = 0.9;
/** Confidence at that least certainty. */
const CONFIDENCE_MIN = 0.3;
/** Probability above which a pixel surely shows the product. Below 1 − SURE it surely shows the background. */
const SURE = 0.95;
/** Log odds at which a colour is that of an uneven ground rather than the product's. */
const GROUND_ODDS = -1.5;
/**
 * Least distance of a product's colour from those of an even background and its shadows, as a multiple of the
 * background's noise.
 */
const NOISE_FACTOR = 3;
/** Byte steps above that distance at which the colour surely is the product's. */
const UNLIKE = 3;
/** Addition of a sure colour to the probability of the net. It is more than half, so the colour alone suffices. */
const UNLIKE_WEIGHT = 0.55;
/**
 * Least probability that a pixel of a product has a colour of an even and of a busy background, as logos and prints do.
 * Smaller values lose white stripes and white sleeves on white sheets, greater ones keep gaps beside sleeves. Seen on
 * 99 and on 295 training photos.
 */
const LIKE_MIN = { even: 0.15, busy: 0.12 } as const;
/**
 * Reach of the surroundings that show this probability, as a share of the photo's longer side. In wider gaps before an
 * even background, the net itself must see the background.
 */
const AROUND = 0.03;
/** Least probability of a pixel if doubtful parts are left out, and the greatest confidence of such a cut-out. */
const PART_FROM = 0.8;
const PART_CONFIDENCE = 0.5;
/**
 * Greatest area left out in the product's own colours, as a share of such a cut-out. Of nine photos, three that would
 * lose sleeves or cloth have 0.13 to 0.17, and six that lose none 0 to 0.13.
 */
const LEFT_OUT_MAX = 0.1;
/** Plausible range of a product's share of a photo. */
const COVERED_MIN = 0.005;
const COVERED_MAX = 0.95;

/**
 * Cuts a product out of its photo, on any background, by a net. If the whole outline is not certain, it leaves out
 * doubtful parts, unless they have the product's colours. The confidence is 0 if the net finds no product.
 */
export async function cutOutProduct(photo: Raster, background: Background, net: Net): Promise<GarmentCutOut> {
  const found = await findProductMatte(photo, net);
  const matte = correctedByColours(photo, background, found);
  const silhouette = outlineOf(matte);
  // Colours of a busy ground prove no product: there the net must be certain by itself.
  const judged = background.isEven ? matte : found;
  const whole = confidenceOf(certaintyOf(judged, silhouette));
  if (whole > 0) return cutOutAlong(photo, silhouette, whole, background);
  const sure = outlineOf(matte, PART_FROM);
  const part = Math.min(PART_CONFIDENCE, confidenceOf(certaintyOf(matteNear(judged, sure), sure)));
  const isUsable = part > 0 && shareLeftOut(silhouette, sure, likeGround(photo, found.data)) <= LEFT_OUT_MAX;
  return isUsable ? cutOutAlong(photo, sure, part, background) : cutOutAlong(photo, silhouette, 0, background);
}

/**
 * Pixels in colours of the product that a smaller silhouette leaves out, as a share of that silhouette. `like` is 1 for
 * the colours of the ground and 0 for those of the product.
 */
function shareLeftOut(whole: Uint8Array, smaller: Uint8Array, like: Float32Array): number {
  let [out, kept] = [0, 0];
  for (let i = 0; i < whole.length; i++) {
    kept += smaller[i];
    if (whole[i] && !smaller[i]) out += 1 - like[i];
  }
  return out / Math.max(1, kept);
}

/** A matte near a silhouette; 0 elsewhere. */
function matteNear({ width, height, data }: Plane, silhouette: Uint8Array): Plane {
  const away = distanceTo(silhouette, width, height, AROUND * Math.max(width, height));
  return { width, height, data: planeOf(data.length, (i) => (Number.isFinite(away[i]) ? data[i] : 0)) };
}

/** Confidence of an outline, 0 to 1, by the certainty of its product. */
function confidenceOf(certainty: number): number {
  const sure = clamp((certainty - CERTAINTY_MIN) / (CERTAINTY_SURE - CERTAINTY_MIN));
  return certainty < CERTAINTY_MIN ? 0 : CONFIDENCE_MIN + (1 - CONFIDENCE_MIN) * sure;
}

/**
 * A matte, corrected by the colours of the background. Where a pixel has such a colour, the matte is lower by Bayes'
 * rule: the less, the more of the product around has such colours. Elsewhere, before an even background, it is higher.
 * On a busy ground, only sure pixels count as the product around.
 */
function correctedByColours(photo: Raster, background: Background, { width, height, data }: Plane): Plane {
  const like = background.isEven ? likePaper(background, data.length) : likeGround(photo, data);
  const radius = Math.round(AROUND * Math.max(width, height));
  // Before paper, doubtful pixels may be white trims. On a busy ground they may be gaps, which prove nothing.
  const product = background.isEven ? data : new Float32Array(maskAbove(data, SURE));
  const likeMin = background.isEven ? LIKE_MIN.even : LIKE_MIN.busy;
  const around = boxFilter(product, width, height, radius);
  const productLike = planeOf(data.length, (i) => product[i] * like[i]);
  const likeAround = boxFilter(productLike, width, height, radius);
  const unlikeWeight = background.isEven ? UNLIKE_WEIGHT : 0;
  const corrected = planeOf(data.length, (i) => {
    const ratio = like[i] === 0 ? 1 : clamp(likeAround[i] / Math.max(1e-6, around[i]), likeMin) ** like[i];
    return clamp((data[i] * ratio) / (data[i] * ratio + 1 - data[i]) + unlikeWeight * (1 - like[i]));
  });
  return { width, height, data: corrected };
}

/** 1 where a pixel has the colour of an even background or of a shadow on it, 0 where it surely has another. */
function likePaper({ noise, shadowDistanceAt }: Background, size: number): Float32Array {
  return planeOf(size, (i) => 1 - clamp((shadowDistanceAt(i) - NOISE_FACTOR * noise) / UNLIKE));
}

/** 1 where a pixel has a colour of the ground around a product, 0 where it is at least as likely the product's. */
function likeGround(photo: Raster, matte: Float32Array): Float32Array {
  const bins = colourBins(toLab(photo));
  const outside = maskOf(matte.length, (i) => matte[i] < 1 - SURE);
  const [product, ground] = [maskAbove(matte, SURE), outside].map((part) => colourHistogram(bins, part, 1));
  if (!product || !ground) return new Float32Array(matte.length);
  return planeOf(matte.length, (i) => clamp(colourOdds(product, ground, bins[i]) / GROUND_ODDS));
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
