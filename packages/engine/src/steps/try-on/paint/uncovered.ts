import { checkpointAt } from '../../../checkpoint.ts';
import { insidePolygon } from '../../../pixels/geometry.ts';
import { planeOf } from '../../../pixels/planes.ts';
import { COVERED, type DrawnGarment } from '../draw/draw.ts';
import type { GarmentFit } from '../fit/fit.ts';
import { bodyPlaceOf, OUTSIDE, type Scene } from '../scene.ts';
import type { BareArms } from './bare-arms.ts';
import { BECOMES, beneathOf, shareOfLeg } from './beneath.ts';
import { EDGE_PIXELS, findOldClothes, OLD_MIN } from './old-clothes.ts';
import { underHair } from './under-hair.ts';

/** The old clothes, and the pixels to paint because the new garment does not cover them. */
export type Uncovered = Readonly<ReturnType<typeof findUncovered>>;

/** Share of the person in a pixel on the new garment's edge below which it is background. */
const BESIDE = 0.9;

/** Finds the parts of the old clothes that the new garment does not cover, and their new content. */
export function findUncovered(scene: Scene, fit: GarmentFit, drawn: DrawnGarment, arms: BareArms | null) {
  const { placement, matte } = scene;
  const clothes = findOldClothes(scene, fit, arms?.cover ?? null);
  const { old, oldDistance } = clothes;
  const cover = coverOf(drawn);
  const becomes = new Uint8Array(cover.length);
  const skinShare = new Float32Array(cover.length).fill(1);
  const found = {
    ...clothes,
    /** One of {@link BECOMES} a pixel. */
    becomes,
    /**
     * Share of skin in each pixel that becomes skin. Less than 1 along the outline of an arm or a leg, beside
     * background.
     */
    skinShare,
    /** The arms without their sleeves; null if the garment uncovers none. */
    arms,
    /** Coverage of each pixel by the new garment. */
    cover,
    /** Pixels that must be painted, as a share of the old clothes. */
    share: 0,
  };
  if (fit.replaces === 'nothing') return found;
  const isOpen = openTo(scene, fit, cover);
  const isUnderHair = fit.span ? () => false : underHair(scene);
  const beneath = beneathOf(scene, fit, cover);
  let count = 0;
  let all = 0;
  for (let i = 0; i < cover.length; i++) {
    checkpointAt(i);
    if (old[i] > OLD_MIN) all++;
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
    if (old[i] > OLD_MIN) count++;
  }
  return { ...found, share: all === 0 ? 0 : count / all };
}

/** Returns whether the old clothes would show at a pixel: neither a garment nor an open front is there. */
function openTo({ placement, worn }: Scene, fit: GarmentFit, cover: Float32Array): (pixel: number) => boolean {
  const { width } = placement;
  const gap = fit.gap?.map((p) => placement.toOutput(p));
  const isInGap = (i: number) => gap && insidePolygon(gap, (i % width) + 0.5, Math.floor(i / width) + 0.5);
  return (i) => cover[i] <= COVERED && worn[i] <= 0.5 && !isInGap(i);
}

/** Coverage of each pixel by trunk and sleeves together. */
const coverOf = ({ body, sleeves }: DrawnGarment) =>
  planeOf(body.alpha.length, (i) => 1 - (1 - body.alpha[i]) * (1 - sleeves.alpha[i]));
