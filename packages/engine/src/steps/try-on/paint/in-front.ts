import { clamp, distance, mix, smoothstep } from '../../../pixels/geometry.ts';
import type { Point } from '../../../pixels/raster.ts';
import { BEFORE_END, FINGERS, FOREARM_FROM, ON_ARM } from '../body/arm-place.ts';
import type { BodyPlace } from '../body/body-place.ts';
import { SIDES, type Side } from '../body/side.ts';
import type { DrawnGarment } from '../draw/draw.ts';
import type { ByLayer, GarmentFit, LowerSpan } from '../fit/fit.ts';
import { bodyPlaceOf, type Scene } from '../scene.ts';
import { BECOMES } from './beneath.ts';
import { ownTopInFront } from './old-clothes.ts';
import { isBehindBack } from './seen-hand.ts';
import type { Uncovered } from './uncovered.ts';

/** Share of the torso below which hair is behind a garment. */
const HAIR_TO = 0.9;
/** Reach of a garment over a hand below the wrist, in distances of the knuckles. */
const BELOW_HAND = 1.3;
/** Share of the arm beyond which skin is the hand's. */
const HAND_FROM = 0.85;
/** Skin beside cloth within this many radii of a hand belongs to it. */
const HAND = 1.5;
/** Shares of an arm between which the trunk begins to hide a forearm behind the back. */
const ELBOW = [0.45, 0.55] as const;
/** Distance of the chin from the middle of the face, and its softness, in radii of the face. */
const CHIN = 1.08;
const CHIN_EDGE = 0.06;

/** Returns the shares of a pixel of each layer of a garment that the person hides, 0 to 1. */
export function findInFront(
  scene: Scene,
  fit: GarmentFit,
  drawn: DrawnGarment,
  { becomes, old, skin }: Pick<Uncovered, 'becomes' | 'old' | 'skin'>,
): (pixel: number) => ByLayer<number> {
  const { matte } = scene;
  const before = fit.span ? beforeBottoms(scene, fit, fit.span) : beforeTop(scene, fit, drawn);
  return (i) => {
    const [trunk, sleeves] = before(i);
    // The body that stays is in front of the back, and so is painted skin.
    const body = becomes[i] === BECOMES.background ? Math.max(matte[i] - old[i], skin[i] * matte[i]) : matte[i];
    return { back: Math.max(0, body), trunk, sleeves };
  };
}

/** Shares of a pixel of a garment's trunk and of its sleeves that the person hides, 0 to 1. */
type Hidden = readonly [trunk: number, sleeves: number];

/**
 * Hair, face, carried things, forearms and hands are in front of a top. Hair and hands are in front of its sleeves, and
 * so is the trunk on forearms behind the back.
 */
function beforeTop(scene: Scene, fit: GarmentFit, drawn: DrawnGarment): (pixel: number) => Hidden {
  const { parts, matte, worn } = scene;
  const { trunk: drawnTrunk, sleeves } = drawn.layers;
  const isHidden = SIDES.map((side) => hidesHand(scene, fit, drawn, side));
  const isBehind = SIDES.map((side) => isBehindBack(scene, side));
  const isAnyBehind = isBehind.includes(true);
  return (i) => {
    const crosses = isAnyBehind && drawnTrunk.alpha[i] * sleeves.alpha[i] > 0;
    if (parts.skin[i] + parts.hair[i] + parts.carried[i] <= 0 && !crosses) return [0, 0];
    const at = bodyPlaceOf(i, scene);
    const hair = at.share < HAIR_TO ? parts.hair[i] : 0;
    const carried = parts.carried[i] * (1 - worn[i]);
    const skin = parts.skin[i] * (1 - worn[i]);
    const side = at.nearestArm;
    const { along } = at.arms[side];
    const hand = clamp((1.1 - at.handRadii) / 0.25) * smoothstep(0.75, 0.9, along);
    const arm = isHidden[side] && along > HAND_FROM ? 0 : skin * matte[i];
    const trunk = Math.max(hair, carried, skin * faceAt(scene, at.point), arm * forearm(at, side, fit));
    const back = isBehind[side] ? drawnTrunk.alpha[i] * smoothstep(...ELBOW, along) : 0;
    return [trunk, Math.max(hair, arm * hand, back)];
  };
}

/** Share of an arm at a place that is not within a garment's sleeve. */
function forearm(at: BodyPlace, side: Side, { hasSleeves, sleeveEnds }: GarmentFit): number {
  const { along, radii } = at.arms[side];
  const hand = at.handRadii;
  const beyond = clamp((along - Math.max(FOREARM_FROM, sleeveEnds[side] - BEFORE_END)) / 0.06);
  const upperArm = hasSleeves ? 0 : clamp((at.aside - 0.86) / 0.1);
  const near = Math.max(clamp((1.45 - radii) / 0.2), clamp((HAND - hand) / 0.2));
  return near * Math.max(beyond, upperArm, hand < HAND ? 1 : 0);
}

/** Arms, hands, carried things and a top that is not put under the waistband are in front of bottoms. */
function beforeBottoms(scene: Scene, { tuck }: GarmentFit, span: LowerSpan): (pixel: number) => Hidden {
  const { person, body, parts, matte, worn } = scene;
  const hidesLegs = body.worn.legEnd === null;
  const handReach = hidesLegs && !person.regions.wearsDress ? FINGERS : HAND;
  const ownTop = tuck && !person.regions.wearsDress ? () => 0 : ownTopInFront(span, body);
  return (i) => {
    const carried = parts.carried[i] * (1 - worn[i]);
    const skin = parts.skin[i] * (1 - worn[i]);
    if (skin + parts.upper[i] <= 0) return [carried, 0];
    const at = bodyPlaceOf(i, scene);
    const near = Math.max(clamp((handReach - at.handRadii) / 0.2), clamp((ON_ARM - at.armRadii) / 0.2));
    return [Math.max(carried, Math.max(skin * near, parts.upper[i] * ownTop(at)) * matte[i]), 0];
  };
}

/** True if a garment with a long sleeve hangs over the pocket that holds the hand. */
function hidesHand(
  { placement, body }: Scene,
  { sleeveEnds }: GarmentFit,
  { layers: { trunk } }: DrawnGarment,
  side: Side,
): boolean {
  if (sleeveEnds[side] < HAND_FROM || body.worn.intoPocket[side] === null) return false;
  const pixel = placement.pixelAt(mix(body.joints.wrist[side], body.joints.knuckles[side], BELOW_HAND));
  return pixel !== null && trunk.alpha[pixel] > 0.5;
}

/** Share of the face at a point. No collar covers the chin. */
function faceAt({ person: { frame } }: Scene, p: Point): number {
  return frame.faceVisible ? clamp((CHIN - distance(p, frame.faceCentre) / frame.faceRadius) / CHIN_EDGE) : 0;
}
