import { type PersonAnalysis, REGIONS } from '../../../analysis.ts';
import { checkpointAt } from '../../../checkpoint.ts';
import { distanceTo } from '../../../pixels/distance.ts';
import { blur } from '../../../pixels/filters.ts';
import { clamp, smoothstep } from '../../../pixels/geometry.ts';
import { labOf, luma, rgbOf } from '../../../pixels/lab.ts';
import { median } from '../../../pixels/median.ts';
import { maskOf, sumOf } from '../../../pixels/planes.ts';
import { isPlausibleSkin, skinDistance } from '../../person/skin-model.ts';
import type { ArmPlace } from '../body/arm-place.ts';
import { LEGS_FROM } from '../body/body-place.ts';
import { bodyPlaceOf, type Scene } from '../scene.ts';
import { BECOMES } from './beneath.ts';
import { ARM_LIGHT, type Colour, LEG_LIGHT, legLightAt, lightAt, limbTone, lit } from './limb-light.ts';
import { WRISTS_TO_HAND } from './seen-hand.ts';
import type { OldShading } from './shading.ts';
import { skinTexture } from './skin-texture.ts';
import { spread } from './spread.ts';
import type { Uncovered } from './uncovered.ts';

/** Strength of the grain on painted areas, in byte steps. Without it skin looks like plastic. */
const GRAIN = 4;
/** Share of the person's own skin tone in painted skin; the rest is the nearest skin. */
const TONE_SHARE = 0.55;
/** Range of painted skin's brightness, as multiples of that tone. */
const LIGHT_MIN = 0.86;
const LIGHT_MAX = 1.08;
/** Standard deviation of the blur of the surrounding skin, in shoulder widths. */
const BLUR = 0.03;
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
/** Area of bare legs, in squares of shoulder widths, from which the legs have a tone of their own. */
const LEGS_AREA = 0.05;
/** Depth of a hem's shadow on a painted leg, and its length in shoulder widths. */
const HEM_SHADOW = 0.2;
const HEM_SHADOW_WIDTH = 0.07;

/** Paints skin from the surrounding skin, rounded like limbs, in the light that the old garment shows. */
export function paintSkin(
  scene: Scene,
  { becomes, skinShare, arms, oldDistance, cover }: Uncovered,
  { relative, strength }: OldShading,
  painted: Float32Array,
  random: () => number,
): void {
  const { colours, matte, parts, placement, body, person } = scene;
  const { width, height, scale } = placement;
  const known = maskOf(matte.length, (i) => parts.skin[i] > 0.85 && matte[i] > 0.95 && oldDistance[i] > 4 * scale);
  const seen = sumOf(known);
  const bodyTone = skinTone(person);
  const armTone = limbTone(ARM_LIGHT, bodyTone);
  const legTone = toneOfLegs(scene, known, limbTone(LEG_LIGHT, bodyTone));
  const around = seen > 50 ? spread(colours, known, placement, body.shoulderWidth * scale * BLUR) : () => bodyTone;
  const covered = blur(cover, width, height, HEM_SHADOW_WIDTH * body.shoulderWidth * scale);
  const texture = skinTexture(random);
  const goesOn = GOES_ON * body.shoulderWidth * scale;
  const away = distanceTo(known, width, height, goesOn);
  for (let i = 0; i < becomes.length; i++) {
    checkpointAt(i);
    if (becomes[i] !== BECOMES.skin) continue;
    const at = bodyPlaceOf(i, scene);
    const [nearer] = at.arms.toSorted((a, b) => nearestRadii(a) - nearestRadii(b));
    const radii = nearestRadii(nearer);
    const isArm = radii < 1.02 || (arms?.cover[i] ?? 0) > 0;
    const isLeg = !isArm && at.share > LEGS_FROM;
    const tone = isArm ? armTone : isLeg ? legTone : bodyTone;
    const form = isArm ? lightAt(ARM_LIGHT, nearer) : isLeg ? legLightAt(at.leg) : 0;
    // Skin from far away carries the shadow it lay in, so tone and lightness stay near the person's own. Limbs continue
    // their visible part, and so does a neck, without the shade of the chin.
    const made = smoothstep(0, isLeg || isArm ? goesOn : NECK_GOES_ON * body.shoulderWidth * scale, away[i]);
    const shadow = isLeg ? HEM_SHADOW * Math.min(1, 2 * covered[i]) : 0;
    const folds = 0.6 * strength * Math.log(clamp(relative[i], 0.75, 1.2));
    const detail = texture((at.share * body.torsoLength) / body.shoulderWidth, at.offset / body.shoulderWidth);
    const light = (form - shadow) * (isLeg ? made : 1) + detail * made + folds;
    const grain = (random() - 0.5) * GRAIN;
    const nearest = around(i);
    const near = luma(nearest, 0) / luma(tone, 0);
    const held = near + (clamp(near, LIGHT_MIN, LIGHT_MAX) - near) * made;
    const share = TONE_SHARE * made;
    const skin = tone.map(
      (value, c) => value * held * share + (nearest[c] * held * (1 - share)) / Math.max(0.05, near),
    );
    for (const [c, bare] of lit(skin, light).entries())
      painted[i * 3 + c] += (bare + grain - painted[i * 3 + c]) * skinShare[i];
  }
}

/** Distance from an arm or the back of its hand in radii of the arm. */
function nearestRadii({ radii, hand }: ArmPlace): number {
  return Math.min(radii, hand * WRISTS_TO_HAND);
}

/** The tone of legs. The more of them is visible, the more it is their own. */
function toneOfLegs(scene: Scene, known: Uint8Array, expected: Colour): Colour {
  const { colours, placement, body } = scene;
  const seen: number[] = [];
  for (let i = 0; i < known.length; i += 3) {
    checkpointAt(i);
    if (!known[i]) continue;
    const { share, leg, arms } = bodyPlaceOf(i, scene);
    if (share < BARE_LEGS_FROM || leg.radii > ON_LEG) continue;
    if (arms.every(({ hand }) => hand > BESIDE_HAND)) seen.push(i);
  }
  const own = clamp((3 * seen.length) / (LEGS_AREA * (body.shoulderWidth * placement.scale) ** 2));
  if (seen.length === 0) return expected;
  const mixed = (c: 0 | 1 | 2) => expected[c] + (median(seen.map((i) => colours[i * 3 + c])) - expected[c]) * own;
  return [mixed(0), mixed(1), mixed(2)];
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
export function skinTone({ raster, matte, regions, skin }: PersonAnalysis): readonly [number, number, number] {
  const { width, labels, scale } = regions;
  const bare = REGIONS.indexOf('skin');
  const seen: (readonly [number, number, number])[] = [];
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
