import type { Region } from '../../../analysis.ts';
import { add, clamp, distance, mix, subtract, unit } from '../../../pixels/geometry.ts';
import type { Point } from '../../../pixels/raster.ts';
import { runNear } from '../../../pixels/run-near.ts';
import { regionAt } from '../../person/region-at.ts';
import { HAND_BREADTH_MAX } from '../body/arm-place.ts';
import type { BodyModel } from '../body/body-model.ts';
import type { Joints } from '../body/joints.ts';
import type { Side } from '../body/side.ts';

/** Radii of a wrist to one of a hand. Only this central part of the cloth around a hand has a hand below it. */
export const WRISTS_TO_HAND = 1.7;
/** Sampled places from the wrist to the knuckles. */
const PLACES = 24;
/** Number of places, from the first visible one, that locate the hand. */
const SAMPLES = 3;
/** Greatest distance of the hand from the bone, in radii of the wrist. */
const ASIDE_MAX = 2;
/** Width of a wrist as a share of the visible hand beside it, and its range as multiples of the expected one. */
const NARROWER = 0.92;
const RADIUS_MIN = 0.75;
const RADIUS_MAX = 1.35;

/** The place between arm and hand, and its radius, in pixels of the analysed person. */
export interface SeenWrist {
  readonly at: Point;
  readonly radius: number;
}

/** The wrist of a hand: in the middle of its visible skin and as wide, or that of the pose without visible skin. */
export function seenWrist(
  { joints, armRadius }: Pick<BodyModel, 'joints' | 'armRadius'>,
  side: Side,
  regionOf: (p: Point) => Region | null,
): SeenWrist {
  const [wrist, knuckles] = [joints.wrist[side], joints.knuckles[side]];
  const expected = armRadius(1);
  const { x, y } = unit(subtract(knuckles, wrist));
  const across = { x: -y, y: x };
  const spans = Array.from({ length: PLACES + 1 }, (_, k) => {
    const middle = mix(wrist, knuckles, k / PLACES);
    const isSkin = (aside: number) => regionOf(add(middle, across, aside)) === 'skin';
    return runNear(isSkin, ASIDE_MAX * expected, 2 * ASIDE_MAX * expected);
  }).filter((span) => span !== null);
  const seen = spans.slice(0, SAMPLES);
  if (seen.length < SAMPLES || distance(wrist, knuckles) < expected) return { at: wrist, radius: expected };
  const [from, to] = [0, 1].map((end) => seen.reduce((sum, span) => sum + span[end], 0) / seen.length);
  if (to - from > HAND_BREADTH_MAX * expected) return { at: wrist, radius: expected };
  const radius = clamp(((to - from) / 2) * NARROWER, RADIUS_MIN * expected, RADIUS_MAX * expected);
  return { at: add(wrist, across, (from + to) / 2), radius };
}

/** Greatest distance of a hand's skin from its pose, in shoulder widths, and the searched places on each axis. */
const BESIDE_HAND = 0.1;
const BESIDE_PLACES = 3;
/** The same for any skin that may be the hand of an arm whose pose is wrong, about the length of a hand. */
const AWAY = 0.4;
const AWAY_PLACES = 17;

/** The parts of a scene that a hand needs. */
interface HandScene {
  readonly body: Pick<BodyModel, 'girth' | 'shoulderWidth'> & {
    readonly joints: Pick<Joints, 'wrist' | 'knuckles'>;
  };
  readonly person: { readonly regions: Parameters<typeof regionAt>[0] };
}

/** True if skin shows at a hand or just beside it, because poses are inexact. */
export function isHandSeen(scene: HandScene, side: Side): boolean {
  return showsSkin(scene, side, BESIDE_HAND * scene.body.shoulderWidth, BESIDE_PLACES);
}

/** True if the photo shows no skin where the hand of an arm could be. */
export function isHandHidden(scene: HandScene, side: Side): boolean {
  return !showsSkin(scene, side, AWAY * scene.body.girth, AWAY_PLACES);
}

/** Greatest distance of a wrist behind the back from the torso's axis, in half widths of the body. Our estimate. */
const BEHIND_BACK = 0.75;

/** The parts of a scene that an arm behind the back needs. */
export interface BackScene extends HandScene {
  readonly body: HandScene['body'] & Pick<BodyModel, 'torsoPlace' | 'halfWidth'>;
}

/**
 * True for an arm behind the back: the photo shows the clothes of the trunk at its wrist, and no hand. It also holds
 * for a hand in the front pocket of a top.
 */
export function isBehindBack(scene: BackScene, side: Side): boolean {
  const { body, person } = scene;
  const wrist = body.joints.wrist[side];
  const { share, offset } = body.torsoPlace(wrist);
  const isOnTrunk = Math.abs(offset) < BEHIND_BACK * body.halfWidth(share, offset > 0 ? 1 : 0);
  return isOnTrunk && regionAt(person.regions, wrist) === 'upper' && isHandHidden(scene, side);
}

/** True if one of `places` × `places` within `reach` of a hand, in pixels of the analysed person, shows skin. */
function showsSkin({ body: { joints }, person: { regions } }: HandScene, side: Side, reach: number, places: number) {
  const { x, y } = mix(joints.wrist[side], joints.knuckles[side], 0.5);
  const steps = Array.from({ length: places }, (_, k) => reach * ((2 * k) / (places - 1) - 1));
  return steps.some((dx) => steps.some((dy) => regionAt(regions, { x: x + dx, y: y + dy }) === 'skin'));
}
