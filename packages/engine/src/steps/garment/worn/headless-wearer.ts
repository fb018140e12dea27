import { resizeRaster } from '../../../pixels/decode.ts';
import { resizeValues } from '../../../pixels/filters.ts';
import { logOdds, smoothstep } from '../../../pixels/geometry.ts';
import { toLab } from '../../../pixels/lab.ts';
import { maskOf, planeOf } from '../../../pixels/planes.ts';
import type { Raster } from '../../../pixels/raster.ts';
import { isPlausibleSkin, modelSkinOf, skinDistance } from '../../person/skin-model.ts';
import { fitBackground } from '../cut-out/background.ts';
import { cutOutAlong, type GarmentCutOut } from '../cut-out/cut-out.ts';
import { shareByColour } from '../cut-out/even-outline.ts';
import { openGapHoles } from '../cut-out/gap-holes.ts';
import { open, solidPart } from '../cut-out/solid-part.ts';
import { handsOn } from './hands-on.ts';
import { legsBelow } from './legs-below.ts';
import { mendHips } from './mend-hips.ts';
import { limbsBeside, outToBody } from './out-to-body.ts';

/** Least confidence in the cut-out of a body. Shops photograph them before even paper. */
const BODY_CONFIDENCE_MIN = 0.7;
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
/** Confidence in the cloth relative to the body. Most of its outline is the body's; colours give the rest. */
const TRUST_SHARE = 0.85;

/**
 * The garment in a photo whose cut-out is a person without a head, as in shop photos of trousers. Its colours separate
 * it from the bare skin above it. Null without such a body or without cloth.
 */
export async function takeOffHeadlessWearer(raster: Raster, body: GarmentCutOut): Promise<GarmentCutOut | null> {
  const { width, height } = raster;
  if (body.confidence < BODY_CONFIDENCE_MIN || areaOf(body.silhouette.subarray(0, width)) < BODY_MIN * width)
    return null;
  const lab = toLab(raster);
  const seen: number[] = [];
  for (let i = 0; i < Math.round(height * BARE_SHARE) * width; i++) if (body.silhouette[i]) seen.push(i);
  const bare = seen.filter((i) => isPlausibleSkin(lab.l[i], lab.a[i], lab.b[i]));
  if (bare.length < SKIN_MIN * seen.length) return null;
  const belly = modelSkinOf(lab, bare);
  const [l, a, b] = belly.spread;
  const skin = { ...belly, spread: [l * SPREAD_GROWTH[0], a * SPREAD_GROWTH[1], b * SPREAD_GROWTH[2]] as const };
  const share = await clothByColour(raster, body.silhouette);
  const within = maskOf(share.length, (i) => share[i] > 0.5 && body.silhouette[i] === 1);
  const isSkin = (i: number) => skinDistance(skin, lab.l[i], lab.a[i], lab.b[i]) < 1;
  const cloth = maskOf(within.length, (i) => within[i] === 1 && !isSkin(i));
  const told = areaOf(cloth) > (1 - SKIN_LIKE_MAX) * areaOf(within) ? cloth : within;
  const worn = solidPart(open(told, width, height, THIN * width), width, height);
  const legs = legsBelow(worn, lab, (i) => isPlausibleSkin(lab.l[i], lab.a[i], lab.b[i]));
  const silhouette = legs.includes(1) ? withoutLegs(raster, told, legs) : worn;
  if (areaOf(silhouette) <= CLOTH_MIN * areaOf(body.silhouette)) return null;
  const limbs = limbsBeside(silhouette, body.silhouette, raster);
  // `worn` may include the legs: `handsOn` takes shares of a height down to the knees.
  const mended = mendHips(raster, outToBody(silhouette, body.silhouette, limbs, raster), limbs, handsOn(worn, lab));
  return cutOutAlong(mended.raster, mended.silhouette, TRUST_SHARE * body.confidence);
}

/** Longer side of the picture that teaches colours, and the rounds in which cloth and the rest teach each other. */
const SIDE_PIXELS = 256;
const ROUNDS = 3;
/** Share of cloth in the middle of a picture and at its border, where skin and shoes are. */
const CLOTH_INSIDE = 0.72;
const CLOTH_AT_BORDER = 0.06;
/** Widths of the border and of the transition to the middle, as shares of the shorter side. */
const BORDER = [0.05, 0.3] as const;

/** The share of cloth in each pixel of a body that the picture's edges cut off, by colours: 0 to 1. */
async function clothByColour(raster: Raster, body: Uint8Array): Promise<Float32Array<ArrayBuffer>> {
  const { width, height } = raster;
  const scale = Math.min(1, SIDE_PIXELS / Math.max(width, height));
  const small = await resizeRaster(raster, { width: Math.round(width * scale), height: Math.round(height * scale) });
  const inside = resizeValues(Float32Array.from(body), width, height, small.width, small.height);
  const shorter = Math.min(small.width, small.height);
  const place = planeOf(inside.length, (i) => {
    const [x, y] = [i % small.width, Math.floor(i / small.width)];
    const edge = Math.min(x, y, small.width - 1 - x, small.height - 1 - y) / shorter;
    return inside[i] * (CLOTH_AT_BORDER + (CLOTH_INSIDE - CLOTH_AT_BORDER) * smoothstep(...BORDER, edge));
  });
  let share = place;
  for (let round = 0; round < ROUNDS; round++)
    share = shareByColour(
      small,
      share,
      share.map((value) => 1 - value),
      (i) => logOdds(place[i]),
    );
  return resizeValues(share, small.width, small.height, width, height);
}

/** A pixel within this many byte steps of the paper's colour shows paper. */
const PAPER = 14;

/** Cloth without the legs below it. The gap between its own legs, which those closed, opens again. */
function withoutLegs(raster: Raster, cloth: Uint8Array, legs: Uint8Array): Uint8Array<ArrayBuffer> {
  const { width, height } = raster;
  const bare = maskOf(cloth.length, (i) => cloth[i] === 1 && legs[i] === 0);
  const opened = open(bare, width, height, THIN * width);
  const { distance } = fitBackground(raster);
  return openGapHoles(
    solidPart(opened, width, height),
    maskOf(opened.length, (i) => opened[i] === 1 && distance[i] > PAPER),
    raster,
  );
}

const areaOf = (mask: Uint8Array) => mask.reduce((sum, value) => sum + value, 0);
