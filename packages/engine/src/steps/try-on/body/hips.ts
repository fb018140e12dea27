import type { GarmentAnalysis } from '../../../analysis.ts';
import { add, clamp, distance, mix } from '../../../pixels/geometry.ts';
import type { Point } from '../../../pixels/raster.ts';
import { garmentFrame } from '../fit/garment-frame.ts';
import type { BodyModel } from './body-model.ts';

/** Distance of the crotch below the hip joints, in shoulder widths. */
const CROTCH_DROP = 0.27;
/** Greatest distance of the crotch below the hip joints, in shoulder widths, for low worn trousers. */
const CROTCH_DROP_MAX = 0.5;
/** Height of the hips between waistband and crotch, and the largest width of trousers there in hip widths. */
const HIPS = 0.75;
const HIP_EASE = 1.15;

/**
 * Distance of the crotch below the hip joints, in pixels of the analysed person. If the person wears trousers, the
 * place where their legs part.
 */
export function crotchDrop({ joints, worn, shoulderWidth }: BodyModel): number {
  const thigh = distance(joints.hip[0], joints.knee[0]) + distance(joints.knee[0], joints.ankle[0]);
  const parts = ((worn.legsPart ?? 0) * thigh) / shoulderWidth - 0.03;
  return clamp(parts, CROTCH_DROP, CROTCH_DROP_MAX) * shoulderWidth;
}

/** The place where the legs part, in pixels of the analysed person. */
export function crotchOf(body: BodyModel): Point {
  const { joints, down } = body;
  return add(mix(joints.hip[0], joints.hip[1], 0.5), down, crotchDrop(body));
}

/** Largest enlargement of trousers: their hips stay close to the body even if elastic gathers the waistband. */
export function hipScale(garment: GarmentAnalysis, body: BodyModel, waist: number): number {
  const frame = garmentFrame(garment, ['waistbandLeft', 'waistbandRight'], ['legHemInnerLeft', 'legHemInnerRight']);
  const along = HIPS * frame.along(garment.landmarks.crotch);
  const reach = (sign: number) => {
    let aside = 0;
    while (frame.isCloth(frame.place(along, sign * aside))) aside++;
    return aside;
  };
  const share = waist + HIPS * (body.torsoPlace(crotchOf(body)).share - waist);
  const hips = body.hipHalfWidth(share, 0) + body.hipHalfWidth(share, 1);
  return (hips * HIP_EASE) / Math.max(1, reach(-1) + reach(1));
}
