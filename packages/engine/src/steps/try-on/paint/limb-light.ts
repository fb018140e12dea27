import { clamp, interpolate, sampleAt } from '../../../pixels/geometry.ts';
import { labOfColour, luma, rgbOf } from '../../../pixels/lab.ts';
import type { ArmPlace } from '../body/arm-place.ts';
import type { LegPlace } from '../body/leg-shape.ts';

/** Place on an arm or, in the same measures, on a leg. */
export type LimbPlace = Pick<ArmPlace, 'along' | 'aside'>;

/** How bright bare arms or legs are in photos (`training/bare-limbs`). */
export interface LimbLight {
  /**
   * Log brightness beside the median of the limb. Columns go from the inner edge (−1) to the outer (1); rows go from
   * `from` on, a tenth of the limb apart.
   */
  readonly rows: readonly (readonly number[])[];
  readonly from: number;
  /** Brightness of lit skin of the face, in sRGB bytes, at which the limb is as bright. */
  readonly even: number;
  /** Fall of the limb's log brightness beside the face's with the log brightness of the face. */
  readonly slope: number;
}

/** Legs of 260 people. Thighs are darkest where they face each other, and shins are lighter than knees. */
export const LEG_LIGHT: LimbLight = {
  from: 0.2,
  rows: [
    [-0.36, -0.27, -0.19, -0.13, -0.12, -0.12, -0.11],
    [-0.35, -0.25, -0.13, -0.07, -0.07, -0.1, -0.12],
    [-0.28, -0.21, -0.12, -0.06, -0.05, -0.06, -0.07],
    [-0.24, -0.21, -0.16, -0.11, -0.06, -0.04, -0.03],
    [-0.16, -0.14, -0.08, -0.02, 0, 0.01, 0],
    [-0.11, -0.08, -0.03, 0.01, 0.03, 0.02, 0],
    [-0.09, -0.07, -0.03, 0, 0.01, -0.01, -0.03],
    [-0.07, -0.03, 0.02, 0.04, 0.03, -0.01, -0.04],
    [-0.01, 0.03, 0.06, 0.08, 0.04, 0, -0.01],
  ],
  even: 16,
  slope: 0.14,
};

/** Arms of 142 people. */
export const ARM_LIGHT: LimbLight = {
  from: 0.1,
  rows: [
    [-0.14, -0.15, -0.09, -0.06, -0.02, 0, 0.03],
    [-0.3, -0.21, -0.11, -0.08, -0.05, -0.05, -0.03],
    [-0.28, -0.18, -0.09, -0.04, -0.05, -0.07, -0.09],
    [-0.22, -0.16, -0.09, -0.06, -0.05, -0.06, -0.05],
    [-0.19, -0.14, -0.07, -0.02, -0.01, 0, -0.01],
    [-0.16, -0.08, -0.02, 0.02, 0.03, 0.01, 0],
    [-0.18, -0.1, -0.03, 0.01, 0.02, -0.01, -0.03],
    [-0.19, -0.11, -0.03, 0.01, 0.02, -0.01, -0.04],
    [-0.19, -0.09, -0.01, 0.03, 0.02, -0.01, -0.03],
  ],
  even: 137,
  slope: 0.3,
};

/** Contrast of one limb beside the mean of many, whose light comes from different sides. Chosen by eye. */
const CONTRAST = 1.3;

/** Log brightness of a bare limb at a place, beside the median of the limb: about −0.5 to 0.1. */
export function lightAt({ rows, from }: LimbLight, { along, aside }: LimbPlace): number {
  const row = clamp((along - from) * 10, 0, rows.length - 1);
  const above = sampleAt(rows[Math.floor(row)], (aside + 1) * 3);
  const below = sampleAt(rows[Math.ceil(row)], (aside + 1) * 3);
  return CONTRAST * (above + (below - above) * (row % 1));
}

/**
 * Log brightness of the neck beside the chest, by the distance below the jaw in torso lengths. The chin shades the
 * neck. Means of 90 people.
 */
const NECK_LIGHT = [
  [0, 0],
  [0.02, -0.42],
  [0.06, -0.59],
  [0.1, -0.56],
  [0.14, -0.46],
  [0.18, -0.35],
  [0.22, -0.18],
  [0.26, -0.06],
  [0.3, 0],
] as const;
/** Share of that shade in a painted neck, because light differs from photo to photo. Chosen by eye. */
const NECK_CONTRAST = 0.6;

/** Log brightness of a neck beside the chest at a distance below the jaw, in torso lengths. */
export const neckLightAt = (underJaw: number): number => NECK_CONTRAST * interpolate(NECK_LIGHT, underJaw);

/** Colour in sRGB bytes. */
export type Colour = readonly [number, number, number];

/** Median colour of a limb by the colour of lit skin of the face. */
export function limbTone({ even, slope }: LimbLight, face: Colour): Colour {
  return lit(face, -slope * Math.log(luma(face, 0) / even));
}

/**
 * Weights of a visible hand in the lightness and in the colour of its arm. The first is the best one for 290 arms
 * (`training/bare-limbs`). Between 0.5 and 0.8 the second hardly matters there, and sleeves tint hands.
 */
const HAND_LIGHTNESS = 0.8;
const HAND_COLOUR = 0.5;
/** Mean a* and b* of these arms above those of {@link limbTone}, and above those of their hands: arms are yellower. */
const ABOVE_FACE = [-1.8, 0] as const;
const ABOVE_HAND = [-0.2, 2.5] as const;

/**
 * Median colour of an arm by the colour of lit skin of the face and that of its hand. `share` tells how much of the
 * hand shows, 0 to 1.
 */
export function armTone(face: Colour, hand: Colour, share: number): Colour {
  const [l, a, b] = labOfColour(limbTone(ARM_LIGHT, face));
  const [handL, handA, handB] = labOfColour(hand);
  const mixed = (byFace: number, byHand: number, weight: number) => byFace + (byHand - byFace) * weight * share;
  return rgbOf(
    mixed(l, handL, HAND_LIGHTNESS),
    mixed(a + ABOVE_FACE[0], handA + ABOVE_HAND[0], HAND_COLOUR),
    mixed(b + ABOVE_FACE[1], handB + ABOVE_HAND[1], HAND_COLOUR),
  );
}

/**
 * Log brightness of red, green and blue of skin to that of the whole. Light that shines through skin is red, so that
 * shade is more saturated.
 */
const CHANNELS = [0.84, 1.05, 1.22] as const;

/** Skin in more light or less. `light` is log brightness. */
export function lit(skin: readonly number[], light: number): Colour {
  const channel = (c: 0 | 1 | 2) => skin[c] * Math.exp(CHANNELS[c] * light);
  return [channel(0), channel(1), channel(2)];
}

/**
 * Loss on the line where legs touch or cross, and its width in radii. Chosen by eye on painted legs, so that two
 * crossed legs do not look like one.
 */
const CREASE = 0.16;
const CREASE_WIDTH = 0.5;

/** Log brightness of a bare leg at a place, beside the median of the leg; least where the other leg touches it. */
export const legLightAt = (leg: Pick<LegPlace, 'along' | 'aside' | 'clearOfOther'>): number =>
  lightAt(LEG_LIGHT, leg) - CREASE * clamp(1 - leg.clearOfOther / CREASE_WIDTH) ** 2;
