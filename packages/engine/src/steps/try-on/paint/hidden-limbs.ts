import { distance } from '../../../pixels/geometry.ts';
import { BEFORE_END, FINGERS, ON_ARM } from '../body/arm-place.ts';
import type { GarmentFit } from '../fit/fit.ts';
import { bodyPlaceOf, type Scene } from '../scene.ts';
import { BEYOND_NECK } from './neck-root.ts';

/** Share of the legs below which a hem leaves too little of them visible. */
const HEM_AT_ANKLE = 0.8;
/** Least share of skin in a pixel of a bare limb. */
const SKIN_MIN = 0.35;
/** A leg is painted within this many radii. */
const PAINTED_RADII = 1.05;
/** Skin within this many radii of an arm belongs to it. */
const SKIN_RADII = 1.6;

/** True if the clothes below the waist end well above the ankles over bare skin. */
export function showsLegs({ body: { worn } }: Scene): boolean {
  return worn.legEnd !== null && worn.legEnd < HEM_AT_ANKLE;
}

/** True for the skin of a bare leg where it is painted, away from hands and arms. */
export function isBareLeg(scene: Scene, pixel: number): boolean {
  if (scene.parts.skin[pixel] < SKIN_MIN) return false;
  const at = bodyPlaceOf(pixel, scene);
  return at.share >= 1 && at.leg.radii <= PAINTED_RADII && at.handRadii > FINGERS && at.armRadii > ON_ARM;
}

/** Radii of the face that no sleeve hides. */
const FACE_RADII = 1.3;
/** Share of the torso below which skin within its width is not an arm's. */
const TRUNK_FROM = 0.3;

/** Returns whether a pixel of a bare arm lies within a sleeve. It hides the arm even where it is narrower. */
export function armHider(
  scene: Scene,
  { span, hasSleeves, sleeveEnds, neckHalf }: GarmentFit,
): (pixel: number) => boolean {
  const { body, parts, person } = scene;
  const { faceVisible, faceCentre, faceRadius } = person.frame;
  if (span || !hasSleeves) return () => false;
  const beside = neckHalf + BEYOND_NECK * body.shoulderWidth;
  return (i) => {
    if (parts.skin[i] < SKIN_MIN) return false;
    const { point, share, offset, aside, leg, arms } = bodyPlaceOf(i, scene);
    const isTrunk = share > TRUNK_FROM && aside < 1;
    const isFace = faceVisible && distance(point, faceCentre) < FACE_RADII * faceRadius;
    if (Math.abs(offset) < beside || isTrunk || isFace || body.neckRadii(point) < 1 || leg.radii <= 1) return false;
    return arms.some(
      ({ radii, along, hand }, side) => radii < SKIN_RADII && along < sleeveEnds[side] - BEFORE_END && hand > FINGERS,
    );
  };
}
