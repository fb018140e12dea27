import type { BodyFrame } from '../../analysis.ts';
import type { BodyPlace } from './body-coordinates.ts';

/** The parts that are told apart by colour; background is what the matte says, `other` is not looked for. */
export const PARTS = ['hair', 'skin', 'upper', 'lower', 'shoes'] as const;
export type Part = (typeof PARTS)[number];

/** Highest cost of a place: no part is ruled out by where it is alone. */
const COST_MAX = 9;

const square = (value: number) => value * value;

/** Lengths of a body in pixels of the map. */
export interface BodyLengths {
  readonly shoulderWidth: number;
  readonly faceRadius: number;
}

/** The lengths of a frame, in pixels `scale` times as large. */
export function lengthsOf(frame: BodyFrame, scale: number): BodyLengths {
  return { shoulderWidth: frame.shoulderWidth / scale, faceRadius: frame.faceRadius / scale };
}

/**
 * What it costs to find each part at a place of the body, 0 (at home) to 9, in the order of {@link PARTS}. The shapes
 * were set by eye on catalogue photos; colour decides wherever they are flat.
 */
export function placeCosts(place: BodyPlace, body: BodyLengths): [number, number, number, number, number] {
  return [hairCost(place, body), skinCost(place, body), upperCost(place, body), lowerCost(place, body), shoeCost(place, body)];
}

function hairCost({ face, down, across }: BodyPlace, { shoulderWidth, faceRadius }: BodyLengths): number {
  const headRadius = faceRadius * 1.9;
  const away = face < headRadius ? 0 : square((face - headRadius) / (faceRadius * 0.9));
  const aside = down > -0.2 && across > shoulderWidth * 0.38 ? 2 : 0;
  const inFace = face < faceRadius * 0.75 ? 2.5 : 0;
  return Math.min(COST_MAX, away + aside + inFace + (down > 0.6 ? 6 : down > 0.15 ? 1.5 : 0));
}

function skinCost(
  { face, hand, arm, down, across, leg, onThigh }: BodyPlace,
  { shoulderWidth, faceRadius }: BodyLengths,
): number {
  if (face < faceRadius * 1.2 || hand < shoulderWidth * 0.12) return 0;
  if (arm < shoulderWidth * 0.16) return 0.6;
  if (down < 0.12 && across < shoulderWidth * 0.33) return 0.4;
  if (down > 0 && down < 0.9) return 1.6;
  return leg < shoulderWidth * 0.22 ? (onThigh ? 1.2 : 0.7) : 2.2;
}

function upperCost({ down, across, arm, hand, face }: BodyPlace, { shoulderWidth, faceRadius }: BodyLengths): number {
  const top = across > shoulderWidth * 0.2 ? -0.17 : -0.08;
  let cost = down < top ? square((top - down) / 0.07) : 0;
  if (down > 0.95) cost += square((down - 0.95) / 0.42) + 0.2;
  const beyond = across - shoulderWidth * 0.62;
  if (beyond > 0 && arm >= shoulderWidth * 0.24) cost += square(beyond / (shoulderWidth * 0.25));
  if (hand < shoulderWidth * 0.1) cost += 1.5;
  if (face < faceRadius) cost += 5;
  return Math.min(COST_MAX, cost);
}

function lowerCost({ down, leg, hand, foot }: BodyPlace, { shoulderWidth }: BodyLengths): number {
  let cost = down < 0.95 ? square((0.95 - down) / 0.2) + 0.3 : 0;
  if (down > 1 && leg > shoulderWidth * 0.45) cost += square((leg - shoulderWidth * 0.45) / (shoulderWidth * 0.3));
  if (hand < shoulderWidth * 0.1) cost += 1.5;
  if (foot < shoulderWidth * 0.1) cost += 1;
  return Math.min(COST_MAX, cost);
}

function shoeCost({ foot }: BodyPlace, { shoulderWidth }: BodyLengths): number {
  return Math.min(
    COST_MAX,
    foot < shoulderWidth * 0.16 ? 0 : square((foot - shoulderWidth * 0.16) / (shoulderWidth * 0.1)) + 1,
  );
}

/** The part a pixel surely is, by where it is and how far from skin its colour lies, or null. */
export function seedOf(
  place: BodyPlace,
  skin: number,
  faceVisible: boolean,
  aboveFace: boolean,
  { shoulderWidth, faceRadius }: BodyLengths,
): Part | null {
  const { face, hand, down, across, leg, onThigh, alongLeg, foot } = place;
  if (foot < shoulderWidth * 0.06 && skin > 3 && down > 1.6) return 'shoes';
  if (faceVisible && face < faceRadius * 0.7 && skin < 4) return 'skin';
  if (hand < shoulderWidth * 0.1 && skin < 3) return 'skin';
  if (down > 0.2 && down < 0.6 && across < shoulderWidth * 0.33 && skin > 2.5) return 'upper';
  if (down > 1.08 && onThigh && alongLeg < 0.75 && leg < shoulderWidth * 0.16 && skin > 2) return 'lower';
  if (down > 1 && across < shoulderWidth * 0.2 && skin > 2) return 'lower';
  if (faceVisible && aboveFace && face < faceRadius * 1.9 && skin > 6) return 'hair';
  return null;
}
