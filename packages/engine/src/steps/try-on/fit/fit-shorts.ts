import type { GarmentAnalysis } from '../../../analysis.ts';
import { distance, mix, pixelMiddle } from '../../../pixels/geometry.ts';
import type { Point } from '../../../pixels/raster.ts';
import type { BodyModel } from '../body/body-model.ts';
import { hipScale } from '../body/hips.ts';
import { type Side, signOf } from '../body/side.ts';
import type { GarmentFit, Wear } from './fit.ts';
import { fitOnePiece } from './fit-skirt.ts';
import { garmentFrame } from './garment-frame.ts';

/** Trousers whose legs, from the crotch to the hem, are no longer than this share of them are laid on as one piece. */
const LEGS_MAX = 0.18;
/** Widest that very short trousers hang, in half widths of the hips. */
const FLARE_MAX = 1.2;

/** True for trousers so short that there are no legs to lay along a leg. */
export function isVeryShort({ landmarks }: GarmentAnalysis): boolean {
  const { waistbandLeft, waistbandRight, crotch, legHemInnerLeft, legHemInnerRight } = landmarks;
  const hem = mix(legHemInnerLeft, legHemInnerRight, 0.5);
  return distance(crotch, hem) < LEGS_MAX * distance(mix(waistbandLeft, waistbandRight, 0.5), hem);
}

/** Fits very short trousers: like a skirt, but close to the hips. */
export function fitShorts(garment: GarmentAnalysis, body: BodyModel, waist: number, wear: Wear): GarmentFit {
  const scale = hipScale(garment, body, waist) * (1 + wear.ease);
  const landmarks = { ...garment.landmarks, hemLeft: hemCorner(garment, 0), hemRight: hemCorner(garment, 1) };
  return fitOnePiece({ ...garment, landmarks }, body, waist, wear, { scale, flare: FLARE_MAX, falls: false, isCurved: true });
}

/** Where hem and outer seam of a leg meet: farthest down and to its side, as hems rise outwards. */
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
