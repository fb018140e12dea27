import { checkpointAt } from '../../../checkpoint.ts';
import { pixelMiddle } from '../../../pixels/geometry.ts';
import { maskAbove, maskOf, planeOf, sumOf } from '../../../pixels/planes.ts';
import { insidePolygon } from '../../../pixels/polygon.ts';
import { COVERED, coverAt, type DrawnGarment } from '../draw/draw.ts';
import type { GarmentFit } from '../fit/fit.ts';
import { bodyPlaceOf, OUTSIDE, type Scene } from '../scene.ts';
import { BECOMES, beneathOf, shareOfLeg } from './beneath.ts';
import { EDGE_PIXELS, findOldClothes, OLD_MIN, type OldClothes } from './old-clothes.ts';
import { underHair } from './under-hair.ts';

/** The old clothes, and the pixels to paint because the new garment does not cover them. */
export interface Uncovered extends OldClothes {
  /** Share of bare skin that is painted in each pixel, in front of the rest. */
  readonly skin: Float32Array;
  /** One of {@link BECOMES} a pixel: the rest, or skin where nothing of it shows. */
  readonly becomes: Uint8Array;
  /** Share of bare arms without their sleeves in each pixel. */
  readonly arms: Float32Array;
  /** Coverage of each pixel by the new garment. */
  readonly cover: Float32Array;
  /** Pixels that must be painted, as a share of the old clothes. */
  readonly share: number;
  /** Those that become skin, clothes or hair and not background, as the same share. */
  readonly bodyShare: number;
}

/** Share of the person in a pixel on the new garment's edge below which it is background. */
const BESIDE = 0.9;

/**
 * Finds the parts of the old clothes that the new garment does not cover, and their new content. `arms` is the share of
 * bare arms in each pixel.
 */
export function findUncovered(scene: Scene, fit: GarmentFit, drawn: DrawnGarment, arms: Float32Array): Uncovered {
  const { placement, matte } = scene;
  const clothes = findOldClothes(scene, fit, arms);
  const { old, oldDistance } = clothes;
  const cover = planeOf(matte.length, (i) => coverAt(drawn, i));
  const becomes = new Uint8Array(cover.length);
  const skin = new Float32Array(cover.length);
  const uncovered = { ...clothes, skin, becomes, arms, cover };
  if (fit.replaces === 'nothing') return { ...uncovered, share: 0, bodyShare: 0 };
  const isOpen = openTo(scene, fit, cover);
  const isUnderHair = fit.span ? () => false : underHair(scene);
  const beneath = beneathOf(scene, fit, cover);
  for (let i = 0; i < cover.length; i++) {
    checkpointAt(i);
    const isNear = oldDistance[i] <= EDGE_PIXELS * placement.scale;
    const arm = isNear || matte[i] < OUTSIDE ? arms[i] : 0;
    if (!(isNear || arm > 0) || !isOpen(i)) continue;
    if (arm === 0 && old[i] < 0.02 && matte[i] < 0.5 && oldDistance[i] > 3 * placement.scale) continue;
    const at = bodyPlaceOf(i, scene);
    // The soft edge of the old garment lies outside the person, so no body is painted there.
    const isOutside = matte[i] < (cover[i] > 0 ? BESIDE : OUTSIDE);
    const body = isOutside ? BECOMES.background : beneath(at);
    skin[i] = Math.max(arm, body === BECOMES.skin ? shareOfLeg(scene, at) : 0);
    if (skin[i] === 1) becomes[i] = BECOMES.skin;
    else if (body !== BECOMES.skin && body !== BECOMES.background) becomes[i] = body;
    else becomes[i] = isUnderHair(i) ? BECOMES.hair : BECOMES.background;
  }
  const replaced = maskAbove(old, OLD_MIN);
  const bare = maskOf(old.length, (i) => replaced[i] === 1 && becomes[i] !== BECOMES.nothing);
  const ofBody = maskOf(old.length, (i) => bare[i] === 1 && becomes[i] !== BECOMES.background);
  const [share, bodyShare] = [bare, ofBody].map((part) => sumOf(part) / Math.max(1, sumOf(replaced)));
  return { ...uncovered, share, bodyShare };
}

/** Returns whether the old clothes would show at a pixel: neither a garment nor an open front is there. */
function openTo({ placement, worn }: Scene, fit: GarmentFit, cover: Float32Array): (pixel: number) => boolean {
  const gap = fit.gap?.map((p) => placement.toOutput(p));
  const isInGap = (i: number) => gap && insidePolygon(gap, pixelMiddle(i, placement.width));
  return (i) => cover[i] <= COVERED && worn[i] <= 0.5 && !isInGap(i);
}
