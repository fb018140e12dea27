import { checkpointAt } from '../../../checkpoint.ts';
import { distanceTo } from '../../../pixels/distance.ts';
import { insidePolygon } from '../../../pixels/geometry.ts';
import { planeOf } from '../../../pixels/planes.ts';
import { measuredOnce } from '../body/measured-once.ts';
import type { DrawnGarment } from '../draw/draw.ts';
import type { GarmentFit } from '../fit/fit.ts';
import type { Scene } from '../scene.ts';
import type { BareArms } from './bare-arms.ts';
import { BECOMES, beneathOf, shareOfLeg } from './beneath.ts';
import { widenCollarEdge } from './collar-edge.ts';
import { armHider, isBareLeg, legHider, legsBareFrom, PAINTED_RADII } from './hidden-limbs.ts';
import { replacedBy } from './replaced-clothes.ts';
import { underHair } from './under-hair.ts';

/** The old garment, and the pixels to paint because the new one does not cover them. */
export interface Uncovered {
  /** Share of the old garment in each pixel. */
  readonly old: Float32Array<ArrayBuffer>;
  /**
   * Distance from the old garment in output pixels; infinite where it is far. On legs in the shadow of its hem it is
   * reduced, as if the garment ended at the shadow's edge.
   */
  readonly oldDistance: Float32Array<ArrayBuffer>;
  /** One of {@link BECOMES} a pixel. */
  readonly becomes: Uint8Array<ArrayBuffer>;
  /**
   * Share of skin in each pixel that becomes skin. Less than 1 along the outline of an arm or a leg, beside background.
   */
  readonly skinShare: Float32Array<ArrayBuffer>;
  /** The arms without their sleeves; null if the garment uncovers none. */
  readonly arms: BareArms | null;
  /** Coverage of each pixel by the new garment. */
  readonly cover: Float32Array<ArrayBuffer>;
  /** Pixels that must be painted, as a share of the old garment. */
  readonly share: number;
}

/** Width of the old garment's edge with mixed colours, in pixels of the analysis. */
const EDGE_PIXELS = 3.5;
/** Share of the old garment in a pixel from which the pixel must be covered or painted over. */
const OLD_MIN = 0.35;
/** Reach of the distance from the old garment, in pixels of the analysis: farther than any use of it. */
const OLD_REACH = 5;
/** Length of a hem's shadow down a leg, in shoulder widths. */
const HEM_SHADOW_REACH = 0.14;
/** Share of the person in a pixel below which it is background. */
const OUTSIDE = 0.5;
/** The same for a pixel on the new garment's edge. */
const BESIDE = 0.9;
/** Coverage from which the old garment does not show through. */
const COVERED = 0.995;

/** Finds the parts of the old garment that the new one does not cover, and their new content. */
export function findUncovered(scene: Scene, fit: GarmentFit, drawn: DrawnGarment, arms: BareArms | null): Uncovered {
  const { placement, matte } = scene;
  const { width, height, scale } = placement;
  const size = width * height;
  const { old, oldDistance } = oldGarment(scene, fit);
  const cover = coverOf(drawn);
  const becomes = new Uint8Array(size);
  const skinShare = new Float32Array(size).fill(1);
  if (fit.isOverTop) return { old, oldDistance, becomes, skinShare, arms, cover, share: 0 };
  const asked = { ...scene, body: measuredOnce(scene.body) };
  const beneath = beneathOf(asked, fit, cover);
  const isUnderHair = fit.replaces === 'lower' ? () => false : underHair(scene);
  const gap = fit.gap?.map((p) => placement.toOutput(p));
  let count = 0;
  let all = 0;
  for (let i = 0; i < size; i++) {
    checkpointAt(i);
    if (old[i] > OLD_MIN) all++;
    if (cover[i] > COVERED || scene.worn[i] > 0.5) continue;
    const isNear = oldDistance[i] <= EDGE_PIXELS * scale;
    const arm = arms && (isNear || matte[i] < OUTSIDE) ? arms.cover[i] : 0;
    if (!isNear && arm === 0) continue;
    if (gap && insidePolygon(gap, (i % width) + 0.5, Math.floor(i / width) + 0.5)) continue;
    if (arm === 0 && old[i] < 0.02 && matte[i] < 0.5 && oldDistance[i] > 3 * scale) continue;
    const p = placement.placeOf(i);
    // The soft edge of the old garment lies outside the person, so no body is painted there.
    const beside =
      arm === 1 ? BECOMES.skin : matte[i] < (cover[i] > 0 ? BESIDE : OUTSIDE) ? BECOMES.background : beneath(p);
    const isSoft = arm > 0 && beside === BECOMES.background;
    becomes[i] = isSoft || arm >= 0.5 ? BECOMES.skin : beside;
    if (isSoft) skinShare[i] = arm;
    else if (arm === 0 && beside === BECOMES.skin) skinShare[i] = shareOfLeg(asked, p);
    if (becomes[i] === BECOMES.background && isUnderHair(i)) becomes[i] = BECOMES.hair;
    if (old[i] > OLD_MIN) count++;
  }
  return { old, oldDistance, becomes, skinShare, arms, cover, share: all === 0 ? 0 : count / all };
}

/** The share of the old garment in each pixel, and the distance from it. */
function oldGarment(scene: Scene, fit: GarmentFit): Pick<Uncovered, 'old' | 'oldDistance'> {
  const { width, height, scale } = scene.placement;
  const size = width * height;
  const old = new Float32Array(size);
  const hard = new Uint8Array(size);
  const replaced = replacedBy(scene, fit);
  const isHiddenLeg = legHider(scene, fit);
  const isHiddenArm = armHider(scene, fit);
  for (let i = 0; i < size; i++) {
    checkpointAt(i);
    old[i] = replaced(i) * (1 - scene.worn[i]);
    hard[i] = old[i] > OLD_MIN || isHiddenLeg(i) || isHiddenArm(i) ? 1 : 0;
  }
  const shadow = HEM_SHADOW_REACH * scene.body.shoulderWidth * scale;
  const oldDistance = distanceTo(hard, width, height, Math.max(OLD_REACH * scale, shadow));
  // The shadow of a hem is removed with it, so legs are painted down to its end.
  if (fit.replaces !== 'upper' && legsBareFrom(scene) !== null)
    for (let i = 0; i < size; i++) {
      checkpointAt(i);
      if (oldDistance[i] > 0 && oldDistance[i] < shadow && isBareLeg(scene, i, PAINTED_RADII))
        oldDistance[i] *= (EDGE_PIXELS * scale) / Math.max(EDGE_PIXELS * scale, shadow);
    }
  if (fit.replaces !== 'lower') widenCollarEdge(scene, oldDistance, EDGE_PIXELS * scale);
  return { old, oldDistance };
}

/** Coverage of each pixel by trunk and sleeves together. */
const coverOf = ({ body, sleeves }: DrawnGarment) =>
  planeOf(body.alpha.length, (i) => 1 - (1 - body.alpha[i]) * (1 - sleeves.alpha[i]));
