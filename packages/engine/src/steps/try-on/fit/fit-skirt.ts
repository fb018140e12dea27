import type { GarmentAnalysis } from '../../../analysis.ts';
import { add, boundingBox, clamp, distance, mix, point } from '../../../pixels/geometry.ts';
import type { Point } from '../../../pixels/raster.ts';
import { thinPlateSpline } from '../../../pixels/thin-plate-spline.ts';
import { withinArm } from '../body/beside-arm.ts';
import type { BodyModel } from '../body/body-model.ts';
import { SIDES, signOf } from '../body/side.ts';
import { wearsCoat } from '../body/worn-ends.ts';
import type { GarmentFit, Wear } from './fit.ts';
import { fitWaistband, lowerFit } from './fit-waistband.ts';
import { edgeBeyond, garmentFrame } from './garment-frame.ts';
import { longestHem } from './longest-hem.ts';
import { skirtHalf } from './skirt-half.ts';

/** Points down each side. */
const SIDE_POINTS = 7;
/** Shortest skirt, in torso lengths. */
const LENGTH_MIN = 0.5;
/** Widest a skirt hangs, in half widths of the hips: laid flat it is spread, worn it falls into folds. */
const FLARE_MAX = 1.65;
/** The same under a coat, beside whose hem it would stick out. */
const FLARE_UNDER_COAT = 1;

/** Ease of a skirt around the hips. */
const EASE = 1.06;

/** How far below the line between the corners of its hem cloth may hang, as a share of its length: the crotch of short trousers. */
const BELOW_HEM = 0.3;

/** How far cloth that goes around both legs in one may be enlarged and hang off the hips. */
export interface OnePieceLimits {
  /** Most pixels of the person to one of the garment photo. */
  readonly scale: number;
  /** Most width, in half widths of the hips. */
  readonly flare: number;
  /** True for what falls from the waist, and leans out only as it falls. */
  readonly falls: boolean;
  /** True where its sides are not straight, and are looked for along the cloth. */
  readonly isCurved: boolean;
}

/** Fits a skirt: its waistband on the waist, its sides on the hips or beyond, as wide and long as it is cut. */
export function fitSkirt(garment: GarmentAnalysis, body: BodyModel, waist: number, wear: Wear): GarmentFit {
  return fitOnePiece(garment, body, waist, wear, {
    scale: Number.POSITIVE_INFINITY,
    flare: wear.keepsTop && wearsCoat(body.worn) ? FLARE_UNDER_COAT : FLARE_MAX,
    falls: true,
    isCurved: false,
  });
}

/** Fits what goes around both legs in one, from its waistband to the outer corners of its hem. */
export function fitOnePiece(
  garment: GarmentAnalysis,
  body: BodyModel,
  waist: number,
  wear: Wear,
  most: OnePieceLimits,
): GarmentFit {
  const { waistbandLeft, waistbandRight, hemLeft, hemRight } = garment.landmarks;
  const bands = [waistbandLeft, waistbandRight];
  const hems = [hemLeft, hemRight];
  const { across, down, shoulderWidth, torsoLength } = body;
  const { scale: bandScale, ends: top, centre } = fitWaistband(garment, body, waist, wear);
  const scale = Math.min(bandScale, most.scale);
  const [bandCentre, hemCentre] = [mix(waistbandLeft, waistbandRight, 0.5), mix(hemLeft, hemRight, 0.5)];
  const length = clamp(
    distance(bandCentre, hemCentre) * scale * (1 + wear.hem),
    LENGTH_MIN * torsoLength,
    (longestHem(body) - waist) * torsoLength,
  );
  // What hangs over a skirt holds it to the body.
  const fallsFrom = Math.max(waist, body.worn.hem ?? waist);
  const frame = garmentFrame(garment, ['waistbandLeft', 'waistbandRight'], ['hemLeft', 'hemRight']);
  const from: Point[] = [];
  const to: Point[] = [];
  const ends: Point[] = [];
  for (const side of SIDES) {
    for (let k = 0; k < SIDE_POINTS; k++) {
      const t = k / (SIDE_POINTS - 1);
      const believed = mix(bands[side], hems[side], t);
      const isCorner = k === 0 || k === SIDE_POINTS - 1;
      const source = most.isCurved && !isCorner ? edgeBeyond(frame, mix(bandCentre, hemCentre, t), believed) : believed;
      const share = waist + (length * t) / torsoLength;
      const bodyHalf =
        Math.min(body.hipHalfWidth(clamp(share, 0.1, 2), side), 0.8 * shoulderWidth) * (share < 1.4 ? 1.01 : 0.9);
      const flat = distance(mix(bandCentre, hemCentre, t), source) * scale;
      const leant = most.falls ? skirtHalf(body, share, side, fallsFrom, EASE) : Number.POSITIVE_INFINITY;
      const half = Math.max(Math.min(flat, leant, most.flare * body.hipHalfWidth(1.1, side)), bodyHalf);
      const middle = add(centre, down, length * t);
      const outwards = add(point(0, 0), across, signOf(side));
      const seen = most.falls ? half : withinArm(body, middle, outwards, half);
      const target = k === 0 ? top[side] : add(middle, outwards, seen);
      from.push(source);
      to.push(target);
      if (k === SIDE_POINTS - 1) ends[side] = target;
    }
  }
  for (const t of [0.25, 0.5, 0.75]) {
    from.push(mix(waistbandLeft, waistbandRight, t), mix(hemLeft, hemRight, t));
    to.push(
      add(mix(top[0], top[1], t), down, 0.015 * shoulderWidth),
      add(mix(ends[0], ends[1], t), down, 0.03 * shoulderWidth * Math.sin(t * Math.PI)),
    );
  }
  const share = new Float32Array(garment.raster.width * garment.raster.height).fill(1);
  const [left, upper, right, lower] = boundingBox(to, 30);
  const box = [left, upper, right, lower + BELOW_HEM * length] as const;
  const piece = { map: thinPlateSpline(to, from, 1), share, box };
  const hem = waist + length / torsoLength;
  return lowerFit([piece], { waist, hems: [hem, hem] }, wear);
}
