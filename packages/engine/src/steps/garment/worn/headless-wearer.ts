import type { Nets } from '../../../models/nets.ts';
import { findComponents, largestPart } from '../../../pixels/components.ts';
import { type LabPlanes, toLab } from '../../../pixels/lab.ts';
import { medianAt } from '../../../pixels/median.ts';
import { maskOf, pixelsWhere, sumOf } from '../../../pixels/planes.ts';
import type { Raster } from '../../../pixels/raster.ts';
import { type SkinAndShoes, skinAndShoesBelowWaist } from '../../person/skin-and-shoes.ts';
import { isPlausibleSkin, modelSkinOf, skinDistance } from '../../person/skin-model.ts';
import { type Background, PAPER } from '../cut-out/background.ts';
import { cutOutAlong, type GarmentCutOut } from '../cut-out/cut-out.ts';
import { open, solidPart } from '../cut-out/outline.ts';
import { findProductMatte } from '../cut-out/product-matte.ts';
import { mendHips } from './mend-hips.ts';

/** Radius in pixels of specks that are no part of a body. */
const SPECK = 2;
/** Least width of a body at the upper edge of the picture, which crops it, as a share of the picture's width. */
const BODY_MIN = 0.25;
/**
 * Height of the strip below that edge that must be bare, as a share of the picture's height. Then its least share of
 * skin colour.
 */
const BARE_SHARE = 0.03;
const SKIN_MIN = 0.6;
/** Factors of the spread of skin in L*, a* and b* on arms and legs, whose light differs from that of the belly. */
const SPREAD_GROWTH = [2.5, 1.6, 1.6] as const;
/** Greatest share of the cloth in the skin's colour; above it, the colour is the cloth's own. */
const SKIN_LIKE_MAX = 0.4;
/** Least share of the body that is cloth. */
const CLOTH_MIN = 0.2;
/** Half the width of parts too thin for cloth, as a share of the picture's width: the shaded edges of arms and legs. */
const THIN = 0.016;
/** Half the width of parts too thin for an arm, a leg or a shoe beside the cloth, as a share of the picture's width. */
const LIMB_THIN = 0.012;
/**
 * Least probability of bare skin or a shoe beside the cloth, by the net of person classes. Greatest probability where
 * the pixel surely shows cloth.
 */
const BARE_MIN = 0.5;
const SURELY_CLOTH = 0.15;
/** Greatest remaining part of a hand on the cloth, as a share of the cloth. Larger parts are stripes or waistbands. */
const HAND_MAX = 0.015;
/** Distance in a*b* above which a colour is not the garment's, and its greatest share; a greater one is a pattern. */
const UNLIKE = 15;
const PATTERN_MAX = 0.1;
/** Confidence in the outline. Most of it is the body's before even paper; the net gives the rest. */
const CONFIDENCE = 0.85;

/**
 * The garment in a photo of a person without a head before even paper, as in shop photos of trousers. The nets of
 * product mattes and of person classes, and the colour of the skin, separate it from the bare body and the shoes. Null
 * without such a body or without cloth.
 */
export async function takeOffHeadlessWearer(
  raster: Raster,
  paper: Background,
  nets: Nets,
): Promise<GarmentCutOut | null> {
  const { width, height } = raster;
  if (!paper.isEven) return null;
  const isUnlikePaper = (i: number) => paper.distanceAt(i) > PAPER;
  if (sumOf(maskOf(width, isUnlikePaper)) < BODY_MIN * width) return null;
  const unlikePaper = maskOf(width * height, isUnlikePaper);
  const body = largestPart(open(unlikePaper, width, height, SPECK), width, height);
  const lab = toLab(raster);
  const isSkin = skinOfBelly(lab, body);
  if (!isSkin) return null;
  const matte = (await findProductMatte(raster, nets.productMatte)).data;
  const within = maskOf(matte.length, (i) => matte[i] > 0.5 && body[i] === 1);
  const cloth = maskOf(within.length, (i) => within[i] === 1 && !isSkin(i));
  const told = sumOf(cloth) > (1 - SKIN_LIKE_MAX) * sumOf(within) ? cloth : within;
  const seen = await skinAndShoesBelowWaist(raster, nets);
  const isUnlike = unlikeCloth(lab, within, seen);
  // The net may take tights in the colour of skin for bare legs.
  const isBare = (i: number) => seen.shoes[i] >= BARE_MIN || (seen.skin[i] >= BARE_MIN && isUnlike(i));
  const covered = maskOf(told.length, (i) => told[i] === 1 && !isBare(i));
  const silhouette = solidPart(open(covered, width, height, THIN * width), width, height);
  if (sumOf(silhouette) <= CLOTH_MIN * sumOf(body)) return null;
  const beside = maskOf(body.length, (i) => body[i] === 1 && silhouette[i] === 0);
  const hands = handsOn(silhouette, lab, seen, isUnlike);
  const mended = mendHips(raster, silhouette, open(beside, width, height, LIMB_THIN * width), hands);
  return cutOutAlong(mended.raster, mended.silhouette, CONFIDENCE);
}

/** Returns whether a pixel has the colour of the bare belly at the upper edge of the picture; null if none is there. */
function skinOfBelly(lab: LabPlanes, body: Uint8Array): ((pixel: number) => boolean) | null {
  const seen = pixelsWhere(Math.round(lab.height * BARE_SHARE) * lab.width, (i) => body[i] === 1);
  const bare = seen.filter((i) => isPlausibleSkin(lab.l[i], lab.a[i], lab.b[i]));
  if (bare.length <= SKIN_MIN * seen.length) return null;
  const belly = modelSkinOf(lab, bare);
  const [l, a, b] = belly.spread;
  const skin = { ...belly, spread: [l * SPREAD_GROWTH[0], a * SPREAD_GROWTH[1], b * SPREAD_GROWTH[2]] as const };
  return (i) => skinDistance(skin, lab.l[i], lab.a[i], lab.b[i]) < 1;
}

/** Returns whether the colour of a pixel differs from that of the cloth where the net surely sees no skin or shoe. */
function unlikeCloth({ a, b }: LabPlanes, within: Uint8Array, { skin, shoes }: SkinAndShoes) {
  const sure = pixelsWhere(within.length, (i) => within[i] === 1 && skin[i] + shoes[i] < SURELY_CLOTH);
  const [middleA, middleB] = [a, b].map((plane) => medianAt(plane, sure));
  return (i: number) => Math.hypot(a[i] - middleA, b[i] - middleB) > UNLIKE;
}

/**
 * The remaining parts of hands on trousers of one colour: small parts of other colours in which the net may see skin.
 * Empty for patterns.
 */
function handsOn(
  silhouette: Uint8Array,
  { width, height }: LabPlanes,
  { skin }: SkinAndShoes,
  isUnlike: (pixel: number) => boolean,
): Uint8Array {
  const unlike = maskOf(silhouette.length, (i) => silhouette[i] === 1 && isUnlike(i));
  if (sumOf(unlike) > PATTERN_MAX * sumOf(silhouette)) return new Uint8Array(silhouette.length);
  const { labels, sizes } = findComponents(unlike, width, height);
  const largest = HAND_MAX * sumOf(silhouette);
  const hands = new Set(labels.filter((label, i) => skin[i] > SURELY_CLOTH && sizes[label] <= largest));
  return maskOf(labels.length, (i) => labels[i] > 0 && hands.has(labels[i]));
}
