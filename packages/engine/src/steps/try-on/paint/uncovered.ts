import { checkpointAt } from '../../../checkpoint.ts';
import { insidePolygon } from '../../../pixels/geometry.ts';
import { maskAbove, maskOf, planeOf, sumOf } from '../../../pixels/planes.ts';
import { COVERED, coverAt, type DrawnGarment } from '../draw/draw.ts';
import type { GarmentFit } from '../fit/fit.ts';
import { bodyPlaceOf, OUTSIDE, type Scene } from '../scene.ts';
import type { BareArms } from './bare-arms.ts';
import { BECOMES, beneathOf, shareOfLeg } from './beneath.ts';
import { EDGE_PIXELS, findOldClothes, OLD_MIN, type OldClothes } from './old-clothes.ts';
import { underHair } from './under-hair.ts';

/** The old clothes, and the pixels to paint because the new garment does not cover them. */
export interface Uncovered extends OldClothes {
  /** One of {@link BECOMES} a pixel. */
  readonly becomes: Uint8Array;
  /**
   * Share of skin in each pixel that becomes skin. Less than 1 along the outline of an arm or a leg, beside background.
   */
  readonly skinShare: Float32Array;
  /** The arms without their sleeves; null if the garment uncovers none. */
  readonly arms: BareArms | null;
  /** Coverage of each pixel by the new garment. */
  readonly cover: Float32Array;
  /** Pixels that must be painted, as a share of the old clothes. */
  readonly share: number;
}

/** Share of the person in a pixel on the new garment's edge below which it is background. */
const BESIDE = 0.9;

/** Finds the parts of the old clothes that the new garment does not cover, and their new content. */
export function findUncovered(scene: Scene, fit: GarmentFit, drawn: DrawnGarment, arms: BareArms | null): Uncovered {
  const { placement, matte } = scene;
  const clothes = findOldClothes(scene, fit, arms?.cover ?? null);
  const { old, oldDistance } = clothes;
  const cover = planeOf(matte.length, (i) => coverAt(drawn, i));
  const becomes = new Uint8Array(cover.length);
  const skinShare = new Float32Array(cover.length).fill(1);
  const found = { ...clothes, becomes, skinShare, arms, cover };
  if (fit.replaces === 'nothing') return { ...found, share: 0 };
  const isOpen = openTo(scene, fit, cover);
  const isUnderHair = fit.span ? () => false : underHair(scene);
  const beneath = beneathOf(scene, fit, cover);
  for (let i = 0; i < cover.length; i++) {
    checkpointAt(i);
    const isNear = oldDistance[i] <= EDGE_PIXELS * placement.scale;
    const arm = arms && (isNear || matte[i] < OUTSIDE) ? arms.cover[i] : 0;
    if (!(isNear || arm > 0) || !isOpen(i)) continue;
    if (arm === 0 && old[i] < 0.02 && matte[i] < 0.5 && oldDistance[i] > 3 * placement.scale) continue;
    const at = bodyPlaceOf(i, scene);
    // The soft edge of the old garment lies outside the person, so no body is painted there.
    const isOutside = matte[i] < (cover[i] > 0 ? BESIDE : OUTSIDE);
    const behindArm = isOutside ? BECOMES.background : beneath(at);
    if (arm === 1 || (arm > 0 && behindArm === BECOMES.background)) skinShare[i] = arm;
    else if (arm === 0 && behindArm === BECOMES.skin) skinShare[i] = shareOfLeg(scene, at);
    const isArm = arm >= 0.5 || skinShare[i] < 1;
    becomes[i] = isArm ? BECOMES.skin : behindArm;
    if (becomes[i] === BECOMES.background && isUnderHair(i)) becomes[i] = BECOMES.hair;
  }
  const replaced = maskAbove(old, OLD_MIN);
  const bare = maskOf(old.length, (i) => replaced[i] === 1 && becomes[i] !== BECOMES.nothing);
  return { ...found, share: sumOf(bare) / Math.max(1, sumOf(replaced)) };
}

/** Returns whether the old clothes would show at a pixel: neither a garment nor an open front is there. */
function openTo({ placement, worn }: Scene, fit: GarmentFit, cover: Float32Array): (pixel: number) => boolean {
  const { width } = placement;
  const gap = fit.gap?.map((p) => placement.toOutput(p));
  const isInGap = (i: number) => gap && insidePolygon(gap, (i % width) + 0.5, Math.floor(i / width) + 0.5);
  return (i) => cover[i] <= COVERED && worn[i] <= 0.5 && !isInGap(i);
}
