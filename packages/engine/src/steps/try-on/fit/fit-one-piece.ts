import type { GarmentAnalysis } from '../../../analysis.ts';
import { add, boundingBox, clamp, distance, mix } from '../../../pixels/geometry.ts';
import type { Point } from '../../../pixels/raster.ts';
import { thinPlateSpline } from '../../../pixels/thin-plate-spline.ts';
import type { BodyModel } from '../body/body-model.ts';
import { SIDES, type Side, signOf } from '../body/side.ts';
import type { GarmentFit, Wear } from './fit.ts';
import { fitWaistband, lowerFit } from './fit-waistband.ts';
import { edgeBeyond, type GarmentFrame, garmentFrame } from './garment-frame.ts';
import { longestHem } from './longest-hem.ts';

/** Places down each side, as shares of its length from the upper end. */
const SIDE_PLACES = [0, 1 / 6, 1 / 3, 1 / 2, 2 / 3, 5 / 6, 1];
/** A bend of a side replaces a place that is nearer than this. */
const APART_MIN = 0.06;
/** Least length, in torso lengths. */
const LENGTH_MIN = 0.5;
/**
 * Greatest depth of cloth below the line between the corners of its hem, as a share of its length. Short trousers reach
 * it at the crotch.
 */
const BELOW_HEM = 0.3;
/** How much lower a hem hangs in its middle than at its corners, in shoulder widths. */
const HEM_SAG = 0.03;

/** A place down the side of cloth that surrounds both legs. Lengths in pixels of the analysed person. */
export interface SidePlace {
  readonly side: Side;
  /** Its share of the torso. */
  readonly share: number;
  /** On the middle line. */
  readonly middle: Point;
  /** From the middle line to the side of the flat cloth. */
  readonly flat: number;
  /** From the middle line to the side of the visible body. */
  readonly bodyHalf: number;
}

/** How cloth that surrounds both legs hangs. */
export interface OnePieceHang {
  /** Largest scale: pixels of the person to one of the garment photo. */
  readonly scale: number;
  /** From the middle line to the side of the hanging cloth. */
  half(place: SidePlace): number;
  /** True if the sides are not straight and must be measured along the cloth. */
  readonly isCurved: boolean;
  /** Share of the torso where the sides bend outwards; null without a bend. */
  readonly bendsAt: number | null;
  /**
   * Factor of the depth of the lower edge below the line between the corners of the hem. Null if the edge follows that
   * line.
   */
  readonly fall: number | null;
}

/** Fits cloth that surrounds both legs, from its waistband to the outer corners of its hem. */
export function fitOnePiece(
  garment: GarmentAnalysis,
  body: BodyModel,
  waist: number,
  wear: Wear,
  hang: OnePieceHang,
): GarmentFit {
  const { waistbandLeft, waistbandRight, hemLeft, hemRight } = garment.landmarks;
  const bands = [waistbandLeft, waistbandRight];
  const hems = [hemLeft, hemRight];
  const { across, down, shoulderWidth, torsoLength } = body;
  const waistband = fitWaistband(garment, body, waist, wear);
  const { scale: bandScale, ends: top } = waistband;
  const scale = Math.min(bandScale, hang.scale);
  const [bandCentre, hemCentre] = [mix(waistbandLeft, waistbandRight, 0.5), mix(hemLeft, hemRight, 0.5)];
  const length = clamp(
    distance(bandCentre, hemCentre) * scale * (1 + wear.hem),
    LENGTH_MIN * torsoLength,
    (longestHem(body) - waist) * torsoLength,
  );
  const frame = garmentFrame(garment, ['waistbandLeft', 'waistbandRight'], ['hemLeft', 'hemRight']);
  const from: Point[] = [];
  const to: Point[] = [];
  const ends: Point[] = [];
  const places = placesDown(hang.bendsAt === null ? null : ((hang.bendsAt - waist) * torsoLength) / length);
  for (const side of SIDES) {
    for (const t of places) {
      const believed = mix(bands[side], hems[side], t);
      const isCorner = t === 0 || t === 1;
      const source = hang.isCurved && !isCorner ? edgeBeyond(frame, mix(bandCentre, hemCentre, t), believed) : believed;
      const share = waist + (length * t) / torsoLength;
      const bodyHalf =
        Math.min(body.hipHalfWidth(clamp(share, 0.1, 2), side), 0.8 * shoulderWidth) * (share < 1.4 ? 1.01 : 0.9);
      const flat = distance(mix(bandCentre, hemCentre, t), source) * scale;
      const middle = body.axis(share);
      const half = hang.half({ side, share, middle, flat, bodyHalf });
      const target = t === 0 ? top[side] : add(middle, across, signOf(side) * half);
      from.push(source);
      to.push(target);
      if (t === 1) ends[side] = target;
    }
  }
  for (const t of [0.25, 0.5, 0.75]) {
    const hem = mix(hemLeft, hemRight, t);
    const below = hang.fall === null ? 0 : clothBelow(frame, hem, BELOW_HEM * distance(bandCentre, hemCentre));
    from.push(mix(waistbandLeft, waistbandRight, t), add(hem, frame.down, below));
    const hangs = Math.max(below * scale * (hang.fall ?? 0), HEM_SAG * shoulderWidth * Math.sin(t * Math.PI));
    to.push(add(mix(top[0], top[1], t), down, 0.015 * shoulderWidth), add(mix(ends[0], ends[1], t), down, hangs));
  }
  const share = new Float32Array(garment.raster.width * garment.raster.height).fill(1);
  const [left, upper, right, lower] = boundingBox(to, 30);
  const box = [left, upper, right, lower + BELOW_HEM * length] as const;
  const piece = { map: thinPlateSpline(to, from, 1), share, box };
  const hem = waist + length / torsoLength;
  return lowerFit([piece], waistband, body, { waist, hems: [hem, hem] }, wear);
}

/** Places down a side, including its bend. */
function placesDown(bend: number | null): readonly number[] {
  if (bend === null || bend < APART_MIN || bend > 1 - APART_MIN) return SIDE_PLACES;
  return [...SIDE_PLACES.filter((t) => Math.abs(t - bend) >= APART_MIN), bend];
}

/** Length of the cloth downwards from a place, in pixels of the garment photo, at most `reach`; 0 at a gap. */
function clothBelow(frame: GarmentFrame, from: Point, reach: number): number {
  let below = 0;
  while (below < reach && frame.isCloth(add(from, frame.down, below + 1))) below++;
  return below;
}
