import type { SkinModel } from '../../../analysis.ts';
import type { Nets } from '../../../models/nets.ts';
import { findPoseOf } from '../../../models/pose.ts';
import { pixelMiddle } from '../../../pixels/geometry.ts';
import { type LabPlanes, toLab } from '../../../pixels/lab.ts';
import { medianAt } from '../../../pixels/median.ts';
import { maskOf, pixelsWhere, sumOf } from '../../../pixels/planes.ts';
import { type Raster, valueAt } from '../../../pixels/raster.ts';
import { unlessRejected } from '../../../rejection.ts';
import { measurePerson } from '../../person/analyse-person.ts';
import { regionRaster } from '../../person/matte.ts';
import { regionAt } from '../../person/region-at.ts';
import { isPlausibleSkin, modelSkinOf, skinDistance } from '../../person/skin-model.ts';
import { type Background, PAPER } from '../cut-out/background.ts';
import { cutOutAlong, type GarmentCutOut } from '../cut-out/cut-out.ts';
import { open, solidPart } from '../cut-out/outline.ts';
import { mendHips } from './mend-hips.ts';
import { garmentAlpha } from './worn-garment.ts';

/** Least width of a body at the upper edge of the picture, which crops it, as a share of the picture's width. */
const BODY_MIN = 0.25;
/**
 * Height of the strip below that edge that must be bare, as a share of the picture's height. Then its least share of
 * skin colour.
 */
const BARE_SHARE = 0.03;
const SKIN_MIN = 0.6;
/**
 * Hips of a person in a photo from the waist down, and the rim of the circle around the whole body. Both are y in
 * heights of the picture.
 */
const HIPS = 0.08;
const RIM = -0.9;
/** Factors of the spread of skin in L*, a* and b* on arms and legs, whose light differs from that of the belly. */
const SPREAD_GROWTH = [2.5, 1.6, 1.6] as const;
/** Distance in a*b* above which a colour is not the garment's, and the least probability of skin in such a colour. */
const UNLIKE = 15;
const MAY_BE_SKIN = 0.15;
/** Half the width of parts too thin for cloth, as a share of the picture's width: the shaded edges of arms and legs. */
const THIN = 0.016;
/** Least share of the body that is cloth. */
const CLOTH_MIN = 0.2;
/** Confidence in the outline. */
const CONFIDENCE = 0.85;

/**
 * The garment in a photo of a person from the waist down before even paper, as in shop photos of trousers. The belly is
 * bare, so all cloth is the garment. Null without such a body or without cloth.
 */
export async function takeOffHeadlessWearer(
  raster: Raster,
  paper: Background,
  nets: Nets,
): Promise<GarmentCutOut | null> {
  if (!paper.isEven) return null;
  const { width, height } = raster;
  const lab = toLab(raster);
  const belly = skinOfBelly(lab, paper);
  if (!belly) return null;
  const small = await regionRaster(raster);
  const body = { centre: { x: width / 2, y: HIPS * height }, rim: { x: width / 2, y: RIM * height }, score: 1 };
  const detected = await findPoseOf(body, raster, small, nets.pose.landmarks);
  const wearer = await measurePerson(raster, small, { ...detected, others: [] }, nets, belly).catch(unlessRejected);
  if (!wearer) return null;
  const skinAt = (i: number) => valueAt(wearer.regions.probability.skin, pixelMiddle(i, width), wearer.regions.scale);
  const alpha = garmentAlpha(wearer, 'dress');
  const worn = maskOf(alpha.length, (i) => alpha[i] > 0.5 && paper.distanceAt(i) > PAPER);
  const cloth = withoutSkin(worn, lab, belly, skinAt);
  const covered = open(cloth, width, height, THIN * width);
  if (sumOf(covered) <= CLOTH_MIN * sumOf(wearer.matte.data)) return null;
  const isLimb = (i: number) => regionAt(wearer.regions, pixelMiddle(i, width)) === 'skin';
  // The colours of the seen cloth spread over all that is mended.
  const { raster: spread } = cutOutAlong(raster, covered, CONFIDENCE);
  return cutOutAlong(spread, mendHips(solidPart(covered, width, height), raster, isLimb), CONFIDENCE);
}

/** The skin of the bare belly at the upper edge of the picture; null if none is there. */
function skinOfBelly(lab: LabPlanes, paper: Background): SkinModel | null {
  const { width, height } = lab;
  const seen = pixelsWhere(Math.round(height * BARE_SHARE) * width, (i) => paper.distanceAt(i) > PAPER);
  if (seen.filter((i) => i < width).length < BODY_MIN * width) return null;
  const bare = seen.filter((i) => isPlausibleSkin(lab.l[i], lab.a[i], lab.b[i]));
  return bare.length > SKIN_MIN * seen.length ? modelSkinOf(lab, bare) : null;
}

/**
 * Cloth without belly and hands. Their pixels differ from its colour, and have the colour of skin or may show skin.
 * `skinAt` is the probability of skin, 0 to 1.
 */
function withoutSkin(
  cloth: Uint8Array,
  { l, a, b }: LabPlanes,
  { median, spread }: SkinModel,
  skinAt: (pixel: number) => number,
): Uint8Array {
  const [ofL, ofA, ofB] = SPREAD_GROWTH.map((growth, c) => growth * spread[c]);
  const skin: SkinModel = { median, spread: [ofL, ofA, ofB] };
  const covered = pixelsWhere(cloth.length, (i) => cloth[i] === 1);
  const [middleA, middleB] = [a, b].map((plane) => medianAt(plane, covered));
  const isUnlike = (i: number) => Math.hypot(a[i] - middleA, b[i] - middleB) > UNLIKE;
  const isSkin = (i: number) => skinDistance(skin, l[i], a[i], b[i]) < 1 || skinAt(i) > MAY_BE_SKIN;
  return maskOf(cloth.length, (i) => cloth[i] === 1 && !(isUnlike(i) && isSkin(i)));
}
