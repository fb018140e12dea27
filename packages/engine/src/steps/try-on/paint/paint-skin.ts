import { type PersonAnalysis, REGIONS } from '../../../analysis.ts';
import { checkpointAt } from '../../../checkpoint.ts';
import { distanceTo } from '../../../pixels/distance.ts';
import { clamp, smoothstep } from '../../../pixels/geometry.ts';
import { labDistance, labOf, labOfColour, rgbOf } from '../../../pixels/lab.ts';
import { median } from '../../../pixels/median.ts';
import { nearestColours } from '../../../pixels/nearest-colours.ts';
import { maskOf, sumOf } from '../../../pixels/planes.ts';
import { isPlausibleSkin, skinDistance } from '../../person/skin-model.ts';
import type { ArmPlace } from '../body/arm-place.ts';
import { type BodyPlace, LEGS_FROM } from '../body/body-place.ts';
import { SIDES, type Side } from '../body/side.ts';
import { bodyPlaceOf, type Scene } from '../scene.ts';
import {
  ARM_LIGHT,
  armTone,
  type Colour,
  LEG_LIGHT,
  legLightAt,
  lightAt,
  limbTone,
  lit,
  neckLightAt,
} from './limb-light.ts';
import { WRISTS_TO_HAND } from './seen-hand.ts';
import type { Uncovered } from './uncovered.ts';

/** Strength of the grain on painted areas, in byte steps. Without it skin looks like plastic. */
const GRAIN = 4;
/** Distance from visible skin of a leg or a hand over which a painted limb keeps its colours, in shoulder widths. */
const GOES_ON = 0.3;
/** The same for a neck, which soon leaves the shade of the chin. */
const NECK_GOES_ON = 0.12;
/**
 * Below this share of the torso, skin may belong to a leg. Then the greatest distance from the leg and the least from a
 * hand, in their radii.
 */
const BARE_LEGS_FROM = 1.1;
const ON_LEG = 1.2;
const BESIDE_HAND = 1.7;
/** Skin of a hand lies within this many of its radii. */
const ON_HAND = 1.3;
/** Areas of a bare limb and of a hand, in squares of shoulder widths, from which they give the limb its tone. */
const LIMB_AREA = 0.05;
const HAND_AREA = 0.01;
/** Weight of bare arms beside the face in the tone of shoulders and chest: our estimate. */
const ARM_WEIGHT = 0.7;
/** Step between the pixels that are measured. */
const STRIDE = 3;
/** Share of an arm at the armpit, and from which all of it has a light of its own. */
const ARMPIT = 0.2;
const ARM_FROM = 0.35;

/** Paints skin from the surrounding skin, rounded like limbs. */
export function paintSkin(
  scene: Scene,
  { skin: share, arms, oldDistance }: Uncovered,
  painted: Float32Array,
  random: () => number,
): void {
  const { colours, matte, parts, placement, body, person } = scene;
  const { width, height, scale } = placement;
  const known = maskOf(matte.length, (i) => parts.skin[i] > 0.85 && matte[i] > 0.95 && oldDistance[i] > 4 * scale);
  const seen = sumOf(known);
  const face = skinTone(person);
  const tones = limbTones(scene, known, face);
  const around = seen > 50 ? nearestColours(colours, known, placement) : () => tones.trunk;
  const away = distanceTo(known, width, height, GOES_ON * body.shoulderWidth * scale);
  for (let i = 0; i < share.length; i++) {
    checkpointAt(i);
    if (share[i] === 0) continue;
    const at = bodyPlaceOf(i, scene);
    const side = nearestRadii(at.arms[0]) < nearestRadii(at.arms[1]) ? 0 : 1;
    const nearer = at.arms[side];
    const radii = nearestRadii(nearer);
    const isArm = radii < 1.02 || arms[i] > 0;
    const isLeg = !isArm && at.share > LEGS_FROM;
    const ofArm = isArm ? shareOfArm(nearer) : 0;
    const tone = isLeg ? tones.leg : tones.trunk.map((value, c) => value + (tones.arms[side][c] - value) * ofArm);
    // Limbs continue their visible part, and so does a neck, which soon leaves the shade of the chin. Farther away
    // skin has its own tone, because the nearest skin carries the shadow it lies in.
    const keeps = isLeg ? GOES_ON : NECK_GOES_ON + (GOES_ON - NECK_GOES_ON) * ofArm;
    const made = smoothstep(0, keeps * body.shoulderWidth * scale, away[i]);
    const light = isLeg
      ? made * legLightAt(at.leg)
      : ofArm * lightAt(ARM_LIGHT, nearer) + made * neckLightAt(at.share - body.jaw) * shareOfNeck(body, at);
    const grain = (random() - 0.5) * GRAIN;
    const nearest = around(i);
    const skin = tone.map((value, c) => nearest[c] + (value - nearest[c]) * made);
    for (const [c, bare] of lit(skin, light).entries())
      painted[i * 3 + c] += (bare + grain - painted[i * 3 + c]) * share[i];
  }
}

/**
 * How much a place of an arm has its own light, 0 to 1. The shoulder is one surface with the trunk: the arm begins
 * below it, and its inner edge at the armpit.
 */
function shareOfArm({ along, aside }: ArmPlace): number {
  const inner = smoothstep(-1, 0.2, aside);
  return smoothstep(0, ARM_FROM, along) * (inner + (1 - inner) * smoothstep(ARMPIT, ARM_FROM, along));
}

/** How much a place lies below the chin, 0 to 1: 1 on the neck, 0 a neck's radius beside it or farther down. */
const shareOfNeck = ({ neckRadii }: Scene['body'], { point }: BodyPlace) => clamp(2 - neckRadii(point));

/** Distance from an arm or the back of its hand in radii of the arm. */
function nearestRadii({ radii, hand }: ArmPlace): number {
  return Math.min(radii, hand * WRISTS_TO_HAND);
}

/**
 * Chroma of the chest beside that of lit skin of the face in L*a*b*. It is as light: 69 people
 * (`training/bare-limbs`).
 */
const TRUNK_CHROMA = 0.79;

/** The tone of a chest by that of lit skin of the face. */
function toneOfTrunk(face: Colour): Colour {
  const [l, a, b] = labOfColour(face);
  return rgbOf(l, a * TRUNK_CHROMA, b * TRUNK_CHROMA);
}

/**
 * Greatest distance in L*a*b* of a leg's skin from the tone that the face makes likely. Our estimate: boots, tights and
 * hard shadows are farther.
 */
const LIKE_LEG = 32;

/** The tones of arms, legs and trunk. The more of a limb, or of a hand, is visible, the more the tone is its own. */
function limbTones(scene: Scene, known: Uint8Array, face: Colour) {
  const { colours, placement, body } = scene;
  const hands: readonly number[][] = [[], []];
  const arms: readonly number[][] = [[], []];
  const leg = limbTone(LEG_LIGHT, face);
  const likelyLeg = labOfColour(leg);
  const legs: number[] = [];
  for (let i = 0; i < known.length; i += STRIDE) {
    checkpointAt(i);
    if (!known[i]) continue;
    const at = bodyPlaceOf(i, scene);
    for (const side of SIDES) {
      if (at.arms[side].hand < ON_HAND) hands[side].push(i);
      else if (at.arms[side].radii < 1) arms[side].push(i);
    }
    const isOnLeg = at.share >= BARE_LEGS_FROM && at.leg.radii <= ON_LEG && at.handRadii > BESIDE_HAND;
    if (!isOnLeg) continue;
    if (labDistance(labOfColour(colours.subarray(i * 3, i * 3 + 3)), likelyLeg) < LIKE_LEG) legs.push(i);
  }
  const shown = (pixels: readonly number[], area: number) =>
    clamp((STRIDE * pixels.length) / (area * (body.shoulderWidth * placement.scale) ** 2));
  const medianOf = (pixels: readonly number[]): Colour => {
    const channel = (c: 0 | 1 | 2) => median(pixels.map((i) => colours[i * 3 + c]));
    return [channel(0), channel(1), channel(2)];
  };
  const seenTone = (expected: Colour, pixels: readonly number[], most: number): Colour => {
    const [own, seen] = [most * shown(pixels, LIMB_AREA), medianOf(pixels)];
    const mixed = (c: 0 | 1 | 2) => expected[c] + (seen[c] - expected[c]) * own;
    return [mixed(0), mixed(1), mixed(2)];
  };
  const toneOfArm = (side: Side) =>
    seenTone(armTone(face, medianOf(hands[side]), shown(hands[side], HAND_AREA)), arms[side], 1);
  return {
    arms: SIDES.map(toneOfArm),
    leg: seenTone(leg, legs, 1),
    trunk: seenTone(toneOfTrunk(face), arms.flat(), ARM_WEIGHT),
  };
}

/**
 * Greatest distance of skin from the person's skin model that still counts for the tone. Tattoos and shadows are
 * farther.
 */
const LIKE_SKIN = 3;
/** Quantiles of that skin by lightness, between which it is lit and does not shine. */
const LIT_FROM = 0.65;
const LIT_TO = 0.95;
/** With fewer such pixels the model alone gives the tone. */
const PIXELS_MIN = 60;
/** Lightness of lit skin above the model's median, in the model's spreads. The median of a face lies in its shadows. */
const LIT_SPREADS = 0.7;
/** Greatest lightness of skin. */
const LIGHTEST = 92;

/** The colour of a person's lit skin in sRGB bytes, from all skin that the photo shows. */
export function skinTone({ raster, matte, regions, skin }: PersonAnalysis): Colour {
  const { width, labels, scale } = regions;
  const bare = REGIONS.indexOf('skin');
  const seen: Colour[] = [];
  for (let k = 0; k < labels.length; k++) {
    if (labels[k] !== bare) continue;
    const i = Math.floor(Math.floor(k / width) * scale) * raster.width + Math.floor((k % width) * scale);
    if (matte.data[i] < 0.95) continue;
    const lab = labOf(raster.data[i * 3], raster.data[i * 3 + 1], raster.data[i * 3 + 2]);
    if (isPlausibleSkin(...lab) && skinDistance(skin, ...lab) < LIKE_SKIN) seen.push(lab);
  }
  if (seen.length < PIXELS_MIN) {
    const [l, a, b] = skin.median;
    return rgbOf(Math.min(LIGHTEST, l + LIT_SPREADS * skin.spread[0]), a, b);
  }
  seen.sort((one, other) => one[0] - other[0]);
  const lit = seen.slice(Math.floor(LIT_FROM * seen.length), Math.ceil(LIT_TO * seen.length));
  const mean = (axis: 0 | 1 | 2) => lit.reduce((sum, lab) => sum + lab[axis], 0) / lit.length;
  return rgbOf(mean(0), mean(1), mean(2));
}
