import type { GarmentAnalysis } from '../../../analysis.ts';
import { boundingBox } from '../../../pixels/crop.ts';
import { add, clamp, distance, mix, pixelMiddle, point } from '../../../pixels/geometry.ts';
import type { Point } from '../../../pixels/raster.ts';
import { thinPlateSpline } from '../../../pixels/thin-plate-spline.ts';
import type { BodyModel } from '../body/body-model.ts';
import { SIDES, type Side, signOf } from '../body/side.ts';
import { wearsCoat } from '../body/worn-ends.ts';
import type { GarmentFit, Wear } from './fit.ts';
import { hipScale } from './fit-trousers.ts';
import { fitWaistband, lowerFit } from './fit-waistband.ts';
import { edgeBeyond, type GarmentFrame, garmentFrame } from './garment-frame.ts';
import { longestHem, skirtHalf } from './hanging-cloth.ts';

/** Greatest width of a skirt, in half widths of the hips. Flat it is spread; worn it falls into folds. */
const FLARE_MAX = 1.65;
/** The same under a coat, whose hem it must not pass. */
const FLARE_UNDER_COAT = 1;
/** Ease of a skirt around the hips, as a share of their width. */
const EASE = 0.06;
/**
 * Distance below the hem over a skirt where the skirt reaches all of its ease, as a share of the torso. The hem itself
 * holds it to the body.
 */
const EASES_OVER = 0.2;

/**
 * Fits a skirt: its waistband at the waist, its sides at the hips or beyond. The width of the waistband gives its
 * length, because shops show skirts on mannequins.
 */
export function fitSkirt(garment: GarmentAnalysis, body: BodyModel, waist: number, wear: Wear): GarmentFit {
  const flare = wear.keepsTop && wearsCoat(body.worn) ? FLARE_UNDER_COAT : FLARE_MAX;
  // A garment over a skirt holds it to the body.
  const fallsFrom = Math.max(waist, body.worn.hem ?? waist);
  const isHeld = fallsFrom > waist;
  const looseAt = (share: number) => 1 + EASE * (isHeld ? clamp((share - fallsFrom) / EASES_OVER) : 1);
  return fitOnePiece(garment, body, waist, wear, {
    scale: Number.POSITIVE_INFINITY,
    half: ({ side, share, flat, bodyHalf }) => {
      const leant = skirtHalf(body, share, side, fallsFrom, looseAt(share));
      return Math.max(Math.min(flat, leant, flare * body.hipHalfWidth(1.1, side)), bodyHalf);
    },
    bendsAt: isHeld ? fallsFrom : null,
    fall: null,
  });
}

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
    bendsAt: null,
    fall: SLANT,
  });
}

/** From the middle line to the side of cloth around a thigh: as wide as the cloth, and near the thigh. */
function aroundThigh(body: BodyModel, { side, share, middle, flat, bodyHalf }: SidePlace): number {
  const outwards = add(point(0, 0), body.across, signOf(side));
  const below = Math.max(0, THIGHS_FROM - share) * body.torsoLength;
  const thigh = thighReach(body, add(middle, body.down, below), outwards) || bodyHalf;
  const most = thigh + LOOSENESS * body.girth;
  return clamp(flat, Math.min(bodyHalf, most), most);
}

/** Distance from a place of the middle line to the far side of a thigh; 0 without a thigh there. */
function thighReach({ leg, girth }: BodyModel, middle: Point, outwards: Point): number {
  let reach = THIGH_REACH * girth;
  while (reach > 0 && leg(add(middle, outwards, reach)).radii > 1) reach--;
  return Math.max(0, reach);
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
interface SidePlace {
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
interface OnePieceHang {
  /** Largest scale: pixels of the person to one of the garment photo. */
  readonly scale: number;
  /** From the middle line to the side of the hanging cloth. */
  half(place: SidePlace): number;
  /** Share of the torso where the sides bend outwards; null without a bend. */
  readonly bendsAt: number | null;
  /**
   * Factor of the depth of the lower edge below the line between the corners of the hem. Null if the edge follows that
   * line.
   */
  readonly fall: number | null;
}

/** Fits cloth that surrounds both legs, from its waistband to the outer corners of its hem. */
function fitOnePiece(
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
      const source = isCorner ? believed : edgeBeyond(frame, mix(bandCentre, hemCentre, t), believed);
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
  const box = boundingBox(to, 30);
  const whole = { ...box, height: box.height + BELOW_HEM * length };
  const piece = { map: thinPlateSpline(to, from, 1), share, box: whole };
  const hem = waist + length / torsoLength;
  return lowerFit([piece], waistband, body, { waist, hems: [hem, hem], hasLegs: false }, wear);
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
