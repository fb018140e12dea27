import { checkpointAt } from '../../../checkpoint.ts';
import { distanceTo } from '../../../pixels/distance.ts';
import { clamp } from '../../../pixels/geometry.ts';
import { maskOf, planeOf } from '../../../pixels/planes.ts';
import { ON_ARM } from '../body/arm-place.ts';
import type { BodyModel } from '../body/body-model.ts';
import type { BodyPlace } from '../body/body-place.ts';
import type { WornEnds } from '../body/worn-ends.ts';
import type { GarmentFit, LowerSpan } from '../fit/fit.ts';
import { bodyPlaceOf, type Scene } from '../scene.ts';
import { armHider, isBareLeg, showsLegs } from './hidden-limbs.ts';

/** Share of the old clothes in a pixel from which the pixel must be covered or painted over. */
export const OLD_MIN = 0.35;
/** Width of their edge with mixed colours, in pixels of the analysis. */
export const EDGE_PIXELS = 3.5;
/** Width of a collar's edge with its lining, shadow and reflection on the skin, in shoulder widths. */
const COLLAR_EDGE = 0.022;
/** A collar lies within this many radii of the neck. */
const BY_NECK = 2.5;
/** Reach of the distance from them, in pixels of the analysis: farther than any use of it. */
const REACH = 5;
/** Length of a hem's shadow down a leg, in shoulder widths. */
const HEM_SHADOW_REACH = 0.14;
/** The same for a sleeve on an arm. */
const CUFF_SHADOW_REACH = 0.08;
/** Shares of the arm by which a new sleeve must be shorter to bare that shadow, and over which it may reach. */
const BARED_MIN = 0.05;
const BELOW_CUFF = 0.2;
/** Least share of skin in a pixel that lies in it. */
const SKIN_MIN = 0.5;

/** The clothes that a garment replaces. */
export interface OldClothes {
  /** Their share in each pixel. */
  readonly old: Float32Array;
  /**
   * Distance from them in output pixels; infinite where it is far. It is reduced in the shadow of a hem on legs, of a
   * sleeve on an arm, and of a collar. They then end at the shadow's edge.
   */
  readonly oldDistance: Float32Array;
}

/**
 * Finds the clothes that a garment replaces. Arms that it hides count as covered by them. `arms` is the share of bare
 * arms in each pixel. Cloth there belongs to their sleeves, even if it is labelled as trousers.
 */
export function findOldClothes(scene: Scene, fit: GarmentFit, arms: Float32Array): OldClothes {
  const { width, height, scale } = scene.placement;
  const replaced = replacedBy(scene, fit);
  const isHiddenArm = armHider(scene, fit);
  const old = planeOf(
    width * height,
    (i) => Math.max(replaced(i), arms[i] * scene.parts.lower[i]) * (1 - scene.worn[i]),
  );
  const hard = maskOf(old.length, (i) => old[i] > OLD_MIN || isHiddenArm(i));
  const [edge, shadow] = [EDGE_PIXELS * scale, HEM_SHADOW_REACH * scene.body.shoulderWidth * scale];
  const oldDistance = distanceTo(hard, width, height, Math.max(REACH * scale, shadow));
  /** Reduces distances below `reach`, so that an edge of the given width counts as one of the usual width. */
  const narrow = (width: number, reach: number, isThere: (pixel: number) => boolean) => {
    for (let i = 0; width > edge && i < old.length; i++) {
      checkpointAt(i);
      if (oldDistance[i] > 0 && oldDistance[i] < reach && isThere(i)) oldDistance[i] *= edge / width;
    }
  };
  // The shadow of a hem is removed with it, so legs are painted down to its end.
  if ((fit.replaces === 'lower' || fit.replaces === 'both') && showsLegs(scene))
    narrow(shadow, shadow, (i) => isBareLeg(scene, i));
  // The same for the shadow of a sleeve on an arm that the new garment bares there.
  const cuff = CUFF_SHADOW_REACH * scene.body.shoulderWidth * scale;
  const isBelowCuff = belowCuff(scene.body.worn, fit);
  const isCuffShadow = (i: number) =>
    arms[i] > 0 && scene.parts.skin[i] > SKIN_MIN && isBelowCuff(bodyPlaceOf(i, scene));
  if (!fit.span) narrow(cuff, cuff, isCuffShadow);
  // Lining, shadow and reflection of a collar are wider than the mixed pixels of its edge.
  const collar = COLLAR_EDGE * scene.body.shoulderWidth * scale;
  if (!fit.span) narrow(collar, 2 * collar, (i) => scene.body.neckRadii(scene.placement.placeOf(i)) < BY_NECK);
  return { old, oldDistance };
}

/** Returns the share of each pixel that the garment replaces, 0 to 1. */
function replacedBy(
  scene: Scene,
  { replaces, span, tuck }: Pick<GarmentFit, 'replaces' | 'span' | 'tuck'>,
): (pixel: number) => number {
  const { parts, body, person } = scene;
  const both = (i: number) => Math.min(1, parts.upper[i] + parts.lower[i]);
  if (replaces === 'both') return both;
  if (!span) return (i) => parts.upper[i];
  if (!tuck || !person.regions.wearsDress) return (i) => parts.lower[i];
  const inFront = ownTopInFront(span, body);
  // A dress is replaced from the new waistband down, wherever it is divided.
  return (i) => {
    if (parts.upper[i] <= 0) return parts.lower[i];
    const at = bodyPlaceOf(i, scene);
    const stays = isAboveWaistband(span, tuck !== null, body, at) || inFront(at) > 0;
    return stays ? parts.lower[i] : both(i);
  };
}

/** Depth of a waistband's upper edge below its ends, as a share of the torso. */
const ABOVE_WAIST = 0.08;

/**
 * True above the upper edge of a waistband. Beside a waistband over other clothes, the place is not above it if those
 * clothes are drawn in and end there.
 */
export function isAboveWaistband(
  { waist }: LowerSpan,
  isOverClothes: boolean,
  body: BodyModel,
  { share, offset, side }: BodyPlace,
): boolean {
  const isBeside = isOverClothes && Math.abs(offset) > body.hipHalfWidth(waist, side);
  return share < waist + (isBeside ? 0 : ABOVE_WAIST);
}

/**
 * Returns the share of the person's own top that stays in front of clothes that are put on below the waist. All of it
 * hangs over them; under the waistband its sleeves hang beside it; arms stay where a new top removed the sleeves.
 */
export function ownTopInFront({ ownTop }: LowerSpan, { worn }: Pick<BodyModel, 'worn'>): (at: BodyPlace) => number {
  if (ownTop === 'over') return () => 1;
  if (ownTop === 'off') return ({ armRadii }) => clamp((ON_ARM - armRadii) / 0.2);
  const isHangingSleeve = hangingSleeve(worn);
  return (at) => (isHangingSleeve(at) ? 1 : 0);
}

/** Cloth of a sleeve lies at most this share of the arm beyond its end. */
const BEYOND_END = 0.08;
/** Share of the body's half width beyond which a sleeve hangs beside the body. */
const BESIDE = 0.9;

/**
 * Returns whether cloth of the upper body belongs to a sleeve that hangs beside the body. Both sleeves count as equally
 * long, because lace on one may be labelled as skin.
 */
export function hangingSleeve({ sleeveEnd: [left, right] }: Pick<WornEnds, 'sleeveEnd'>): (at: BodyPlace) => boolean {
  const end = Math.max(left ?? 0, right ?? 0) + BEYOND_END;
  return (at) => at.aside > BESIDE && at.arms.some(({ radii, along }) => radii < ON_ARM && along < end);
}

/** Returns whether a place lies on an arm just below an old sleeve, and the new sleeve is too short to shade it. */
export function belowCuff(
  { sleeveEnd }: Pick<WornEnds, 'sleeveEnd'>,
  { sleeveEnds }: Pick<GarmentFit, 'sleeveEnds'>,
): (at: Pick<BodyPlace, 'nearestArm' | 'arms'>) => boolean {
  return ({ nearestArm, arms }) => {
    const end = sleeveEnd[nearestArm];
    if (end === null || sleeveEnds[nearestArm] > end - BARED_MIN) return false;
    return arms[nearestArm].along < end + BELOW_CUFF;
  };
}
