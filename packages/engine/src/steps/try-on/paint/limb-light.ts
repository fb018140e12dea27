import { clamp } from '../../../pixels/geometry.ts';
import type { LegPlace } from '../body/leg-shape.ts';

/**
 * Brightness factor in the middle of an arm, and its loss towards the sides. Skin in photos of bare arms loses 0.15 to
 * 0.3.
 */
const FACING = 1.05;
const ROUND = 0.24;
/** The hollow of the elbow: its share of the arm, its length, and the brightness it loses. */
const ELBOW = 0.5;
const ELBOW_LENGTH = 0.022;
const HOLLOW = 0.05;
/** The muscles of the upper arm and of the forearm: their places, lengths, and the brightness they add. */
const MUSCLES = [
  { along: 0.24, length: 0.13 },
  { along: 0.64, length: 0.1 },
] as const;
const MUSCLE = 0.03;

/**
 * Brightness factor of a bare arm, 1 on average. `along` is the share of its length, 0 shoulder to 1 wrist; `radii` is
 * the distance from its bone.
 */
export function armForm(along: number, radii: number): number {
  const middle = 1 - clamp(radii);
  const bump = (at: number, length: number) => middle * Math.exp(-(((along - at) / length) ** 2));
  const muscles = MUSCLES.reduce((sum, muscle) => sum + MUSCLE * bump(muscle.along, muscle.length), 0);
  return FACING - ROUND * clamp(radii) ** 2.4 + muscles - HOLLOW * bump(ELBOW, ELBOW_LENGTH);
}

/** Brightness factor in the middle of a leg, and its loss towards the sides. */
const LEG_FACING = 1.06;
const LEG_ROUND = 0.27;
/** Extra loss of the inner side near the other leg, and the place along the leg where that ends. */
const INNER = 0.07;
const INNER_TO = 0.45;

/**
 * Loss on the line where legs touch or cross, and its width in radii. Chosen by eye on painted legs, so that two
 * crossed legs do not look like one.
 */
const CREASE = 0.16;
const CREASE_WIDTH = 0.5;

/** A soft spot of more or less light: its place along and across a leg, and its extent both ways. */
interface Spot {
  readonly along: number;
  readonly aside: number;
  readonly length: number;
  readonly width: number;
  readonly light: number;
}

/** Details of a leg that faces the camera: front of the thigh, kneecap with its hollows, shin and calf. */
const SPOTS: readonly Spot[] = [
  { along: 0.28, aside: 0.15, length: 0.15, width: 0.4, light: 0.03 },
  { along: 0.485, aside: 0.02, length: 0.022, width: 0.42, light: 0.05 },
  { along: 0.45, aside: 0, length: 0.018, width: 0.5, light: -0.03 },
  { along: 0.522, aside: 0, length: 0.014, width: 0.5, light: -0.07 },
  { along: 0.49, aside: -0.7, length: 0.028, width: 0.22, light: -0.06 },
  { along: 0.49, aside: 0.7, length: 0.028, width: 0.22, light: -0.05 },
  { along: 0.7, aside: -0.2, length: 0.13, width: 0.22, light: 0.035 },
  { along: 0.64, aside: 0.75, length: 0.09, width: 0.3, light: -0.04 },
];

/**
 * Brightness of a bare leg at a place, relative to the average of skin. About 0.65 to 1.1, and 0.5 on the line where
 * legs touch.
 */
export function legForm({ radii, along, aside, other }: Omit<LegPlace, 'radius'>): number {
  const inner = INNER * clamp(-aside) * clamp(1 - along / INNER_TO);
  const crease = CREASE * clamp(1 - (other - radii) / CREASE_WIDTH) ** 2;
  let light = LEG_FACING - LEG_ROUND * clamp(radii) ** 2.6 - inner - crease;
  for (const spot of SPOTS) {
    const [down, across] = [(along - spot.along) / spot.length, (aside - spot.aside) / spot.width];
    if (Math.abs(down) < 3) light += spot.light * Math.exp(-down * down - across * across);
  }
  return light;
}
