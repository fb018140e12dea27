import type { Net } from '../../../models/sessions.ts';
import { largestPart } from '../../../pixels/components.ts';
import { toLab } from '../../../pixels/lab.ts';
import { maskOf, sumOf } from '../../../pixels/planes.ts';
import type { Raster } from '../../../pixels/raster.ts';
import { isPlausibleSkin, modelSkinOf, skinDistance } from '../../person/skin-model.ts';
import { type Background, PAPER } from '../cut-out/background.ts';
import { cutOutAlong, type GarmentCutOut } from '../cut-out/cut-out.ts';
import { open, solidPart } from '../cut-out/outline.ts';
import { findProductMatte } from '../cut-out/product-matte.ts';
import { mendHips } from './mend-hips.ts';
import { handsOn, legsBelow } from './other-colours.ts';

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
/** Confidence in the outline. Most of it is the body's before even paper; the net gives the rest. */
const CONFIDENCE = 0.85;

/**
 * The garment in a photo of a person without a head before even paper, as in shop photos of trousers. A net and the
 * colour of the skin separate it from the bare body. Null without such a body or without cloth.
 */
export async function takeOffHeadlessWearer(
  raster: Raster,
  paper: Background,
  net: Net,
): Promise<GarmentCutOut | null> {
  const { width, height } = raster;
  if (!paper.isEven) return null;
  const isUnlikePaper = (i: number) => paper.distanceAt(i) > PAPER;
  if (sumOf(maskOf(width, isUnlikePaper)) < BODY_MIN * width) return null;
  const unlikePaper = maskOf(width * height, isUnlikePaper);
  const body = largestPart(open(unlikePaper, width, height, SPECK), width, height);
  const lab = toLab(raster);
  const seen: number[] = [];
  for (let i = 0; i < Math.round(height * BARE_SHARE) * width; i++) if (body[i]) seen.push(i);
  const bare = seen.filter((i) => isPlausibleSkin(lab.l[i], lab.a[i], lab.b[i]));
  if (bare.length < SKIN_MIN * seen.length) return null;
  const belly = modelSkinOf(lab, bare);
  const [l, a, b] = belly.spread;
  const skin = { ...belly, spread: [l * SPREAD_GROWTH[0], a * SPREAD_GROWTH[1], b * SPREAD_GROWTH[2]] as const };
  const matte = (await findProductMatte(raster, net)).data;
  const within = maskOf(matte.length, (i) => matte[i] > 0.5 && body[i] === 1);
  const isSkin = (i: number) => skinDistance(skin, lab.l[i], lab.a[i], lab.b[i]) < 1;
  const cloth = maskOf(within.length, (i) => within[i] === 1 && !isSkin(i));
  const told = sumOf(cloth) > (1 - SKIN_LIKE_MAX) * sumOf(within) ? cloth : within;
  const solid = (mask: Uint8Array<ArrayBuffer>) => solidPart(open(mask, width, height, THIN * width), width, height);
  const worn = solid(told);
  const legs = legsBelow(worn, lab, (i) => isPlausibleSkin(lab.l[i], lab.a[i], lab.b[i]));
  const silhouette = solid(maskOf(told.length, (i) => told[i] === 1 && legs[i] === 0));
  if (sumOf(silhouette) <= CLOTH_MIN * sumOf(body)) return null;
  const limbs = open(
    maskOf(body.length, (i) => body[i] === 1 && silhouette[i] === 0),
    width,
    height,
    LIMB_THIN * width,
  );
  // `worn` may include the legs: `handsOn` takes shares of a height down to the knees.
  const mended = mendHips(raster, silhouette, limbs, handsOn(worn, lab));
  return cutOutAlong(mended.raster, mended.silhouette, CONFIDENCE);
}
