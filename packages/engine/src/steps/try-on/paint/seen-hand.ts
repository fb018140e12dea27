import type { Region } from '../../../analysis.ts';
import { add, clamp, distance, mix, subtract, unit } from '../../../pixels/geometry.ts';
import type { Point } from '../../../pixels/raster.ts';
import { regionAt } from '../../person/region-at.ts';
import type { BodyModel } from '../body/body-model.ts';
import type { Side } from '../body/side.ts';
import type { Scene } from '../scene.ts';

/** Radii of a wrist to one of a hand: of what is cloth around a hand only so much of its middle has one beneath. */
export const WRISTS_TO_HAND = 1.7;
/** Sampled places from the wrist to the knuckles. */
const PLACES = 24;
/** How many of them, from the first at which a hand is seen, say where it is. */
const SAMPLES = 3;
/**
 * How far beside the bone the hand may lie, and how broad it is at most, in radii of the wrist: a broader one is
 * turned, or two.
 */
const ASIDE_MAX = 2;
const BREADTH_MAX = 4.4;
/**
 * A wrist is this much narrower than what is seen of the hand beside it, and within these bounds of the one that is
 * expected.
 */
const NARROWER = 0.92;
const RADIUS_MIN = 0.75;
const RADIUS_MAX = 1.35;

/** Where an arm goes over into the hand, and its radius there, in pixels of the analysed person. */
export interface SeenWrist {
  readonly at: Point;
  readonly radius: number;
}

/**
 * The wrist of a hand whose skin is seen: amid that skin, and as wide; the one that the pose tells where none is seen.
 */
export function seenWrist(
  { joints, armRadius }: Pick<BodyModel, 'joints' | 'armRadius'>,
  side: Side,
  regionOf: (p: Point) => Region | null,
): SeenWrist {
  const [wrist, knuckles] = [joints.wrist[side], joints.knuckles[side]];
  const expected = armRadius(1);
  const { x, y } = unit(subtract(knuckles, wrist));
  const across = { x: -y, y: x };
  const spans = Array.from({ length: PLACES + 1 }, (_, k) =>
    skinSpan(mix(wrist, knuckles, k / PLACES), across, ASIDE_MAX * expected, regionOf),
  ).filter((span) => span !== null);
  const seen = spans.slice(0, SAMPLES);
  if (seen.length < SAMPLES || distance(wrist, knuckles) < expected) return { at: wrist, radius: expected };
  const [from, to] = [0, 1].map((end) => seen.reduce((sum, span) => sum + span[end], 0) / seen.length);
  if (to - from > BREADTH_MAX * expected) return { at: wrist, radius: expected };
  const radius = clamp(((to - from) / 2) * NARROWER, RADIUS_MIN * expected, RADIUS_MAX * expected);
  return { at: add(wrist, across, (from + to) / 2), radius };
}

/** Between which distances from a point skin lies across a hand; null where there is none. */
function skinSpan(
  middle: Point,
  across: Point,
  reach: number,
  regionOf: (p: Point) => Region | null,
): readonly [from: number, to: number] | null {
  const isSkin = (aside: number) => regionOf(add(middle, across, aside)) === 'skin';
  const steps = Array.from({ length: Math.floor(reach) }, (_, k) => k);
  const nearest = steps.flatMap((step) => [step, -step]).find(isSkin);
  if (nearest === undefined) return null;
  let [from, to] = [nearest, nearest];
  while (from > nearest - 2 * reach && isSkin(from - 1)) from--;
  while (to < nearest + 2 * reach && isSkin(to + 1)) to++;
  return [from, to];
}

/** How far beside a hand its skin may show, in shoulder widths. */
const BESIDE_HAND = 0.1;

/** True where skin shows where a hand is, or just beside it: poses are not exact. */
export function isHandSeen({ body: { joints, shoulderWidth }, person: { regions } }: Scene, side: Side): boolean {
  const middle = mix(joints.wrist[side], joints.knuckles[side], 0.5);
  const steps = [-1, 0, 1].map((step) => step * BESIDE_HAND * shoulderWidth);
  return steps.some((dx) => steps.some((dy) => regionAt(regions, { x: middle.x + dx, y: middle.y + dy }) === 'skin'));
}
