import { clamp, dot, subtract } from '../../../pixels/geometry.ts';
import type { Point } from '../../../pixels/raster.ts';
import type { BodyModel } from '../body/body-model.ts';
import { SHOULDER_LIFT } from '../body/shoulder-line.ts';
import { SIDES } from '../body/side.ts';
import type { GarmentFit, LowerSpan } from '../fit/fit.ts';
import { shoulderTip } from '../fit/fit-torso.ts';
import type { Scene } from '../scene.ts';
import { findBelowHem } from './below-hem.ts';
import { legCover } from './leg-cover.ts';
import { BEYOND_NECK, neckRootOf } from './neck-root.ts';
import { isAboveWaistband } from './replaced-clothes.ts';
import { isHandSeen, WRISTS_TO_HAND } from './seen-hand.ts';
import { seenLegs } from './seen-legs.ts';
import { thinStrip } from './thin-strip.ts';

/** The new content of a pixel that the old garment covered and the new one does not. */
export const BECOMES = { nothing: 0, skin: 1, background: 2, lower: 3, hair: 4 } as const;

/** Lower end of the belly, as a share of the torso, where trousers or a skirt begin. */
const HIPS = 0.86;

/**
 * Reach of bare shoulders above their line, in shoulder widths. Under sleeves it is as far below the line as cloth
 * stands off.
 */
const OVER_LINE = 0.02;

/** Shares of the torso down to which shoulders reach, and down to which no shoulder is bare under sleeves. */
const SHOULDERS_TO = 0.3;
const SLEEVES_TO = 0.12;
/** Greatest distance of bare shoulders from the middle, in shoulder widths. */
const SHOULDER_HALF = 0.62;
/** Share of the torso below which skin that is not a hand's is a leg's. */
const LEGS_FROM = 0.9;

/** Share of skin in a pixel that becomes skin: less than 1 only along the outline of a leg. */
export function shareOfLeg({ body, placement }: Scene, p: Point): number {
  if (body.torsoPlace(p).share <= LEGS_FROM) return 1;
  const isHand = SIDES.some((side) => body.arm(p, side).hand * WRISTS_TO_HAND < 1.02);
  return isHand ? 1 : legCover(body.leg(p), placement.scale);
}

/** Returns the content beneath the clothes at a place of the body beside its arms: one of {@link BECOMES}. */
export function beneathOf(scene: Scene, fit: GarmentFit, cover: Float32Array): (p: Point) => number {
  if (fit.span) return beneathBottoms(scene, fit, fit.span, cover);
  const shoulders = beneathShoulders(scene.body, fit);
  const trunk = beneathTrunk(scene, fit, cover);
  return (p) => (scene.body.torsoPlace(p).share < SHOULDERS_TO ? shoulders(p) : trunk(p));
}

/** Returns the content beneath trousers or a skirt. */
function beneathBottoms(
  scene: Scene,
  fit: Pick<GarmentFit, 'tuck'>,
  span: LowerSpan,
  cover: Float32Array,
): (p: Point) => number {
  const { body } = scene;
  const handsSeen = SIDES.map((side) => isHandSeen(scene, side));
  const isSeenLeg = seenLegs(scene, span, cover);
  const isLeg = onLegOf(scene);
  return (p) => {
    const { share, offset } = body.torsoPlace(p);
    // Above the new waistband lies the top's hem, even if it is labelled as trousers.
    if (isAboveWaistband(span.waist, fit, body, share, offset)) return BECOMES.nothing;
    // The lower garment covers no arm, except an invisible hand in a pocket or a glove.
    if (SIDES.some((hand) => !handsSeen[hand] && body.arm(p, hand).hand * WRISTS_TO_HAND < 1.02)) return BECOMES.skin;
    // Beside trousers or a skirt no leg shows, because it is within them.
    return isLeg(p) && isSeenLeg(p) ? BECOMES.skin : BECOMES.background;
  };
}

/** Returns the content beneath the neck and the shoulders of a top or a dress. */
function beneathShoulders(body: BodyModel, { hasSleeves, neckHalf }: GarmentFit): (p: Point) => number {
  const { shoulderWidth, down } = body;
  const tips = SIDES.map((side) => shoulderTip(body, side));
  const neckRoot = neckRootOf(body, neckHalf);
  const rise = (hasSleeves ? SHOULDER_LIFT : -OVER_LINE) * shoulderWidth;
  return (p) => {
    const { share, offset } = body.torsoPlace(p);
    const side = offset > 0 ? 1 : 0;
    // Shoulders are never bare under a garment with sleeves; pixels above it are background.
    if (hasSleeves && share < SLEEVES_TO && Math.abs(offset) > neckHalf + BEYOND_NECK * shoulderWidth)
      return BECOMES.background;
    const radii = body.neckRadii(p);
    if (radii < 1) return BECOMES.skin;
    const root = neckRoot(p, radii, side);
    if (root !== null) return root ? BECOMES.skin : BECOMES.background;
    const isAboveLine = dot(subtract(p, body.shoulderLine(Math.abs(offset), side)), down) < rise;
    const isWithin = Math.abs(offset) < Math.min(SHOULDER_HALF * shoulderWidth, tips[side] * 1.1);
    return isWithin && !isAboveLine ? BECOMES.skin : BECOMES.background;
  };
}

/** Returns the content beneath a top or a dress from the armpits down. */
function beneathTrunk(scene: Scene, { replaces, tuck }: GarmentFit, cover: Float32Array): (p: Point) => number {
  const { body } = scene;
  const belowHem = findBelowHem(scene);
  const isThinStrip = thinStrip(scene, cover);
  const isLeg = onLegOf(scene);
  return (p) => {
    const { share, offset } = body.torsoPlace(p);
    if (isThinStrip(p)) return BECOMES.background;
    const isBeside = Math.abs(offset) >= body.halfWidth(clamp(share, 0.1, 2), offset > 0 ? 1 : 0) * 0.99;
    // The half width includes the gap between the legs, so legs are placed by their bones alone.
    if (isBeside && (share <= LEGS_FROM || !isLeg(p))) return BECOMES.background;
    if (!isBeside && share <= (tuck?.at(offset) ?? HIPS)) return BECOMES.skin;
    if (replaces !== 'both') return BECOMES[belowHem(p)];
    return isLeg(p) ? BECOMES.skin : BECOMES.background;
  };
}

/** Returns whether a place lies on a leg or its soft edge. */
function onLegOf({ body, placement: { scale } }: Scene): (p: Point) => boolean {
  return (p) => legCover(body.leg(p), scale) > 0;
}
