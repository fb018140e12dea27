import { checkpointAt } from '../../../checkpoint.ts';
import { blur, boxFilter } from '../../../pixels/filters.ts';
import { clamp, distance, mix, smoothstep } from '../../../pixels/geometry.ts';
import { luma } from '../../../pixels/lab.ts';
import type { Layer } from '../../../pixels/layer.ts';
import { planeOf } from '../../../pixels/planes.ts';
import type { Point } from '../../../pixels/raster.ts';
import { SIDES, type Side } from '../body/side.ts';
import type { DrawnGarment } from '../draw/draw.ts';
import { gatherLight } from '../draw/tuck.ts';
import type { GarmentFit } from '../fit/fit.ts';
import type { Scene } from '../scene.ts';
import { BECOMES } from './beneath.ts';
import { shadeBetween } from './leg-shade.ts';
import { BARED_RADII, hangingSleeve } from './old-sleeve.ts';
import { paintWaistband } from './paint-waistband.ts';
import type { OldShading } from './shading.ts';
import type { Uncovered } from './uncovered.ts';

/** Share of the old garment's relative light that the new one takes. */
const SHADING_GAIN = 0.85;
/**
 * Share of that light that pale cloth takes, and the lumas of pale and of white cloth. Light between pale folds fills
 * them (Nayar, Ikeuchi & Kanade, "Shape from interreflections", 1991), so folds of a darker garment would look like
 * grey patches.
 */
const PALE_SHARE = 0.4;
const PALE_FROM = 150;
const WHITE_FROM = 230;
/** Darkening of a garment towards the sides of the body and of the arms, which turn away from the light. */
const SIDE_SHADE = 0.16;
/** Shares of the torso over which its sides begin to darken. Above, they continue into the shoulders. */
const SIDES_FROM = 0.12;
const SIDES_WHOLE = 0.42;
/** Radii of an arm where a sleeve darkens as the sides of the body do. */
const SLEEVE_RADII = 1.35;
/** Depth of a garment's shadow on its surroundings, and its width in shoulder widths. */
const CONTACT_SHADOW = 0.35;
const CONTACT_WIDTH = 0.022;
/** The same for open fronts, which stand off the top below. */
const FRONT_SHADOW = 0.3;
const FRONT_WIDTH = 0.06;

/** Share of an arm before its cuff from which it may be in front of a garment with sleeves, because cuffs slip up. */
const BEFORE_CUFF = 0.08;

/**
 * Share of the arm beyond which skin is the hand's. Then the reach of a garment over a hand below the wrist, in
 * distances of the knuckles.
 */
const HAND_FROM = 0.85;
/**
 * From this share of the body's half width outwards, skin beside long trousers is an arm, wherever the pose has its
 * bones. The bare part of a belly is narrower.
 */
const BESIDE = 0.85;
/**
 * Share of the torso below which skin above the hem may be a thigh under an open coat. Then the radii of a hand that
 * excludes it.
 */
const THIGHS_FROM = 1.1;
const HAND_RADII = 2.2;
const BELOW_HAND = 1.3;

/** Distance of the chin from the middle of the face, and its softness, in radii of the face. */
const CHIN = 1.08;
const CHIN_EDGE = 0.06;

/**
 * Composites a drawn garment over the painted picture: behind hair, hands and forearms, in the person's light, with its
 * shadow.
 */
export function composeGarment(
  scene: Scene,
  fit: GarmentFit,
  drawn: DrawnGarment,
  uncovered: Uncovered,
  painted: Float32Array<ArrayBuffer>,
  shading: OldShading,
): Scene {
  const { placement, body } = scene;
  const { width, height, scale } = placement;
  const { cover } = uncovered;
  const { trunkFront, sleeveFront } = findFront(scene, fit, drawn, uncovered);
  const light = garmentLight(scene, fit, drawn, uncovered, shading);
  const sleeveShadow = blur(drawn.sleeves.alpha, width, height, body.shoulderWidth * scale * 0.02);
  const colours = painted;
  if (fit.tuck && fit.replaces === 'upper') paintWaistband(scene, fit.tuck, uncovered, painted);
  const visible = new Float32Array(cover.length);
  for (let i = 0; i < cover.length; i++) {
    checkpointAt(i);
    if (cover[i] <= 0) continue;
    const trunk = drawn.body.alpha[i] * (1 - trunkFront[i]);
    const sleeve = drawn.sleeves.alpha[i] * (1 - sleeveFront[i]);
    const gathered = fit.tuck && fit.replaces === 'upper' ? gatherLight(scene, fit.tuck, i) : 1;
    const trunkLight = light.trunk[i] * gathered * (1 - 0.25 * Math.max(0, sleeveShadow[i] - drawn.sleeves.alpha[i]));
    for (let c = 0; c < 3; c++) {
      const below = colours[i * 3 + c] * (1 - trunk) + drawn.body.colour[i * 3 + c] * trunkLight * trunk;
      colours[i * 3 + c] = below * (1 - sleeve) + drawn.sleeves.colour[i * 3 + c] * light.sleeves[i] * sleeve;
    }
    visible[i] = 1 - (1 - trunk) * (1 - sleeve);
  }
  const still = planeOf(visible.length, (i) => (uncovered.becomes[i] === BECOMES.background ? 0 : scene.matte[i]));
  shadeAround(scene, still, visible, colours, CONTACT_WIDTH, CONTACT_SHADOW);
  if (fit.gap) shadeAround(scene, still, visible, colours, FRONT_WIDTH, FRONT_SHADOW);
  return { ...scene, colours, worn: planeOf(visible.length, (i) => Math.max(scene.worn[i], visible[i])) };
}

/** Share of the person in front of the garment at each pixel; 1 hides the garment. */
function findFront(scene: Scene, fit: GarmentFit, drawn: DrawnGarment, { cover }: Uncovered) {
  const { placement, person, body, parts, matte, worn } = scene;
  const trunkFront = new Float32Array(cover.length);
  const sleeveFront = new Float32Array(cover.length);
  const hem = fit.replaces === 'lower' && !fit.tuck ? (body.worn.hem ?? 0) : 0;
  // Beside trousers that hide the legs, skin is a hand even if the pose is inexact.
  const handReach = body.worn.legEnd === null && !person.regions.wearsDress ? HAND_RADII : 1.5;
  const isInTrousers = body.worn.legsPart !== null && body.worn.legEnd === null;
  const isHangingSleeve = hangingSleeve(body);
  const isHidden = SIDES.map((side) => hidesHand(scene, fit, drawn, side));
  for (let i = 0; i < cover.length; i++) {
    checkpointAt(i);
    if (cover[i] <= 0) continue;
    const skin = parts.skin[i] * (1 - worn[i]);
    const old = fit.replaces === 'lower' && (!fit.tuck || person.regions.wearsDress) ? parts.upper[i] : 0;
    const carried = parts.carried[i] * (1 - worn[i]);
    // Fast path: most pixels of a garment have nothing that could be in front of it.
    if (skin <= 0 && old <= 0 && worn[i] <= 0 && carried <= 0 && parts.hair[i] <= 0 && (hem <= 0 || matte[i] >= 1))
      continue;
    const p = placement.placeOf(i);
    const arms = SIDES.map((side) => body.arm(p, side));
    const nearer = arms[0].radii < arms[1].radii ? 0 : 1;
    const arm = arms[nearer];
    const hand = Math.min(arms[0].hand, arms[1].hand);
    const { share, offset } = body.torsoPlace(p);
    if (fit.replaces === 'lower') {
      // Arms of a removed top stay in front of the bottoms, because they exist without its sleeves.
      const bared = old * clamp((BARED_RADII - arm.radii) / 0.2);
      const tucked = fit.keepsTop ? (old > 0 && isHangingSleeve(p) ? old : 0) : bared;
      const top = fit.tuck ? tucked : Math.max(fit.keepsTop ? old : bared, worn[i]);
      const isBeside =
        isInTrousers && Math.abs(offset) > BESIDE * body.halfWidth(clamp(share, 0.1, 2), offset > 0 ? 1 : 0);
      const ofArm = isBeside ? 1 : Math.max(clamp((handReach - hand) / 0.2), clamp((1.3 - arm.radii) / 0.2));
      const front = Math.max(skin * ofArm, top) * matte[i];
      // A waistband below the hem of a top is nowhere wider than the top, and hands are in front of both.
      trunkFront[i] = Math.max(
        share < hem
          ? Math.max(front, share < THIGHS_FROM ? skin : skin * clamp((HAND_RADII - hand) / 0.5), 1 - matte[i])
          : front,
        carried,
      );
      continue;
    }
    const hair = share < 0.9 ? parts.hair[i] : 0;
    const nearArm = Math.max(clamp((1.45 - arm.radii) / 0.2), clamp((1.5 - hand) / 0.2));
    const beside = Math.abs(offset) / body.halfWidth(clamp(share, 0.1, 2), offset > 0 ? 1 : 0);
    const upperArm = fit.hasSleeves ? 0 : clamp((beside - 0.86) / 0.1);
    const isHand = isHidden[nearer] && arms[nearer].along > HAND_FROM;
    let front = isHand ? 0 : skin * nearArm;
    const bareFrom = Math.max(0.42, fit.sleeveEnds[nearer] - BEFORE_CUFF);
    front *= Math.max(clamp((arm.along - bareFrom) / 0.06), upperArm, hand < 1.5 ? 1 : 0);
    trunkFront[i] = Math.max(front * matte[i], hair, carried, skin * faceAt(scene, p));
    sleeveFront[i] = Math.max(
      hair,
      drawn.sleeves.alpha[i] > 0 && !isHand
        ? skin * clamp((1.1 - hand) / 0.25) * smoothstep(0.75, 0.9, arm.along) * matte[i]
        : 0,
    );
  }
  return { trunkFront, sleeveFront };
}

/** True if a garment with a long sleeve hangs over the pocket that holds the hand. */
function hidesHand(
  { placement, body }: Scene,
  { sleeveEnds }: GarmentFit,
  { body: trunk }: DrawnGarment,
  side: Side,
): boolean {
  if (sleeveEnds[side] < HAND_FROM || body.worn.intoPocket[side] === null) return false;
  const { x, y } = placement.toOutput(mix(body.joints.wrist[side], body.joints.knuckles[side], BELOW_HAND));
  const [column, row] = [Math.floor(x), Math.floor(y)];
  const isInside = column >= 0 && row >= 0 && column < placement.width && row < placement.height;
  return isInside && trunk.alpha[row * placement.width + column] > 0.5;
}

/** Share of the face at a point. No collar covers the chin. */
function faceAt({ person: { frame } }: Scene, p: Point): number {
  return frame.faceVisible ? clamp((CHIN - distance(p, frame.faceCentre) / frame.faceRadius) / CHIN_EDGE) : 0;
}

/**
 * Brightness of a garment's trunk and sleeves: the folds of the old one, darkened towards the sides of body and arms.
 */
function garmentLight(
  { placement, body }: Scene,
  { legsMeet }: GarmentFit,
  { body: trunkLayer, sleeves }: DrawnGarment,
  { cover }: Uncovered,
  { relative, strength }: OldShading,
): Readonly<Record<'trunk' | 'sleeves', Float32Array<ArrayBuffer>>> {
  const { width, height } = placement;
  const trunk = new Float32Array(cover.length).fill(1);
  const sleeve = new Float32Array(cover.length).fill(1);
  const foldsOn = (layer: Layer, i: number) =>
    1 + (relative[i] - 1) * SHADING_GAIN * strength * takenBy(luma(layer.colour, i));
  const betweenLegs = shadeBetween(legsMeet, body.girth);
  for (let i = 0; i < cover.length; i++) {
    checkpointAt(i);
    if (cover[i] < 0.01) continue;
    const p = placement.placeOf(i);
    const { share, offset } = body.torsoPlace(p);
    const aside = Math.abs(offset) / body.halfWidth(clamp(share, 0.1, 2), offset > 0 ? 1 : 0);
    trunk[i] = foldsOn(trunkLayer, i) * turnedAway(aside * smoothstep(SIDES_FROM, SIDES_WHOLE, share)) * betweenLegs(p);
    if (sleeves.alpha[i] > 0)
      sleeve[i] =
        foldsOn(sleeves, i) * turnedAway(Math.min(...SIDES.map((side) => body.arm(p, side).radii)) / SLEEVE_RADII);
  }
  return { trunk: boxFilter(trunk, width, height, 1), sleeves: boxFilter(sleeve, width, height, 1) };
}

/** Share of the old light that cloth of a luma takes. */
const takenBy = (own: number) => 1 - (1 - PALE_SHARE) * smoothstep(PALE_FROM, WHITE_FROM, own);

/** Brightness factor of cloth on a round body; `aside` is 0 at its middle and 1 at its side. */
function turnedAway(aside: number): number {
  const square = clamp(aside, 0, 1.1) ** 2;
  return 1.02 - SIDE_SHADE * square * square;
}

/** Adds a soft shadow on the uncovered person (`still`) just outside the garment. */
function shadeAround(
  { placement, body }: Scene,
  still: Float32Array,
  visible: Float32Array,
  colours: Float32Array,
  shadowWidth: number,
  shadowDepth: number,
): void {
  const { width, height, scale } = placement;
  const soft = blur(visible, width, height, body.shoulderWidth * scale * shadowWidth);
  for (let i = 0; i < visible.length; i++) {
    checkpointAt(i);
    const depth = soft[i] * (1 - visible[i]) * still[i] * shadowDepth;
    if (depth > 0.01) for (let c = 0; c < 3; c++) colours[i * 3 + c] *= 1 - depth;
  }
}
