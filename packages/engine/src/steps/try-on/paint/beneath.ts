import { add, alongPolyline, clamp } from '../../../pixels/geometry.ts';
import { regionAt } from '../../person/region-at.ts';
import type { BodyModel } from '../body/body-model.ts';
import { type BodyPlace, LEGS_FROM } from '../body/body-place.ts';
import type { LegPlace } from '../body/leg-shape.ts';
import { SHOULDER_LIFT } from '../body/shoulder-line.ts';
import { SIDES, type Side, signOf } from '../body/side.ts';
import type { GarmentFit, LowerSpan } from '../fit/fit.ts';
import type { Scene } from '../scene.ts';
import { onTrousers, trouserSeams, WORN_RADII } from './hidden-trousers.ts';
import { BEYOND_NECK, neckRootOf } from './neck-root.ts';
import { isAboveWaistband } from './old-clothes.ts';
import { isHandSeen, WRISTS_TO_HAND } from './seen-hand.ts';

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

/** Returns the content of a place: one of {@link BECOMES}. */
type Content = (at: BodyPlace) => number;

/** Returns the content beneath the clothes at a place of the body beside its arms. */
export function beneathOf(scene: Scene, fit: GarmentFit, cover: Float32Array): Content {
  if (fit.span) return beneathBottoms(scene, fit, fit.span, cover);
  const shoulders = beneathShoulders(scene.body, fit);
  const trunk = beneathTrunk(scene, fit);
  return (at) => (at.share < SHOULDERS_TO ? shoulders(at) : trunk(at));
}

/** Returns the content beneath trousers or a skirt. */
function beneathBottoms(scene: Scene, { tuck }: GarmentFit, span: LowerSpan, cover: Float32Array): Content {
  const { body } = scene;
  const handsSeen = SIDES.map((side) => isHandSeen(scene, side));
  const isSeenLeg = seenLegs(scene, span, cover);
  return (at) => {
    // Above the new waistband lies the top's hem, even if it is labelled as trousers.
    if (isAboveWaistband(span, tuck !== null, body, at)) return BECOMES.nothing;
    // The lower garment covers no arm, except an invisible hand in a pocket or a glove.
    if (SIDES.some((side) => !handsSeen[side] && isOnHand(at, side))) return BECOMES.skin;
    // Beside trousers or a skirt no leg shows, because it is within them.
    return isOnLeg(scene, at) && isSeenLeg(at) ? BECOMES.skin : BECOMES.background;
  };
}

/**
 * Returns the content beneath the neck and the shoulders of a top or a dress. A bare shoulder lies under the old cloth
 * and falls from the neck to the top of the arm. Beyond the joint, the arm takes its place.
 */
function beneathShoulders(body: BodyModel, { hasSleeves, neckHalf }: GarmentFit): Content {
  const { shoulderWidth } = body;
  const neckRoot = neckRootOf(body, neckHalf);
  const depthMin = hasSleeves ? 0 : -(SHOULDER_LIFT + OVER_LINE) * shoulderWidth;
  const ends = SIDES.map((side) => Math.abs(body.torsoPlace(body.joints.shoulder[side]).offset));
  return ({ point, share, offset, side }) => {
    // Shoulders are never bare under a garment with sleeves; pixels above it are background.
    if (hasSleeves && share < SLEEVES_TO && Math.abs(offset) > neckHalf + BEYOND_NECK * shoulderWidth)
      return BECOMES.background;
    const radii = body.neckRadii(point);
    if (radii < 1) return BECOMES.skin;
    const isShoulder = Math.abs(offset) < ends[side] && body.underShoulder(point, side) > depthMin;
    return (neckRoot(point, radii, side) ?? isShoulder) ? BECOMES.skin : BECOMES.background;
  };
}

/** Returns the content beneath a top or a dress from the armpits down. */
function beneathTrunk(scene: Scene, { replaces, tuck }: GarmentFit): Content {
  const belowHem = findBelowHem(scene);
  return (at) => {
    const isBeside = at.aside >= 0.99;
    const isLeg = isOnLeg(scene, at);
    // The half width includes the gap between the legs, so legs are placed by their bones alone.
    if (isBeside && (at.share <= LEGS_FROM || !isLeg)) return BECOMES.background;
    if (!isBeside && at.share <= (tuck?.at(at.offset) ?? HIPS)) return BECOMES.skin;
    if (replaces !== 'both') return BECOMES[belowHem(at)];
    return isLeg ? BECOMES.skin : BECOMES.background;
  };
}

/** Share of skin in a pixel that becomes skin: less than 1 only along the outline of a leg. */
export function shareOfLeg({ placement }: Scene, at: BodyPlace): number {
  if (at.share <= LEGS_FROM || SIDES.some((side) => isOnHand(at, side))) return 1;
  return legCover(at.leg, placement.scale);
}

const isOnHand = ({ arms }: BodyPlace, side: Side) => arms[side].hand * WRISTS_TO_HAND < 1.02;

/** True if a place lies on a leg or its soft edge. */
const isOnLeg = ({ placement }: Scene, { leg }: BodyPlace) => legCover(leg, placement.scale) > 0;

/**
 * Share of a pixel around a place that is the nearest leg. Its outline is as soft as the edges of the photo, whose
 * pixel is one or more of the output. `scale` is output pixels to one analysed pixel.
 */
export function legCover({ radii, radius }: Pick<LegPlace, 'radii' | 'radius'>, scale: number): number {
  return clamp(0.5 + (1 - radii) * radius * Math.min(1, scale));
}

/** Greatest slope of a trouser leg's hem over its width, as a share of the torso. */
const SLANT = 0.3;
/** Step along a leg, as a share of it. */
const STEP = 0.005;
/** Least coverage of a pixel of cloth. */
const CLOTH = 0.5;

/**
 * Returns whether a point is on the visible part of a leg below trousers, shorts or a skirt. It begins at the end of
 * the drawn cloth, which may be above the line between the hem's corners. Hidden feet stay hidden under a garment that
 * covers the ankle. `cover` is the coverage of each output pixel.
 */
function seenLegs({ body, placement }: Scene, span: LowerSpan, cover: Float32Array): (at: BodyPlace) => boolean {
  const { width, height } = placement;
  const hems = SIDES.map((side) => {
    const leg = legOf(body, side);
    for (let t = 1; t > 0; t -= STEP) {
      const { at } = alongPolyline(leg, t);
      const pixel = placement.pixelAt(at);
      if (pixel === null || cover[pixel] <= CLOTH) continue;
      const staysHidden = t === 1 && body.endsOverFeet !== null;
      return staysHidden ? Number.POSITIVE_INFINITY : body.torsoPlace(at).share;
    }
    return span.hems[side];
  });
  const lowest = new Int32Array(width).fill(height);
  for (let i = 0; i < cover.length; i++) if (cover[i] > CLOTH) lowest[i % width] = Math.floor(i / width);
  return ({ point, share, side }) => {
    if (share > hems[side]) return true;
    const { x, y } = placement.toOutput(point);
    return share > hems[side] - SLANT && y > (lowest[Math.floor(x)] ?? height);
  };
}

const legOf = ({ joints: { hip, knee, ankle } }: BodyModel, side: Side) => [hip[side], knee[side], ankle[side]];

/** Distance below a hem where the width of the clothes under it is measured, as a share of the torso. */
const BELOW_HEM = 0.2;
/** Share of that width where the test for a longer coat looks. */
const RIM = 0.9;

/**
 * The content of places below the hips without the top or coat that hung over them. `lower` is the clothes below the
 * waist.
 */
function findBelowHem({ body, placement, person: { regions } }: Scene): (at: BodyPlace) => keyof typeof BECOMES {
  const { worn } = body;
  const ends = SIDES.map((side) =>
    worn.legEnd === null
      ? Number.POSITIVE_INFINITY
      : body.torsoPlace(alongPolyline(legOf(body, side), worn.legEnd).at).share,
  );
  const isTrousers = body.wearsTrousers && body.joints.kneesSeen ? onTrousers(body, trouserSeams(body, regions)) : null;
  return (at) => {
    const { share, offset, side, leg } = at;
    if (share > ends[side]) return legCover(leg, placement.scale) > 0 ? 'skin' : 'background';
    if (isTrousers) return isTrousers(at) ? 'lower' : 'background';
    // A hem that hung wide of the legs had background beside them, not the cloth of trousers.
    const measured = clamp(worn.hem === null ? share : Math.max(share, worn.hem + BELOW_HEM), 0.1, 2);
    const half = body.halfWidth(measured, side);
    if (Math.abs(offset) >= half * 1.01) return 'background';
    // The width of a coat does not give that of the clothes under it.
    const isCoat = regionAt(regions, add(body.axis(measured), body.across, signOf(side) * half * RIM)) === 'upper';
    return isCoat && leg.radii >= WORN_RADII ? 'background' : 'lower';
  };
}
