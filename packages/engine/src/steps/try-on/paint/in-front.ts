import { checkpointAt } from '../../../checkpoint.ts';
import { clamp, distance, mix, smoothstep } from '../../../pixels/geometry.ts';
import { planeOf } from '../../../pixels/planes.ts';
import type { Point } from '../../../pixels/raster.ts';
import { BEFORE_END, FINGERS, FOREARM_FROM, ON_ARM } from '../body/arm-place.ts';
import type { BodyPlace } from '../body/body-place.ts';
import { SIDES, type Side } from '../body/side.ts';
import type { DrawnGarment } from '../draw/draw.ts';
import type { GarmentFit, LowerSpan } from '../fit/fit.ts';
import { bodyPlaceOf, type Scene } from '../scene.ts';
import { ownTopInFront } from './old-clothes.ts';

/** Shares of each pixel of a garment that the person hides; 1 hides it. */
export interface InFront {
  readonly trunk: Float32Array;
  readonly sleeves: Float32Array;
}

/** Share of the torso below which hair is behind a garment. */
const HAIR_TO = 0.9;
/** Reach of a garment over a hand below the wrist, in distances of the knuckles. */
const BELOW_HAND = 1.3;
/** Share of the arm beyond which skin is the hand's. */
const HAND_FROM = 0.85;
/** Skin beside cloth within this many radii of a hand belongs to it. */
const HAND = 1.5;
/** Share of the torso below which skin above the hem may be a thigh under an open coat. */
const THIGHS_FROM = 1.1;
/** Distance of the chin from the middle of the face, and its softness, in radii of the face. */
const CHIN = 1.08;
const CHIN_EDGE = 0.06;

/** The layers of the person in front of a drawn garment. */
export function findInFront(scene: Scene, fit: GarmentFit, drawn: DrawnGarment): InFront {
  return fit.span ? beforeBottoms(scene, fit, fit.span, drawn) : beforeTop(scene, fit, drawn);
}

/** Hair, face, carried things, forearms and hands are in front of a top; hair and hands are in front of its sleeves. */
function beforeTop(scene: Scene, fit: GarmentFit, drawn: DrawnGarment): InFront {
  const { parts, matte, worn } = scene;
  const trunk = new Float32Array(matte.length);
  const sleeves = new Float32Array(matte.length);
  const isHidden = SIDES.map((side) => hidesHand(scene, fit, drawn, side));
  for (let i = 0; i < matte.length; i++) {
    checkpointAt(i);
    if (isEmpty(drawn, i) || parts.skin[i] + parts.hair[i] + parts.carried[i] <= 0) continue;
    const at = bodyPlaceOf(i, scene);
    const hair = at.share < HAIR_TO ? parts.hair[i] : 0;
    const skin = parts.skin[i] * (1 - worn[i]);
    const side = at.arms[0].radii < at.arms[1].radii ? 0 : 1;
    const { along } = at.arms[side];
    const ofArms = isHidden[side] && along > HAND_FROM ? 0 : skin * matte[i];
    const hand = clamp((1.1 - at.handRadii) / 0.25) * smoothstep(0.75, 0.9, along);
    trunk[i] = Math.max(
      hair,
      parts.carried[i] * (1 - worn[i]),
      skin * faceAt(scene, at.point),
      ofArms * forearm(at, side, fit),
    );
    sleeves[i] = Math.max(hair, ofArms * hand);
  }
  return { trunk, sleeves };
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

/**
 * Arms, hands, carried things and a top that is not put under the waistband are in front of bottoms. A waistband below
 * the hem of a top is nowhere wider than the top, and hands are in front of both.
 */
function beforeBottoms(scene: Scene, { tuck }: GarmentFit, span: LowerSpan, drawn: DrawnGarment): InFront {
  const { person, body, parts, matte, worn } = scene;
  const hidesLegs = body.worn.legEnd === null;
  const topHem = tuck ? 0 : (body.worn.hem ?? 0);
  const handReach = hidesLegs && !person.regions.wearsDress ? FINGERS : HAND;
  const ownTop = tuck && !person.regions.wearsDress ? () => 0 : ownTopInFront(span, body);
  const trunk = planeOf(matte.length, (i) => {
    const carried = parts.carried[i] * (1 - worn[i]);
    const skin = parts.skin[i] * (1 - worn[i]);
    if (isEmpty(drawn, i) || (skin + parts.upper[i] <= 0 && (topHem <= 0 || matte[i] >= 1))) return carried;
    const at = bodyPlaceOf(i, scene);
    const near = Math.max(clamp((handReach - at.handRadii) / 0.2), clamp((ON_ARM - at.armRadii) / 0.2));
    const front = Math.max(carried, Math.max(skin * near, parts.upper[i] * ownTop(at)) * matte[i]);
    if (at.share >= topHem) return front;
    const aboveThighs = at.share < THIGHS_FROM ? 1 : clamp((FINGERS - at.handRadii) / 0.5);
    return Math.max(front, skin * aboveThighs, 1 - matte[i]);
  });
  return { trunk, sleeves: new Float32Array(matte.length) };
}

const isEmpty = ({ body, sleeves }: DrawnGarment, i: number) => body.alpha[i] + sleeves.alpha[i] <= 0;

/** True if a garment with a long sleeve hangs over the pocket that holds the hand. */
function hidesHand(
  { placement, body }: Scene,
  { sleeveEnds }: GarmentFit,
  { body: trunk }: DrawnGarment,
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
