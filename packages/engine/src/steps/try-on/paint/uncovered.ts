import { checkpointAt } from '../../../checkpoint.ts';
import { distanceTo } from '../../../pixels/distance.ts';
import { clamp, distance, insidePolygon } from '../../../pixels/geometry.ts';
import type { Point } from '../../../pixels/raster.ts';
import type { BodyModel } from '../body/body-model.ts';
import { measuredOnce } from '../body/measured-once.ts';
import { SHOULDER_LIFT } from '../body/shoulder-line.ts';
import { SIDES } from '../body/side.ts';
import type { DrawnGarment } from '../draw/draw.ts';
import type { GarmentFit } from '../fit/fit.ts';
import { shoulderTip } from '../fit/fit-torso.ts';
import { type Scene, torsoPlaceOf } from '../scene.ts';
import type { BareArms } from './bare-arms.ts';
import { findBelowHem } from './below-hem.ts';
import { widenCollarEdge } from './collar-edge.ts';
import { legCover } from './leg-cover.ts';
import { neckRootOf } from './neck-root.ts';
import { hangingSleeve, isBaredArm } from './old-sleeve.ts';
import { isHandSeen, WRISTS_TO_HAND } from './seen-hand.ts';
import { seenLegs } from './seen-legs.ts';
import { thinStrip } from './thin-strip.ts';

/** The new content of a pixel that the old garment covered and the new one does not. */
export const BECOMES = { nothing: 0, skin: 1, background: 2, lower: 3 } as const;

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
/** Share of the legs below which a hem leaves too little of them visible. */
const HEM_AT_ANKLE = 0.8;
/** Share of the person in a pixel below which it is background. */
const OUTSIDE = 0.5;
/** The same for a pixel on the new garment's edge. */
const BESIDE = 0.9;
/** Coverage from which the old garment does not show through. */
const COVERED = 0.995;

/** Finds the parts of the old garment that the new one does not cover, and their new content. */
export function findUncovered(
  scene: Scene,
  fit: GarmentFit,
  { body: trunk, sleeves }: DrawnGarment,
  arms: BareArms | null,
): Uncovered {
  const { placement, matte } = scene;
  const { width, height, scale } = placement;
  const size = width * height;
  const old = new Float32Array(size);
  const hard = new Uint8Array(size);
  const cover = new Float32Array(size);
  const shadow = HEM_SHADOW_REACH * scene.body.shoulderWidth * scale;
  const replaced = replacedBy(scene, fit);
  const isHiddenLeg = legHider(scene, fit);
  const isHiddenArm = armHider(scene, fit);
  for (let i = 0; i < size; i++) {
    checkpointAt(i);
    old[i] = replaced(i) * (1 - scene.worn[i]);
    hard[i] = old[i] > OLD_MIN || isHiddenLeg(i) || isHiddenArm(i) ? 1 : 0;
    cover[i] = 1 - (1 - trunk.alpha[i]) * (1 - sleeves.alpha[i]);
  }
  const oldDistance = distanceTo(hard, width, height, Math.max(OLD_REACH * scale, shadow));
  // The shadow of a hem is removed with it, so legs are painted down to its end.
  if (fit.replaces !== 'upper' && legsBareFrom(scene) !== null)
    for (let i = 0; i < size; i++) {
      checkpointAt(i);
      if (oldDistance[i] > 0 && oldDistance[i] < shadow && isBareLeg(scene, i, PAINTED_RADII))
        oldDistance[i] *= (EDGE_PIXELS * scale) / Math.max(EDGE_PIXELS * scale, shadow);
    }
  if (fit.replaces !== 'lower') widenCollarEdge(scene, oldDistance, EDGE_PIXELS * scale);
  const becomes = new Uint8Array(size);
  const skinShare = new Float32Array(size).fill(1);
  if (fit.isOverTop) return { old, oldDistance, becomes, skinShare, arms, cover, share: 0 };
  const asked = { ...scene, body: measuredOnce(scene.body) };
  const classify = classifier(asked, fit, cover);
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
      arm === 1 ? BECOMES.skin : matte[i] < (cover[i] > 0 ? BESIDE : OUTSIDE) ? BECOMES.background : classify(p);
    const isSoft = arm > 0 && beside === BECOMES.background;
    becomes[i] = isSoft || arm >= 0.5 ? BECOMES.skin : beside;
    if (isSoft) skinShare[i] = arm;
    else if (arm === 0 && beside === BECOMES.skin) skinShare[i] = shareOfLeg(asked, p);
    if (old[i] > OLD_MIN) count++;
  }
  return { old, oldDistance, becomes, skinShare, arms, cover, share: all === 0 ? 0 : count / all };
}

/**
 * True above the upper edge of a waistband. Beside a waistband over other clothes, the place is not above it if those
 * clothes are drawn in and end there.
 */
function isAboveWaistband(
  waist: number,
  { tuck }: Pick<GarmentFit, 'tuck'>,
  body: BodyModel,
  share: number,
  offset: number,
): boolean {
  const isBeside = tuck !== null && Math.abs(offset) > body.hipHalfWidth(waist, offset > 0 ? 1 : 0);
  return share < waist + (isBeside ? 0 : ABOVE_WAIST);
}

/** Share of each pixel that the garment replaces. */
function replacedBy(
  { parts, placement, body, person }: Scene,
  { replaces, span, tuck, keepsTop }: GarmentFit,
): (pixel: number) => number {
  if (replaces === 'both') return (i) => Math.min(1, parts.upper[i] + parts.lower[i]);
  if (replaces === 'upper') return (i) => parts.upper[i];
  if (!span || !tuck || !person.regions.wearsDress) return (i) => parts.lower[i];
  const isHangingSleeve = hangingSleeve(body);
  // A dress is replaced from the new waistband down, wherever it is divided.
  return (i) => {
    if (parts.upper[i] <= 0) return parts.lower[i];
    const { share, offset } = torsoPlaceOf(i, { placement, body });
    const p = placement.placeOf(i);
    const stays =
      isAboveWaistband(span.waist, { tuck }, body, share, offset) ||
      isBracelet(p, body) ||
      (keepsTop ? isHangingSleeve(p) : isBaredArm(p, body));
    return stays ? parts.lower[i] : Math.min(1, parts.upper[i] + parts.lower[i]);
  };
}

/**
 * A piece labelled as dress beyond this share of an arm and within this many radii is a bracelet, unless the dress's
 * sleeve reaches it.
 */
const BRACELET_FROM = 0.85;
const BRACELET_RADII = 1.5;

function isBracelet(p: Point, body: BodyModel): boolean {
  return SIDES.some((side) => {
    const { radii, along } = body.arm(p, side);
    return radii < BRACELET_RADII && along > Math.max(BRACELET_FROM, body.worn.sleeveEnd[side] ?? 0);
  });
}

/** Least share of skin in a pixel of a bare limb. */
const SKIN_MIN = 0.35;
/** A leg is painted within this many radii. */
const PAINTED_RADII = 1.05;
/** Skin within this many radii of a leg belongs to it, unless it is within the given radii of a hand or an arm. */
const LEG_RADII = 1.6;
const HAND_RADII = 2.2;
const ARM_RADII = 1.3;

/** End of the clothes, 0 hip to 1 ankle, if they end well above the ankles over bare skin; otherwise null. */
function legsBareFrom({ body: { worn } }: Scene): number | null {
  return worn.legEnd !== null && worn.legEnd < HEM_AT_ANKLE ? worn.legEnd : null;
}

/** Returns whether skin is that of a bare leg: within the given number of its radii. */
function isBareLeg({ placement, body, parts }: Scene, pixel: number, within: number): boolean {
  if (parts.skin[pixel] < SKIN_MIN) return false;
  const p = placement.placeOf(pixel);
  if (body.torsoPlace(p).share < 1 || body.leg(p).radii > within) return false;
  return SIDES.every((side) => {
    const { radii, hand } = body.arm(p, side);
    return hand > HAND_RADII && radii > ARM_RADII;
  });
}

/**
 * Returns whether a pixel of a bare leg lies above the hems of trousers or a skirt. These hide the leg even where they
 * are narrower.
 */
function legHider(scene: Scene, { span }: GarmentFit): (pixel: number) => boolean {
  if (!span || legsBareFrom(scene) === null) return () => false;
  return (i) => {
    if (!isBareLeg(scene, i, LEG_RADII)) return false;
    const { share, offset } = torsoPlaceOf(i, scene);
    return share <= span.hems[offset > 0 ? 1 : 0];
  };
}

/** Distance before the end of a sleeve, as a share of the arm, from which the arm may show. */
const BEFORE_END = 0.06;

/** Skin within this many radii of an arm belongs to it. */
const ARM_SKIN_RADII = 1.6;
/** Radii of the face that no sleeve hides. */
const FACE_RADII = 1.3;
/** Share of the torso below which skin within its width is not an arm's. */
const TRUNK_FROM = 0.3;

/** Returns whether a pixel of a bare arm lies within a sleeve. It hides the arm even where it is narrower. */
function armHider(
  { person: { frame }, placement, body, parts }: Scene,
  { replaces, hasSleeves, sleeveEnds, neckHalf }: GarmentFit,
): (pixel: number) => boolean {
  if (replaces === 'lower' || !hasSleeves) return () => false;
  const beside = neckHalf + BEYOND_NECK * body.shoulderWidth;
  return (i) => {
    if (parts.skin[i] < SKIN_MIN) return false;
    const p = placement.placeOf(i);
    const { share, offset } = body.torsoPlace(p);
    const isTrunk = share > TRUNK_FROM && Math.abs(offset) < body.halfWidth(clamp(share, 0.1, 2), offset > 0 ? 1 : 0);
    const isFace = frame.faceVisible && distance(p, frame.faceCentre) < FACE_RADII * frame.faceRadius;
    if (Math.abs(offset) < beside || isTrunk || isFace || body.neckRadii(p) < 1 || body.leg(p).radii <= 1) return false;
    return SIDES.some((side) => {
      const { radii, along, hand } = body.arm(p, side);
      return radii < ARM_SKIN_RADII && along < sleeveEnds[side] - BEFORE_END && hand > HAND_RADII;
    });
  };
}

/** Depth of a waistband's upper edge below its ends, as a share of the torso. */
const ABOVE_WAIST = 0.08;
/** Lower end of the belly, as a share of the torso, where trousers or a skirt begin. */
const HIPS = 0.86;

/** Distance from the neck of a garment with sleeves beyond which shoulders may show, in shoulder widths. */
const BEYOND_NECK = 0.02;
/**
 * Reach of bare shoulders above their line, in shoulder widths. Under sleeves it is as far below the line as cloth
 * stands off.
 */
const OVER_LINE = 0.02;

/** Share of the torso below which skin that is not a hand's is a leg's. */
const LEGS_FROM = 0.9;

/** Share of skin in a pixel that becomes skin: less than 1 only along the outline of a leg. */
function shareOfLeg({ body, placement }: Scene, p: Point): number {
  if (body.torsoPlace(p).share <= LEGS_FROM) return 1;
  const isHand = SIDES.some((side) => body.arm(p, side).hand * WRISTS_TO_HAND < 1.02);
  return isHand ? 1 : legCover(body.leg(p), placement.scale);
}

/** Returns the content below the clothes at a place of the body beside its arms. */
function classifier(scene: Scene, fit: GarmentFit, cover: Float32Array): (p: Point) => number {
  const { body } = scene;
  const { shoulderWidth, down } = body;
  const belowHem = findBelowHem(scene);
  const tips = SIDES.map((side) => shoulderTip(body, side));
  const handsSeen = SIDES.map((side) => isHandSeen(scene, side));
  const isSeenLeg = fit.span ? seenLegs(scene, fit.span, cover) : () => false;
  const isLeg = (p: Point) => legCover(body.leg(p), scene.placement.scale) > 0;
  const neckRoot = neckRootOf(body, fit.neckHalf);
  const isThinStrip = thinStrip(scene, cover);
  return (p) => {
    const { share, offset } = body.torsoPlace(p);
    const side = offset > 0 ? 1 : 0;
    // Above the new waistband lies the top's hem, even if it is labelled as trousers.
    if (fit.span && isAboveWaistband(fit.span.waist, fit, body, share, offset)) return BECOMES.nothing;
    // The lower garment covers no arm, except an invisible hand in a pocket or a glove.
    if (fit.span && SIDES.some((hand) => !handsSeen[hand] && body.arm(p, hand).hand * WRISTS_TO_HAND < 1.02))
      return BECOMES.skin;
    // Beside trousers or a skirt no leg shows, because it is within them.
    if (fit.span) return isLeg(p) && isSeenLeg(p) ? BECOMES.skin : BECOMES.background;
    // Shoulders are never bare under a garment with sleeves; pixels above it are background.
    if (fit.hasSleeves && share < 0.12 && Math.abs(offset) > fit.neckHalf + BEYOND_NECK * shoulderWidth)
      return BECOMES.background;
    if (share < 0.3) {
      const radii = body.neckRadii(p);
      if (radii < 1) return BECOMES.skin;
      const root = neckRoot(p, radii, side);
      if (root !== null) return root ? BECOMES.skin : BECOMES.background;
      const line = body.shoulderLine(Math.abs(offset), side);
      const above =
        (p.x - line.x) * down.x + (p.y - line.y) * down.y <
        (fit.hasSleeves ? SHOULDER_LIFT : -OVER_LINE) * shoulderWidth;
      return Math.abs(offset) < Math.min(0.62 * shoulderWidth, tips[side] * 1.1) && !above
        ? BECOMES.skin
        : BECOMES.background;
    }
    if (isThinStrip(p)) return BECOMES.background;
    if (Math.abs(offset) >= body.halfWidth(clamp(share, 0.1, 2), side) * 0.99) {
      if (share <= LEGS_FROM || !isLeg(p)) return BECOMES.background;
      // The half width includes the gap between the legs, so bare legs are placed by their bones alone.
      if (fit.replaces === 'both') return BECOMES.skin;
      return BECOMES[belowHem(p)];
    }
    if (share <= (fit.tuck?.at(offset) ?? HIPS)) return BECOMES.skin;
    if (fit.replaces !== 'both') return BECOMES[belowHem(p)];
    return isLeg(p) ? BECOMES.skin : BECOMES.background;
  };
}
