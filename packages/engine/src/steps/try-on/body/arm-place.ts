import { distance, interpolate, mix, segmentDistance } from '../../../pixels/geometry.ts';
import type { Point } from '../../../pixels/raster.ts';
import type { Joints } from './joints.ts';
import { type Side, signOf } from './side.ts';

/** An arm, or a close sleeve, lies within this many radii of its bones. */
export const ON_ARM = 1.3;
/** The palm, as a share of the way from the wrist to the knuckles. */
export const PALM = 0.7;
/** Skin within this many radii of a hand belongs to its fingers. */
export const FINGERS = 2.2;
/** Greatest width of the skin of one hand, in radii of the wrist. A wider one is turned, or two hands. */
export const HAND_BREADTH_MAX = 4.4;
/** Share of an arm from which it may be in front of a garment without sleeves: an upper arm hangs from the shoulder. */
export const FOREARM_FROM = 0.42;
/** Share of an arm before the end of a sleeve from which what the sleeve holds may show. */
export const BEFORE_END = 0.06;

/** Radii of an arm and of a hand in girths of the body. */
const UPPER_ARM = 0.125;
const ELBOW = 0.1;
const WRIST = 0.07;
const HAND = 0.12;

/** The place of a point on an arm. */
export type ArmPlace = Readonly<ReturnType<typeof armPlace>>;

/** The place of a point on the arm of a side. `girth` is that of the body, in the pixels of the joints. */
export function armPlace({ shoulder, elbow, wrist, knuckles }: Joints, side: Side, p: Point, girth: number) {
  const upper = segmentDistance(p, shoulder[side], elbow[side]);
  const lower = segmentDistance(p, elbow[side], wrist[side]);
  const upperRadii = upper.distance / (girth * between(UPPER_ARM, ELBOW, upper.along));
  const lowerRadii = lower.distance / (girth * between(ELBOW, WRIST, lower.along));
  const hand = segmentDistance(p, wrist[side], mix(wrist[side], knuckles[side], PALM)).distance / (girth * HAND);
  const onUpper = upperRadii < lowerRadii;
  const along = onUpper ? upper.along * 0.5 : 0.5 + lower.along * 0.5;
  const [from, to] = onUpper ? [shoulder[side], elbow[side]] : [elbow[side], wrist[side]];
  const turn = (to.x - from.x) * (p.y - from.y) - (to.y - from.y) * (p.x - from.x);
  const across = turn / Math.max(1, distance(from, to));
  return {
    /** Distance from the bone in arm radii: 1 is the surface. */
    radii: Math.min(upperRadii, lowerRadii),
    /** Distance across the arm from its bone or the bone's line in radii, positive on its outer side. */
    aside: (-signOf(side) * across) / (girth * armRadius(along)),
    /** 0 at the shoulder, 0.5 at the elbow, 1 at the wrist. */
    along,
    /** Distance from the hand in hand radii. */
    hand,
  };
}

/** Radius of an arm at a share of its length, 0 shoulder, 0.5 elbow, 1 wrist, in girths of the body. */
export function armRadius(share: number): number {
  return share < 0.5 ? between(UPPER_ARM, ELBOW, share * 2) : between(ELBOW, WRIST, share * 2 - 1);
}

/**
 * Distance of the edges of a bare arm from its bone, outwards and inwards, by shares of its length, in girths of the
 * body. Medians of 200 arms in photos (`training/bare-limbs`). Near the shoulder the inner edge is our estimate.
 */
const BARE_ARM = {
  outer: [
    [0, 0.133],
    [0.12, 0.144],
    [0.3, 0.118],
    [0.5, 0.097],
    [0.55, 0.105],
    [0.7, 0.103],
    [0.82, 0.091],
    [0.9, 0.079],
    [1, 0.073],
  ],
  inner: [
    [0, 0.09],
    [0.3, 0.105],
    [0.48, 0.12],
    [0.58, 0.107],
    [0.75, 0.091],
    [0.88, 0.077],
    [1, 0.077],
  ],
} as const;

/** Greatest distance of an edge of a bare arm from its bone, in girths. */
export const BARE_ARM_MAX = Math.max(...[...BARE_ARM.outer, ...BARE_ARM.inner].map(([, edge]) => edge));

/** Distance of an edge of a bare arm from its bone at a share of its length, in girths. */
export function bareArmEdge(share: number, edge: keyof typeof BARE_ARM): number {
  return interpolate(BARE_ARM[edge], share);
}

const between = (a: number, b: number, t: number) => a + (b - a) * t;
