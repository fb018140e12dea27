import type { GarmentAnalysis } from '../../../analysis.ts';
import { add, clamp, distance, mix, pixelMiddle, point } from '../../../pixels/geometry.ts';
import type { Point } from '../../../pixels/raster.ts';
import type { BodyModel } from '../body/body-model.ts';
import { hipScale } from '../body/hips.ts';
import { type Side, signOf } from '../body/side.ts';
import type { GarmentFit, Wear } from './fit.ts';
import { fitOnePiece, type SidePlace } from './fit-one-piece.ts';
import { garmentFrame } from './garment-frame.ts';

/** Trousers whose legs are no longer than this share of the whole, from crotch to hem, are fitted as one piece. */
const LEGS_MAX = 0.18;
/**
 * Greatest distance of very short trousers from the thighs, in girths of the body: some three centimetres at wide
 * cuffs.
 */
const LOOSENESS = 0.09;
/** From this share of the torso down, the thighs are the sides of the body. */
const THIGHS_FROM = 1;
/** Search range for the side of a thigh from the middle line, in girths of the body. */
const THIGH_REACH = 1.2;
/** Factor of the hems' slope on standing legs: flat on the floor they rise outwards by about 30 degrees, worn by 10. */
const SLANT = 0.35;

/** True for trousers without enough leg to follow the person's legs. */
export function isVeryShort({ landmarks }: GarmentAnalysis): boolean {
  const { waistbandLeft, waistbandRight, crotch, legHemInnerLeft, legHemInnerRight } = landmarks;
  const hem = mix(legHemInnerLeft, legHemInnerRight, 0.5);
  return distance(crotch, hem) < LEGS_MAX * distance(mix(waistbandLeft, waistbandRight, 0.5), hem);
}

/**
 * Fits very short trousers like a skirt along the thighs, with nearly level hems. Wide worn trousers and hands beside
 * the thighs do not widen them.
 */
export function fitShorts(garment: GarmentAnalysis, body: BodyModel, waist: number, wear: Wear): GarmentFit {
  const scale = hipScale(garment, body, waist) * (1 + wear.ease);
  const landmarks = { ...garment.landmarks, hemLeft: hemCorner(garment, 0), hemRight: hemCorner(garment, 1) };
  return fitOnePiece({ ...garment, landmarks }, body, waist, wear, {
    scale,
    half: (place) => aroundThigh(body, place),
    isCurved: true,
    bendsAt: null,
    fall: SLANT,
  });
}

/** From the middle line to the side of cloth around a thigh: as wide as the cloth, and near the thigh. */
function aroundThigh(body: BodyModel, { side, share, middle, flat, bodyHalf }: SidePlace): number {
  const outwards = add(point(0, 0), body.across, signOf(side));
  const below = Math.max(0, THIGHS_FROM - share) * body.torsoLength;
  const thigh = thighHalf(body, add(middle, body.down, below), outwards) ?? bodyHalf;
  const most = thigh + LOOSENESS * body.girth;
  return clamp(flat, Math.min(bodyHalf, most), most);
}

/** From a place between the legs outwards to the side of a thigh; null without a thigh there. */
function thighHalf(body: BodyModel, from: Point, outwards: Point): number | null {
  let half = THIGH_REACH * body.girth;
  while (half > 0 && body.leg(add(from, outwards, half)).radii > 1) half--;
  return half > 0 ? half : null;
}

/** The corner of hem and outer seam of a leg. It is the farthest point down and aside, because hems rise outwards. */
function hemCorner(garment: GarmentAnalysis, side: Side): Point {
  const { width, data } = garment.alpha;
  const frame = garmentFrame(garment, ['waistbandLeft', 'waistbandRight'], ['legHemInnerLeft', 'legHemInnerRight']);
  let corner = frame.origin;
  let farthest = 0;
  for (let i = 0; i < data.length; i++) {
    if (data[i] < 0.5) continue;
    const p = pixelMiddle(i, width);
    const far = frame.along(p) + signOf(side) * frame.aside(p);
    if (far <= farthest) continue;
    farthest = far;
    corner = p;
  }
  return corner;
}
